import { createSign, generateKeyPairSync } from 'node:crypto'

/** Signs tokens as JWTs (RFC 7519) with RS256. */
export interface SigningKey {
  jwks(): { keys: object[] }
  sign(claims: object, type: 'JWT' | 'at+jwt'): string
}

/** A key pair, made when it is first needed: it takes a tenth of a second. */
export function createSigningKey(): SigningKey {
  let pair: ReturnType<typeof makePair> | undefined
  const keys = () => (pair ??= makePair())
  return {
    jwks: () => ({ keys: [{ ...keys().publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] }),
    sign(claims, type) {
      const text = [{ alg: 'RS256', typ: type, kid: keyId }, claims].map(encode).join('.')
      return `${text}.${createSign('RSA-SHA256').update(text).sign(keys().privateKey, 'base64url')}`
    },
  }
}

const keyId = 'mock'

function makePair() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
