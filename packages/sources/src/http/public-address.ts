import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Addresses inside public ranges that cloud machines use for their own metadata. */
const metadata = new Set(['168.63.129.16', '100.100.100.200'])
/** The only routed IPv6 space (RFC 4291 §2.4); mapped, compatible, translated and local forms are outside it. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local, carrier-grade NAT, multicast,
 * reserved, documentation, tunnelling (6to4, Teredo) and IPv4-in-IPv6 addresses do not.
 */
export function isPublicAddress(address: string): boolean {
  // The library also accepts short and octal forms; a checked address has to be written in full.
  if (isIP(address) === 0 || metadata.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6)
}
