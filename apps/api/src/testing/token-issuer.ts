import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { createTokenVerifier } from '../adapters/identity/create-token-verifier.ts'
import type { TokenVerifier } from '../adapters/identity/token-verifier.port.ts'
import type { Clock } from '../kernel/clock.ts'

/** Claims to add, or to replace; undefined leaves one out. */
export type TestClaims = Record<string, unknown>

/** An OpenID provider reduced to its signature: tokens signed here pass the real verifier, without a network. */
export interface TokenIssuer {
  issuer: string
  audience: string
  verifier: TokenVerifier
  /** Signs an access token, good for five minutes by the clock unless `claims` say otherwise. */
  signToken(claims: TestClaims, header?: Record<string, unknown>): Promise<string>
}

export function createTokenIssuer(clock: Clock, isRevoked?: (tokenId: string) => Promise<boolean>): TokenIssuer {
  const issuer = 'https://identity.example/oidc'
  const audience = 'api://auspex'
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    issuer,
    audience,
    verifier: createTokenVerifier({ issuer, audience, clock, keys: async () => publicKey, isRevoked }),
    signToken: (claims, header = {}) => {
      const now = Math.floor(clock.now().getTime() / 1000)
      const all = { iss: issuer, aud: audience, iat: now, exp: now + 300, client_id: 'auspex-web', ...claims }
      const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      return new SignJWT(present).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...header }).sign(privateKey)
    },
  }
}
