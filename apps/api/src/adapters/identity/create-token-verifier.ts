import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../kernel/clock.ts'
import { CodedError } from '../../kernel/errors.ts'
import { type ClaimPaths, defaultClaimPaths, readList, readSubject, readText } from './claim-paths.ts'
import { ProviderUnreachableError } from './provider-keys.ts'
import type { AccessToken, TokenVerifier } from './token-verifier.port.ts'

/** Maximum difference between the provider's clock and ours, in seconds: a token lives five minutes, and a machine that follows a time server differs by less than one. */
const skewSeconds = 60

/** Asymmetric only: with a shared secret, anyone who can verify could also sign. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

export interface TokenVerifierOptions {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  clock: Clock
  claimPaths?: ClaimPaths
  /** Called with the `jti` of each valid token, when the provider can revoke access tokens before they expire. */
  isRevoked?: ((tokenId: string) => Promise<boolean>) | undefined
}

/** Verifies JWT access tokens of Okta, Auth0, Keycloak, Entra and oidc-provider. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  // Auth0's issuer ends with a slash, the others' do not
  const issuer = options.issuer.replace(/\/$/, '')
  const issuers = [issuer, `${issuer}/`]
  return {
    verify: async (token) => {
      try {
        const now = options.clock.now()
        const { payload, protectedHeader } = await jwtVerify(token, options.keys, {
          issuer: issuers,
          audience: options.audience,
          algorithms,
          clockTolerance: skewSeconds,
          currentDate: now,
          requiredClaims: ['sub', 'exp', 'iat'],
        })
        requireAccessToken(protectedHeader, payload)
        requirePastIssue(payload, now)
        if (payload.jti !== undefined && (await options.isRevoked?.(payload.jti)) === true)
          throw claimFailure(payload, 'jti')
        return toAccessToken(payload, { issuer, paths: options.claimPaths ?? defaultClaimPaths })
      } catch (error) {
        throw toCodedError(error)
      }
    },
  }
}

/** Okta omits `typ`, RFC 9068 requires at+jwt, others use JWT. An ID token is signed by the same keys, but is only for the client. */
function requireAccessToken(header: JWTHeaderParameters, payload: JWTPayload): void {
  const type = header.typ?.toLowerCase().replace(/^application\//, '')
  if (type !== undefined && type !== 'at+jwt' && type !== 'jwt') throw claimFailure(payload, 'typ')
  const isOther =
    payload['nonce'] !== undefined ||
    payload['at_hash'] !== undefined ||
    payload['typ'] === 'ID' ||
    payload['typ'] === 'Refresh'
  if (isOther) throw claimFailure(payload, 'typ')
}

/** The library checks for a future `iat` only together with a maximum age. */
function requirePastIssue(payload: JWTPayload, now: Date): void {
  if ((payload.iat ?? 0) > now.getTime() / 1000 + skewSeconds) throw claimFailure(payload, 'iat')
}

function claimFailure(payload: JWTPayload, claim: string): Error {
  return new errors.JWTClaimValidationFailed(`unexpected ${claim}`, payload, claim, 'check_failed')
}

function toAccessToken(claims: JWTPayload, { issuer, paths }: { issuer: string; paths: ClaimPaths }): AccessToken {
  const clientId = readText(claims, ['client_id', 'cid', 'azp', 'appid'])
  const subject = readSubject(claims)
  if (subject === null) throw claimFailure(claims, 'sub')
  return {
    issuer,
    subject,
    clientId,
    kind: isService(claims, subject, clientId) ? 'service' : 'person',
    scopes: readList(claims, ['scope', 'scp']),
    organizationId: readText(claims, paths.organization),
    organizationName: readText(claims, paths.organizationName),
    groups: readList(claims, paths.groups),
    roles: readList(claims, paths.roles),
    email: readText(claims, paths.email),
    isEmailVerified: claims['email_verified'] === true,
    name: readText(claims, paths.name),
    expiresAt: claims.exp ?? 0,
  }
}

/** How the providers mark a token that an application got for itself, in the order of oidc-provider and Okta, Auth0, Keycloak, Entra. */
function isService(claims: JWTPayload, subject: string, clientId: string | null): boolean {
  return (
    subject === clientId ||
    claims['gty'] === 'client-credentials' ||
    subject === `${clientId}@clients` ||
    claims['preferred_username'] === `service-account-${clientId}` ||
    claims['idtyp'] === 'app'
  )
}

function toCodedError(error: unknown): CodedError {
  // a provider outage must not look like a bad token: every open app would reload
  if (error instanceof ProviderUnreachableError) {
    return new CodedError({
      kind: 'unavailable',
      code: 'identity.provider_unreachable',
      title: 'Sign-in cannot be checked right now',
      detail: 'The identity provider does not answer. Try again in a moment.',
      retryAfterSeconds: 10,
      cause: error,
    })
  }
  if (!(error instanceof errors.JOSEError)) throw error // a defect, or the revocation store is down
  return new CodedError({
    kind: 'unauthenticated',
    code: 'identity.invalid_token',
    title: 'Sign in to continue',
    detail:
      error instanceof errors.JWTExpired ? 'The access token has expired.' : 'The access token is not valid here.',
    cause: error,
  })
}
