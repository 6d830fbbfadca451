import { isIPv6 } from 'node:net'

/** The eight 16-bit groups of an IPv6 address in any notation. */
function groupsOf(ip: string): number[] {
  const text = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_dotted, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = [], right = []] = text.split('::').map((part) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  )
  return [...head, ...Array.from({ length: 8 - head.length - right.length }, () => 0), ...right]
}

/**
 * An address without what a proxy may write around it: brackets, a port (Azure's Application Gateway writes
 * `address:port`; RFC 7239, section 6, has both forms), and a zone.
 */
export function bareAddress(text: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  return (inBrackets ?? beforePort ?? text).replace(/%.*$/, '')
}

/**
 * The rate-limit key of an address. Every per-address limit uses it. An IPv6 customer has a whole /64, so the key is
 * that network. An IPv4-mapped IPv6 address has the key of its IPv4 address. Decision 158.
 */
export function addressKey(ip: string): string {
  // Most addresses are IPv4, and Node's IPv6 test is a long regular expression.
  if (!ip.includes(':')) return ip
  const bare = bareAddress(ip)
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const [, , , , , mark = 0, high = 0, low = 0] = groups
  const isIPv4 = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isIPv4) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
