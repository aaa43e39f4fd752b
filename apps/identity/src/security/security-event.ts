/**
 * A security event for the operator. It contains ids that this provider created or knows, and never what a caller typed, because people
 * type passwords into the username field.
 */
export type SecurityEvent = SecurityFact & RequestFacts

export type SecurityFact =
  | { name: 'sign-in.succeeded'; accountId: string }
  /** `accountId` is null for an unknown username. */
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
  /** The person signed all other sessions of their account out. */
  | { name: 'sessions.ended'; accountId: string }
  /** A code was used twice; everything issued for it is revoked. */
  | { name: 'authorization-code.replayed'; accountId: string | null }
  /** A refresh token was used again after the grace period; its entire sign-in is revoked. */
  | { name: 'refresh-token.replayed'; accountId: string | null }
  /** `error` is the OAuth error code; a revocation with it may still be answered with 200 (RFC 7009 §2.2). */
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
  /** Without the query and without sign-in ids. */
  path: string
  /** A known client, or null for none or an unknown name. */
  clientId: string | null
}
