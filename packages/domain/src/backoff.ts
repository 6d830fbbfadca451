/**
 * Pause in ms before try `attempt` (1 = the second call): it doubles from `baseMs` to `capMs`. `random` (0 to 1)
 * spreads the upper half, so that many waiting rows do not retry at once.
 */
export function backoffMs(attempt: number, random: number, baseMs = 2_000, capMs = 3_600_000): number {
  const full = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt - 1, 0), 30))
  return Math.round(full / 2 + (full / 2) * random)
}
