/**
 * What an operator wants to know of the front door. Facts carry ids that this provider made or knows, and never what
 * a caller typed: people type passwords into the field of the username.
 */
export type SecurityEvent = SecurityFact & RequestFacts

export type SecurityFact =
  | { name: 'sign-in.succeeded'; accountId: string }
  /** `accountId` is null for a username that nobody has. */
  | { name: 'sign-in.failed'; accountId: string | null }
  | { name: 'sign-in.throttled'; accountId: string | null; retryAfterSeconds: number }
  | { name: 'sign-out.succeeded'; accountId: string | null }
  /** The current password was wrong. */
  | { name: 'password-change.failed'; accountId: string }
  | { name: 'password.changed'; accountId: string }
  | { name: 'second-factor.enabled'; accountId: string }
  | { name: 'second-factor.disabled'; accountId: string }
  | { name: 'second-factor.failed'; accountId: string }
  | { name: 'recovery-code.used'; accountId: string }
  /** Somebody signed everybody else out of their account. */
  | { name: 'sessions.ended'; accountId: string }
  /** A code was used twice; everything that came of it is revoked. */
  | { name: 'authorization-code.replayed'; accountId: string | null }
  /** A refresh token was used again after the grace; its whole sign-in is revoked. */
  | { name: 'refresh-token.replayed'; accountId: string | null }
  /** `error` is the OAuth error code of the reply. */
  | { name: 'token.refused'; error: string }
  | { name: 'service-token.issued'; scopes: readonly string[] }
  | { name: 'service-token.refused'; error: string }
  | { name: 'request.throttled'; retryAfterSeconds: number }

interface RequestFacts {
  /** Milliseconds since 1970. */
  at: number
  /** The caller's address, as far as proxies are trusted. */
  address: string
  method: string
  /** Without the query and without ids of sign-ins. */
  path: string
  /** A client that this provider knows; null for none, and for a name that it does not know. */
  clientId: string | null
}
