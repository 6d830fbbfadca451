import type { Product, ResultOf } from '@hc/contract/calls'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { useApp } from '../../shell/app-context.ts'

const BOX_ID = 'consent'

export type Consent = {
  id: string
  box: ResultOf<'withdraw/terms'>['box']
  agreed: boolean
  agree: (agreed: boolean) => void
  /** The consents of the order; undefined if the player agreed to nothing. */
  given: string[] | undefined
  /** The shop takes no order without the missing consent. */
  missing: boolean
  /** The player pressed Pay without it. */
  isAsked: boolean
  /** Marks the box, and puts the focus on it. */
  show: () => void
}

/**
 * The consents that the law of the player's country requires before an item is ordered. If no law does, nothing is
 * asked.
 */
export function useConsent(product: Product | undefined, pack: boolean): Consent {
  const { init } = useApp()
  const { result } = useCall('withdraw/terms', init.withdraw && product && !pack ? {} : null, { keep: true })
  const terms = useCall(
    'withdraw/terms',
    result && result.days > 0 && product && !pack ? { cp_goods_id: product.cp_goods_id } : null,
    { keep: true },
  )
  const [agreed, agree] = useState('')
  const [isAsked, setAsked] = useState(false)
  const box = (product && !pack && terms.result?.box) || null
  const isGiven = box !== null && agreed === box.version
  return {
    id: BOX_ID,
    box,
    agreed: isGiven,
    agree: (yes) => agree(yes && box ? box.version : ''),
    given: isGiven ? [box.version] : undefined,
    missing: box !== null && box.required && !isGiven,
    isAsked,
    show: () => {
      setAsked(true)
      const element = document.getElementById(BOX_ID)
      element?.scrollIntoView({ block: 'center' })
      element?.focus({ preventScroll: true })
    },
  }
}
