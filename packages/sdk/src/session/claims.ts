import { messages, SessionError } from './session-errors.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Validates a configured issuer and returns it without a trailing slash. It must be an https URL, or http on this machine, and
 * not the provider's admin address, which issues tokens for its own console.
 *
 * @throws SessionError `config`
 */
export const checkIssuer = (issuer: string | undefined): string => {
  if (!issuer) throw new SessionError('config', messages.config)
  const url = URL.parse(issuer)
  if (!url || !/^https?:$/.test(url.protocol)) throw new SessionError('config', 'The issuer must be a valid URL')
  if (url.protocol === 'http:' && !loopback.includes(url.hostname))
    throw new SessionError('config', 'The issuer must use https')
  if (/(^|[.-])admin\./.test(url.hostname))
    throw new SessionError('config', 'The issuer must not contain an admin subdomain')
  return trimSlash(issuer)
}

/** Whether two issuers are equal except for a trailing slash, which Auth0 adds. */
export const isSameIssuer = (one: string, other: string): boolean => {
  return trimSlash(one) === trimSlash(other)
}

const trimSlash = (url: string): string => {
  return url.replace(/\/$/, '')
}

/** The claims of an ID token that are validated; times are seconds since 1970. */
export interface IdTokenClaims {
  iss?: string
  aud?: string | string[]
  azp?: string
  exp?: number
  iat?: number
}

interface ClaimExpectations {
  issuer: string
  clientId: string
  /** Tolerated difference between clocks, in seconds. */
  skewSeconds: number
  /** The current time, in seconds since 1970. */
  now: number
}

/**
 * Validates an ID token's claims as OpenID Connect Core §3.1.3.7 requires. The signature needs no check, because the token came
 * from the provider over TLS; oidc-client-ts checks the nonce where it is known.
 *
 * @throws SessionError `claims`
 */
export const checkIdTokenClaims = (
  { iss = '', aud = [], azp, exp, iat }: IdTokenClaims,
  expectations: ClaimExpectations,
): void => {
  const { issuer, clientId, skewSeconds, now } = expectations
  const audiences = [aud].flat()
  if (!isSameIssuer(iss, issuer)) refuse(`The issuer [${iss}] does not match [${issuer}]`)
  if (!audiences.includes(clientId)) refuse(`The audience [${audiences.join()}] does not match [${clientId}]`)
  if (audiences.length > 1 && azp !== undefined && azp !== clientId)
    refuse(`The authorized party [${azp}] does not match [${clientId}]`)
  if (typeof exp !== 'number' || typeof iat !== 'number') return refuse('The token has no expiry or issue time')
  if (iat > exp) refuse('The JWT expired before it was issued')
  // the provider has just issued it, so a token that is not valid now means that a clock is wrong
  if (now - skewSeconds > exp) refuse(describeClock(now - iat, 'ahead of'))
  if (iat > now + skewSeconds) refuse(describeClock(iat - now, 'behind'))
}

const describeClock = (seconds: number, direction: 'ahead of' | 'behind'): string => {
  return `The clock on this device is ${inWords(seconds)} ${direction} the sign-in service. Set the date, time and time zone automatically, then try again.`
}

const unitFor = (seconds: number): readonly [seconds: number, name: string] => {
  if (seconds < 5400) return [60, 'minute']
  return seconds < 172_800 ? [3600, 'hour'] : [86_400, 'day']
}

const inWords = (seconds: number): string => {
  const [size, unit] = unitFor(seconds)
  const count = Math.round(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const refuse = (message: string): never => {
  throw new SessionError('claims', message)
}

/**
 * Decodes the claims of a JWT without validating them.
 *
 * @throws SessionError `malformed`
 */
export const decodeIdToken = (token: string): IdTokenClaims => {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof claims === 'object' && claims !== null) return claims
  } catch (cause) {
    throw new SessionError('malformed', messages.malformed, { cause })
  }
  throw new SessionError('malformed', messages.malformed)
}
