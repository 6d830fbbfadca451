import { isIPv6 } from 'node:net'

const MINUTE_MS = 60_000
/** Beyond it everybody begins anew: a flood from many addresses must not fill the memory. */
const ADDRESSES_MAX = 50_000

/** An IPv6 customer has a whole /64. */
function customer(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right].slice(0, 4).join(':')
}

/**
 * So many orders a minute from one address, in this process; null: as many as they like. Gives 0, or the seconds to wait.
 */
export function createAddressLimit(perMinute: number | null, now: () => number): (ip: string) => number {
  const made = new Map<string, number>()
  let until = 0
  return (ip) => {
    if (perMinute === null) return 0
    const at = now()
    if (at >= until || made.size >= ADDRESSES_MAX) { made.clear(); until = at + MINUTE_MS }
    const key = customer(ip)
    const n = (made.get(key) ?? 0) + 1
    made.set(key, n)
    return n > perMinute ? Math.max(1, Math.ceil((until - at) / 1000)) : 0
  }
}
