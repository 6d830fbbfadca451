import { BlockList, isIPv6 } from 'node:net'
import { bareAddress } from '../../platform/address.ts'

/** Makes a check whether an address is in one of the networks (CIDRs); null if every address is allowed. */
export function allowList(networks: readonly string[]): ((address: string) => boolean) | null {
  if (networks.length === 0) return null
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  // BlockList also checks an IPv4-mapped IPv6 address against the IPv4 networks.
  return (ip) => {
    const address = bareAddress(ip)
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}
