import { addressKey } from '../../platform/address.ts'

const MINUTE_MS = 60_000
/** Beyond it everybody begins anew: a flood from many addresses must not fill the memory. */
const ADDRESSES_MAX = 50_000

/**
 * So many orders a minute from one address, in this process; null: as many as they like. Gives 0, or the seconds to
 * wait.
 * Decision 86.
 */
export function createAddressLimit(perMinute: number | null, now: () => number): (ip: string) => number {
  const counts = new Map<string, number>()
  let until = 0
  return (ip) => {
    if (perMinute === null) return 0
    const at = now()
    if (at >= until || counts.size >= ADDRESSES_MAX) {
      counts.clear()
      until = at + MINUTE_MS
    }
    const key = addressKey(ip)
    const n = (counts.get(key) ?? 0) + 1
    counts.set(key, n)
    return n > perMinute ? Math.max(1, Math.ceil((until - at) / 1000)) : 0
  }
}
