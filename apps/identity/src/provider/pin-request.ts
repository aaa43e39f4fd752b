import type { IncomingMessage } from 'node:http'

export interface PinOptions {
  issuer: URL
  readAddress: (request: IncomingMessage) => string
}

/**
 * Prepares a raw request for oidc-provider, which derives every endpoint address and the cookies' security from
 * the request: host and protocol are set to the issuer's, so that no header of a caller or a proxy can change
 * them. The caller's address is settled here, once for all steps. The mount path is removed the way connect does it.
 *
 * @returns false when the path lies outside the issuer
 */
export function pinRequest(request: IncomingMessage, { issuer, readAddress }: PinOptions): boolean {
  const mount = toMount(issuer)
  const url = request.url ?? '/'
  if (mount && !url.startsWith(`${mount}/`)) return false
  const address = readAddress(request)
  const { 'x-forwarded-host': _host, ...headers } = request.headers
  request.headers = {
    ...headers,
    host: issuer.host,
    'x-forwarded-proto': issuer.protocol.slice(0, -1),
    'x-forwarded-for': address,
  }
  // connect, and with it oidc-provider, find the mount path by comparing the two.
  Object.assign(request, { originalUrl: url })
  request.url = url.slice(mount.length)
  return true
}

/** The path of the issuer without a slash at the end; empty at the root of a host. */
export function toMount(issuer: URL): string {
  return issuer.pathname.replace(/\/$/, '')
}
