import { errors } from 'jose'
import { readSubject } from './read-subject.ts'

export interface TokenRefusal {
  /** A code for the operator; the caller is told less. */
  reason: string
  /** Whose token it is; null where the provider did not vouch for that. */
  subject: string | null
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

/** Reads from the cause of a refusal why the token is not good. Claims are only there, and believed, once the signature is good. */
export function readTokenRefusal(cause: unknown): TokenRefusal {
  if (cause instanceof errors.JWTExpired) return { reason: 'expired', subject: readSubject(cause.payload) }
  if (cause instanceof errors.JWTClaimValidationFailed)
    return { reason: claimReasons[cause.claim] ?? 'claims', subject: readSubject(cause.payload) }
  if (cause instanceof errors.JWSSignatureVerificationFailed) return { reason: 'signature', subject: null }
  if (cause instanceof errors.JWKSNoMatchingKey) return { reason: 'unknown-key', subject: null }
  if (cause instanceof errors.JOSEAlgNotAllowed) return { reason: 'algorithm', subject: null }
  return { reason: 'malformed', subject: null }
}
