import type { DayPreset } from './day-presets.ts'

/** The views that ship with a page, by the key of their name; the query is the filters of its address, `days` too. */
export const shippedViews: Readonly<Record<string, readonly { key: ShippedView; query: string; days?: DayPreset }[]>> =
  {
    '/orders': [
      { key: 'undelivered', query: 'status=2' },
      { key: 'refunded', query: 'status=5' },
      { key: 'disputed', query: 'dispute=1' },
      { key: 'held', query: 'held=1' },
      { key: 'unpaid', query: 'status=1' },
    ],
    '/refunds': [
      { key: 'decision', query: 'state=stopped' },
      { key: 'thisMonth', query: '', days: 'thisMonth' },
    ],
    '/deliveries': [
      { key: 'stuck', query: 'state=parked' },
      { key: 'slow', query: 'slow=1' },
    ],
    '/articles': [{ key: 'changed', query: 'state=changed' }],
    '/audit': [
      { key: 'access', query: 'action=staff/grantRole' },
      { key: 'revealed', query: 'action=player/reveal' },
    ],
  }

export type ShippedView =
  | 'undelivered'
  | 'refunded'
  | 'disputed'
  | 'held'
  | 'unpaid'
  | 'decision'
  | 'thisMonth'
  | 'stuck'
  | 'slow'
  | 'changed'
  | 'access'
  | 'revealed'
