import { dayAfter } from '@hc/contract/desk/figures'

const DAY_MS = 86_400_000
/** The length of a span without a first day. */
const USUAL_DAYS = 30

/**
 * The first day of the later half of a span of days; null if the span cannot be halved. Without a last day the span
 * ends today; without a first day it has the list's default length.
 */
export function laterHalf(from: string, to: string, today: string): string | null {
  const end = to || today
  const days = (Date.parse(end) - Date.parse(from || dayAfter(end, -USUAL_DAYS))) / DAY_MS + 1
  return days > 1 ? dayAfter(end, 1 - Math.ceil(days / 2)) : null
}
