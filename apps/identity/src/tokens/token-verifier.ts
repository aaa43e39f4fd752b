import type { JWK, JWTPayload } from 'jose'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { toPublicKey } from '../keys/signing-keys.ts'
import type { Clock } from '../storage/database.ts'

/** Verifies access tokens that this provider signed; rejects with jose's error otherwise. */
export type VerifyToken = (token: string) => Promise<JWTPayload>

export function createTokenVerifier(options: {
  issuer: string
  audience: string
  keys: readonly JWK[]
  clock: Clock
}): VerifyToken {
  const { issuer, audience, keys, clock } = options
  const keySet = createLocalJWKSet({ keys: keys.map(toPublicKey) })
  return async (token) => {
    const verified = await jwtVerify(token, keySet, { issuer, audience, typ: 'at+jwt', currentDate: new Date(clock()) })
    return verified.payload
  }
}
