import { createHash, randomBytes } from 'node:crypto'

/** 192 bits, too many to guess. */
const tokenBytes = 24

/** Creates the secret of a link. */
export function createShareToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** The stored form of a secret. It is random, so a plain hash cannot be reversed by guessing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
