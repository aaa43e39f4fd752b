import ipaddr from 'ipaddr.js'

/**
 * The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, because one household or server has all of its
 * 2^64 addresses. All invalid addresses count as one network.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  // The same caller arrives as 192.0.2.1 or ::ffff:192.0.2.1, depending on how the server listens.
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
