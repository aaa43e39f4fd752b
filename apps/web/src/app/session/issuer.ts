import { MESSAGES, SessionError } from './session-errors.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Validates a configured issuer and returns it without a trailing slash. It must be an https URL, or http on this machine, and
 * not the provider's admin address, which issues tokens for its own console.
 *
 * @throws SessionError `config`
 */
export function checkIssuer(issuer: string | undefined): string {
  if (!issuer) throw new SessionError('config', MESSAGES.config)
  const url = URL.parse(issuer)
  if (!url || !/^https?:$/.test(url.protocol)) throw new SessionError('config', 'The issuer must be a valid URL')
  if (url.protocol === 'http:' && !LOOPBACK.includes(url.hostname))
    throw new SessionError('config', 'The issuer must use https')
  if (/(^|[.-])admin\./.test(url.hostname))
    throw new SessionError('config', 'The issuer must not contain an admin subdomain')
  return trimSlash(issuer)
}

/** Whether two issuers are equal except for a trailing slash, which Auth0 adds. */
export function isSameIssuer(one: string, other: string): boolean {
  return trimSlash(one) === trimSlash(other)
}

function trimSlash(url: string): string {
  return url.replace(/\/$/, '')
}
