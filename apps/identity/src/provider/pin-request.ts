import type { IncomingMessage } from 'node:http'

export interface PinOptions {
  issuer: URL
  readAddress: (request: IncomingMessage) => string
}

/**
 * Prepares a raw request for oidc-provider, which derives every endpoint address and the cookies' security from
 * the request: sets host and protocol to the issuer's, so that no header of a caller or a proxy can change
 * them. Determines the caller's address here, once for all steps. Removes the mount path the way connect does.
 *
 * @returns false if the path is outside the issuer's
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
  // connect, and with it oidc-provider, finds the mount path by comparing the two.
  Object.assign(request, { originalUrl: url })
  request.url = url.slice(mount.length)
  return true
}

/** The path of the issuer without a trailing slash; empty at the root of a host. */
export function toMount(issuer: URL): string {
  return issuer.pathname.replace(/\/$/, '')
}
