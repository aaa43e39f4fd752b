import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { createTokenVerifier } from '../adapters/identity/create-token-verifier.ts'
import type { TokenVerifier } from '../adapters/identity/token-verifier.port.ts'
import type { Clock } from '../kernel/clock.ts'

/** Claims to add, or to replace; undefined removes one. */
export type TestClaims = Record<string, unknown>

/** An OpenID provider reduced to its signature: tokens signed here pass the real verifier, without a network. */
export interface TokenIssuer {
  issuer: string
  audience: string
  verifier: TokenVerifier
  /** Signs an access token, valid for five minutes by the clock unless `claims` override that. */
  signToken(claims: TestClaims, header?: Record<string, unknown>): Promise<string>
}

/** One for all issuers of a worker, because generating it takes a tenth of a second. */
let keys: ReturnType<typeof generateKeys> | undefined
const generateKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export function createTokenIssuer(clock: Clock, isRevoked?: (tokenId: string) => Promise<boolean>): TokenIssuer {
  const issuer = 'https://identity.example/oidc'
  const audience = 'api://auspex'
  const { privateKey, publicKey } = (keys ??= generateKeys())
  const signed = new Map<string, Promise<string>>()
  return {
    issuer,
    audience,
    verifier: createTokenVerifier({ issuer, audience, clock, keys: async () => publicKey, isRevoked }),
    signToken: (claims, header = {}) => {
      const now = Math.floor(clock.now().getTime() / 1000)
      const all = { iss: issuer, aud: audience, iat: now, exp: now + 300, client_id: 'auspex-web', ...claims }
      const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      const fullHeader = { alg: 'RS256', typ: 'at+jwt', ...header }
      // equal claims have equal signatures, and most requests of a file carry the same
      const key = JSON.stringify([present, fullHeader])
      const token = signed.get(key) ?? new SignJWT(present).setProtectedHeader(fullHeader).sign(privateKey)
      signed.set(key, token)
      return token
    },
  }
}
