import ipaddr from 'ipaddr.js'

/** All of the internet's IPv6 addresses for one host (IANA, "IPv6 Global Unicast Address Assignments"). */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')
/** Networks with DNS64 name every IPv4 service by this prefix (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

const embedded = (address: ipaddr.IPv6): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(12))

/**
 * Whether an address, in any notation, is one of a single host of the internet (IANA's registries of special-purpose
 * addresses). An IPv4 address within an IPv6 one, mapped or behind NAT64, is judged as itself; all other ways to write
 * one are none.
 */
export function isPublic(text: string): boolean {
  const bare = text.replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return false
  const address = ipaddr.parse(bare)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast'
  if (address.match(NAT64)) return embedded(address).range() === 'unicast'
  return address.range() === 'unicast' && address.match(GLOBAL)
}
