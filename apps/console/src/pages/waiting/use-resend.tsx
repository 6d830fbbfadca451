import type { Me } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { may } from '../../kit/permission.ts'
import { Bulk } from './bulk.tsx'

/** The maximum number of rows of a bulk action; more need a second person. */
const MOST = 50
const RESENDABLE: readonly string[] = ['unknown', 'refused', 'parked']

/** Whether the game has not taken the delivery, so that it can be sent again. */
export const leftOut = (state: string): boolean => RESENDABLE.includes(state)

/**
 * Lets a person choose rows of a list and sends their orders' deliveries to the game again. `of`: the props for the
 * list.
 */
export function useRetell(me: Me) {
  const t = useTranslations('desk')
  const [ids, set] = useState<readonly string[]>([])
  const of = (numbers: readonly string[]) => ({
    ...(may(me, 'order.retell') ? { choice: { ids, set, most: MOST } } : {}),
    bulk: numbers.length > 0 && (
      <Bulk
        name="order/retell"
        label={t('waiting.retell')}
        bodies={(reason) => numbers.map((number) => ({ number, reason }))}
        n={numbers.length}
        onDone={() => set([])}
      />
    ),
  })
  return { ids, of }
}
