import { SessionError } from './session-errors.ts'

/** The page to which the provider redirects, unless the app has another. */
export const callbackPath = '/auth/login-callback'

/** How long a sign-in may take from leaving for the provider to coming back, in seconds (specification §9). */
export const transactionSeconds = 1800

/** The scopes that the product requests from any provider. */
export const defaultScopes = ['openid', 'profile', 'email', 'organization']

/** The sign-in client as configured by the server. Seconds are integers. */
export interface SessionConfig {
  /** The provider's address. */
  issuer: string
  clientId: string
  /** Default: `openid profile email organization`. Some providers need `offline_access` for renewal. */
  scopes?: readonly string[]
  /** Tolerated difference between clocks. Default: 300. */
  clockSkewSeconds?: number
  /** How long before its expiry a token is renewed. Default: 30. */
  expireEarlySeconds?: number
  /** How long the provider may take to respond. Default: 120. */
  timeoutSeconds?: number
  /** The page of the app to which the provider redirects; register its address. Default: `/auth/login-callback`. */
  callbackPath?: string
  /** Whether a page can be read by people who are not signed in. Default: none. */
  isPublic?: (pathname: string) => boolean
}

/** Validates scopes at run time, because the configuration comes from outside. Throws SessionError `config`. */
export const checkScopes = (scopes: unknown = defaultScopes): string[] => {
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw new SessionError('config', 'Scopes must be an array')
  }
  return scopes
}
