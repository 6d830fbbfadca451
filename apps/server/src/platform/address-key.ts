import { isIPv6 } from 'node:net'

/**
 * Who an address is for a limit: an IPv6 customer has a whole /64, and an IPv4 address written as an IPv6 one is that
 * IPv4 address.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [bare = ''] = ip.split('%')
  if (!isIPv6(bare)) return ip
  const [head = '', tail] = bare.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}
