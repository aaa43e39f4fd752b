import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

import { isPublicAddress } from './public-address.ts'

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** Returns every address of a host name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

/** Exceptions to the guard. Empty in production; tests allow their own server. */
export interface GuardAllowance {
  /** `host:port` pairs that may be asked although they are not public. */
  endpoints?: readonly string[]
}

/** An address given by a user must not be fetched. */
export class ForbiddenUrlError extends Error {
  override readonly name = 'ForbiddenUrlError'
}

const allowedPorts = new Set(['', '80', '443', '8080', '8443'])

/** Looks a name up as connections do, and returns all of its addresses. */
export const resolveAll: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true })
  // Cast: Node's type says number; lookup answers only 4 or 6.
  return found.map(({ address, family }) => ({ address, family: family as 4 | 6 }))
}

/**
 * Checks an address given by a user, and returns the network addresses that may be connected to for it. The URL parser
 * has already turned octal, hex and decimal forms of an IPv4 address into the usual one.
 * @throws ForbiddenUrlError when it must not be fetched, and the resolver's error when the name is not known.
 */
export async function checkUrl(
  url: URL,
  { resolve, allow }: { resolve: Resolve; allow: GuardAllowance },
): Promise<ResolvedAddress[]> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ForbiddenUrlError('only http and https addresses can be fetched')
  if (url.username !== '' || url.password !== '')
    throw new ForbiddenUrlError('addresses with a user name or password are not fetched')
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const allowed = allow.endpoints?.includes(url.host) ?? false
  if (!allowed && !allowedPorts.has(url.port)) throw new ForbiddenUrlError(`port ${url.port} is not fetched`)

  const family = isIP(hostname)
  // Cast: isIP gives 4 or 6 for an address, 0 for a name.
  const addresses = family === 0 ? await resolve(hostname) : [{ address: hostname, family: family as 4 | 6 }]
  if (addresses.length === 0) throw new ForbiddenUrlError('the name has no address')
  // One private address among public ones is how a name leads inside; none is tried.
  if (!allowed && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new ForbiddenUrlError('the address is not on the public internet')
  return addresses
}
