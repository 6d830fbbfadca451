import type { ArticleItem } from '@hc/contract/calls'

/** The start and end of the event that an article announces, in unix seconds; null if the publisher names none. */
export type Runs = { starts: number | null; ends: number | null }
/** The event's phase at a moment, and until when (unix seconds) this holds. */
export type Standing = Pick<ArticleItem, 'phase' | 'days_left'> & { until: number }

const DAY_SECONDS = 86_400

/** @param now unix seconds of the server's clock. */
export function standing({ starts, ends }: Runs, now: number): Standing {
  if (starts !== null && now < starts) return { phase: 'soon', days_left: 0, until: starts }
  if (ends === null) return { phase: starts === null ? 'none' : 'live', days_left: 0, until: Infinity }
  if (now >= ends) return { phase: 'ended', days_left: 0, until: Infinity }
  const days = Math.ceil((ends - now) / DAY_SECONDS)
  return { phase: 'live', days_left: days, until: ends - (days - 1) * DAY_SECONDS }
}
