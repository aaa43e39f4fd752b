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
