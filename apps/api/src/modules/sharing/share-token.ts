import { createHash, randomBytes } from 'node:crypto'

/** 192 bits: more than anybody can try. */
const tokenBytes = 24

/** Makes the secret of a link. */
export type CreateShareToken = () => string

export const createShareToken: CreateShareToken = () => randomBytes(tokenBytes).toString('base64url')

/** What is stored of a secret. It is random, so that a plain hash cannot be turned back by guessing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
