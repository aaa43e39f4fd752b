/** An access token whose signature, issuer, audience and times were checked. */
export interface AccessToken {
  issuer: string
  /** Stable id of the account at the provider. */
  subject: string
  /** Id of the application that the token was given to, when the token says it. */
  clientId: string | null
  /** Whether an application got it for itself, without a person. */
  kind: 'person' | 'service'
  scopes: readonly string[]
  organizationId: string | null
  organizationName: string | null
  groups: readonly string[]
  roles: readonly string[]
  email: string | null
  /** Whether the provider says that the address is the account's own; false when it says nothing. */
  isEmailVerified: boolean
  name: string | null
  /** Seconds since 1970. */
  expiresAt: number
}

/** Knows whose token it is. */
export interface TokenVerifier {
  /**
   * Verifies an access token. Throws a `CodedError`: unauthenticated (`identity.invalid_token`) for a token that is not
   * good, unavailable (`identity.provider_unreachable`) when the provider's keys cannot be read, which is not the caller's fault.
   */
  verify(token: string): Promise<AccessToken>
}
