import { SessionError } from './session-errors.ts'

/** The page the provider sends people back to. */
export const CALLBACK_PATH = '/auth/login-callback'

/** How long a sign-in may take from leaving for the provider to coming back, in seconds (specification §9). */
export const TRANSACTION_SECONDS = 1800

/** What the product asks for, in any provider. */
export const DEFAULT_SCOPES = ['openid', 'profile', 'email', 'organization']

/** The sign-in client, as the server configures it. Seconds are whole seconds. */
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
  /** How long the provider may take to answer. Default: 120. */
  timeoutSeconds?: number
}

/** Checks scopes at run time, because the configuration comes from outside. Throws SessionError `config`. */
export function checkScopes(scopes: unknown = DEFAULT_SCOPES): string[] {
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw new SessionError('config', 'Scopes must be an array')
  }
  return scopes
}
