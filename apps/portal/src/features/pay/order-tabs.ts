import { fieldsOf } from '@hc/domain/record'
import { useEffect, useState } from 'react'

/** A tab asks for the others that show an order; each of them answers since when. */
type Talk = { says: 'asks' | 'shows'; order: string; since: number }

const isTalk = (value: unknown): value is Talk => {
  const { says, order, since } = fieldsOf(value)
  return (says === 'asks' || says === 'shows') && typeof order === 'string' && typeof since === 'number'
}

/** Since when this tab shows an order: in the dialog of the payment, and then on the order's page. */
const shownSince = new Map<string, number>()

/** A tab that was loaded again showed the order before. */
const wasReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => fieldsOf(entry.toJSON()).type === 'reload')

function sinceOf(order: string): number {
  const since = shownSince.get(order) ?? (wasReloaded() ? 0 : Date.now())
  shownSince.set(order, since)
  return since
}

/** Whether another tab of the shop has shown this order for longer than this one; null shows none. */
export function useShownElsewhere(order: string | null): boolean {
  const [elsewhere, setElsewhere] = useState<string | null>(null)
  useEffect(() => {
    if (order === null || typeof BroadcastChannel === 'undefined') return undefined
    const channel = new BroadcastChannel('hc_order')
    const since = sinceOf(order)
    const say = (says: Talk['says']): void => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      channel.postMessage({ says, order, since } satisfies Talk)
    }
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isTalk(data) || data.order !== order) return
      if (data.says === 'asks') say('shows')
      else if (data.since < since) setElsewhere(order)
    })
    say('asks')
    return () => channel.close()
  }, [order])
  return order !== null && elsewhere === order
}
