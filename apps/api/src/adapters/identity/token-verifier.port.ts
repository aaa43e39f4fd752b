import { errors } from 'jose'
import { readSubject } from './claim-paths.ts'

/** An access token whose signature, issuer, audience and times were verified. */
export interface AccessToken {
  issuer: string
  /** Stable id of the account at the provider. */
  subject: string
  /** Id of the application that the token was issued to, if the token states it. */
  clientId: string | null
  /** Whether an application got it for itself, without a person. */
  kind: 'person' | 'service'
  scopes: readonly string[]
  organizationId: string | null
  organizationName: string | null
  groups: readonly string[]
  roles: readonly string[]
  email: string | null
  /** Whether the provider states that the address belongs to the account; false when it does not say. */
  isEmailVerified: boolean
  name: string | null
  /** Seconds since 1970. */
  expiresAt: number
}

/** Verifies access tokens and identifies their owner. */
export interface TokenVerifier {
  /**
   * Verifies an access token. Throws a `CodedError`: unauthenticated (`identity.invalid_token`) for an invalid token, unavailable
   * (`identity.provider_unreachable`) when the provider's keys cannot be fetched, which is not the caller's fault.
   */
  verify(token: string): Promise<AccessToken>
}

export interface TokenRefusal {
  /** A code for the operator; the caller gets less detail. */
  reason: string
  /** The owner of the token; null when the provider did not vouch for it. */
  subject: string | null
}

/** The cause of refusing a token that we issued ourselves. */
export class RefusedTokenError extends Error {
  readonly reason: string
  readonly subject: string | null

  constructor(reason: string, subject: string | null = null) {
    super(`access token refused: ${reason}`)
    this.reason = reason
    this.subject = subject
  }
}

const claimReasons: Record<string, string> = {
  aud: 'wrong-audience',
  iss: 'wrong-issuer',
  iat: 'issued-in-future',
  jti: 'revoked',
  nbf: 'not-yet-valid',
  sub: 'no-owner',
  typ: 'no-access-token',
}

/** Reads from an error's cause why a token was refused. Claims exist, and are trusted, only once the signature is valid. */
export function readTokenRefusal(cause: unknown): TokenRefusal {
  if (cause instanceof RefusedTokenError) return { reason: cause.reason, subject: cause.subject }
  if (cause instanceof errors.JWTExpired) return { reason: 'expired', subject: readSubject(cause.payload) }
  if (cause instanceof errors.JWTClaimValidationFailed)
    return { reason: claimReasons[cause.claim] ?? 'claims', subject: readSubject(cause.payload) }
  if (cause instanceof errors.JWSSignatureVerificationFailed) return { reason: 'signature', subject: null }
  if (cause instanceof errors.JWKSNoMatchingKey) return { reason: 'unknown-key', subject: null }
  if (cause instanceof errors.JOSEAlgNotAllowed) return { reason: 'algorithm', subject: null }
  return { reason: 'malformed', subject: null }
}
