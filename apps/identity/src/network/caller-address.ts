import type { IncomingMessage } from 'node:http'
import proxyAddress, { compile } from '@fastify/proxy-addr'

/** Which proxies are trusted to report a caller's address: a number of hops, or addresses. 0 trusts none. */
export type ProxyTrust = number | readonly string[]

/**
 * Reads the caller's address: the nearest one that is not a trusted proxy's. Anyone can send `X-Forwarded-For`, so only what trusted
 * proxies appended to it counts; without trusted proxies it is ignored.
 */
export function createAddressReader(trust: ProxyTrust): (request: IncomingMessage) => string {
  const isTrusted = typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : compile([...trust])
  // A socket that was closed in the meantime has no address, which the library's types omit.
  return (request) => (request.socket.remoteAddress === undefined ? 'unknown' : proxyAddress(request, isTrusted))
}

/**
 * Parses a setting: a number of hops, or addresses and ranges separated by commas or spaces (`loopback`, `10.0.0.0/8`).
 *
 * @returns null if it is neither
 */
export function parseProxyTrust(text: string): ProxyTrust | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(/[\s,]+/).filter((address) => address !== '')
  // The library parses 300 as the address 0.0.1.44, which nobody intends.
  if (addresses.some((address) => /^\d+$/.test(address))) return null
  try {
    compile(addresses)
    return addresses
  } catch {
    return null
  }
}
