import type { Me } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { may } from '../../kit/permission.ts'
import { Bulk } from './bulk.tsx'

/** Rows that a bulk action takes; more need a second person. */
const MOST = 50
const LEFT: readonly string[] = ['unknown', 'refused', 'parked']

/** A delivery that the game did not take, and that it can be told of again. */
export const leftOut = (state: string): boolean => LEFT.includes(state)

/** Rows of a list are chosen, and the game is told of their orders again. `of`: what the list needs for it. */
export function useRetell(me: Me) {
  const t = useTranslations('desk')
  const [ids, set] = useState<readonly string[]>([])
  const of = (numbers: readonly string[]) => ({
    ...(may(me, 'order.retell') ? { choice: { ids, set, most: MOST } } : {}),
    bulk: numbers.length > 0 && (
      <Bulk
        name="order/retell"
        label={t('service.waiting.retell')}
        bodies={(reason) => numbers.map((number) => ({ number, reason }))}
        n={numbers.length}
        onDone={() => {
          set([])
        }}
      />
    ),
  })
  return { ids, of }
}
