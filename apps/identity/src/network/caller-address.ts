import type { IncomingMessage } from 'node:http'
import proxyAddress, { compile } from '@fastify/proxy-addr'

/** Which proxies are believed about a caller's address: how many hops, or whose addresses. 0 is none. */
export type ProxyTrust = number | readonly string[]

/**
 * Reads who calls: the nearest address that no trusted proxy has. `X-Forwarded-For` is anybody's to write, so only
 * what trusted proxies appended to it counts; without trust it is not read at all.
 */
export function createAddressReader(trust: ProxyTrust): (request: IncomingMessage) => string {
  const isTrusted = typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : compile([...trust])
  // A socket that was closed meanwhile has no address; the library's types do not say so.
  return (request) => (request.socket.remoteAddress === undefined ? 'unknown' : proxyAddress(request, isTrusted))
}

/**
 * Reads a setting: a number of hops, or addresses and ranges parted by commas or spaces (`loopback`, `10.0.0.0/8`).
 *
 * @returns null when it is neither
 */
export function parseProxyTrust(text: string): ProxyTrust | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(/[\s,]+/).filter((address) => address !== '')
  // The library reads 300 as the address 0.0.1.44, which nobody means.
  if (addresses.some((address) => /^\d+$/.test(address))) return null
  try {
    compile(addresses)
    return addresses
  } catch {
    return null
  }
}
