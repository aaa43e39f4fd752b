import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret of 256 random bits. */
export function generateClientSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 suffices: a secret of 256 random bits cannot be guessed, so slowness would only cost the server. */
export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function matchesClientSecret(secret: string, hash: string): boolean {
  const actual = Buffer.from(hashClientSecret(secret))
  const expected = Buffer.from(hash)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
