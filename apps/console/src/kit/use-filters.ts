import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { zone } from '../lib/zone.ts'
import { today } from './date-time.ts'
import { beginOf, momentOf } from './local-time.ts'
import { laterHalf } from './span.ts'

export type Half = { from: string; show: () => void }
export type Filters<K extends string> = {
  /** The value of each filter; '' for none. */
  values: Readonly<Record<K, string>>
  /** Whether any filter is set: an empty list may have rows without it. */
  any: boolean
  /** The cursor of the first page, in an address from elsewhere; '' is the newest page. */
  after: string
  /** Sets filters, and returns to the newest page. `replace`: Back skips the present ones. */
  show: (values: Readonly<Partial<Record<K, string>>>, replace?: boolean) => void
  clear: () => void
  /** The later half of the span, for a list that takes too long; null if it cannot be halved. */
  half: Half | null
  /** Changes with the address, so that a form with it as key is reset. */
  key: string
}

/** The filters of a list are in the address, so a view is a link and Back restores it. `others` stay as they are. */
export function useFilters<K extends string>(names: readonly K[], others: readonly string[] = []): Filters<K> {
  const search = useSearch()
  const [path, go] = useLocation()
  const query = new URLSearchParams(search)
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<K, string>
  const to = (next: Readonly<Record<string, string | undefined>>, replace = false): void => {
    const params = new URLSearchParams([
      ...others.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
      ...names.flatMap((name) => (next[name] ? [[name, next[name]]] : [])),
    ])
    go(params.size > 0 ? `${path}?${params.toString()}` : path, { replace })
  }
  const [present] = useState(today)
  const spans = names.some((name) => name === 'from') && names.some((name) => name === 'to')
  const half = spans ? laterHalf(query.get('from') ?? '', query.get('to') ?? '', present) : null
  return {
    values,
    any: names.some((name) => values[name] !== ''),
    after: query.get('after') ?? '',
    show(next, replace = false) {
      to(next, replace)
    },
    clear() {
      to({})
    },
    half: half === null ? null : { from: half, show: () => to({ ...values, from: half }) },
    key: search,
  }
}

/**
 * The start of a day in the desk's zone, in seconds, or the moment of a local time such as 2026-11-20T10:00; 0 for an
 * invalid text. `add`: whole days later; a local time stays.
 */
export const secondsOf = (day: string, add = 0): number =>
  Math.max(0, (day.includes('T') ? momentOf(day, zone()) : beginOf(day, zone(), add)) ?? 0)
