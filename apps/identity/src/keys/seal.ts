import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const prefix = 'sealed:v1:'
const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** A secret in the database cannot be decrypted with this process's key. The message states what to set. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError'
}

/** How secrets are stored in the database: encrypted with a key from the environment, or in plain text without one. */
export interface Seal {
  readonly hasKey: boolean
  /** `context` is authenticated with the ciphertext, so that a sealed secret is worthless in another row. */
  seal(secret: string, context: string): string
  /**
   * Returns text that was stored before there was a key unchanged. Throws `SealedSecretError` if it was sealed with another key or for another
   * `context`, or altered.
   */
  open(stored: string, context: string): string
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(prefix)
}

/** `key` has 256 bits; with null, secrets are stored in plain text, and a sealed one still gives an error that explains why. */
export function createSeal(key: Uint8Array | null): Seal {
  return {
    hasKey: key !== null,
    seal(secret, context) {
      if (key === null) return secret
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return prefix + sealed.toString('base64url')
    },
    open(stored, context) {
      if (!isSealed(stored)) return stored
      if (key === null)
        throw new SealedSecretError(
          'The secrets of the identity provider are encrypted. Set AUSPEX_ENCRYPTION_KEY to the key that they were encrypted with.',
        )
      const bytes = Buffer.from(stored.slice(prefix.length), 'base64url')
      try {
        const iv = bytes.subarray(0, ivBytes)
        // without the length, Node accepts a shorter tag
        const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new SealedSecretError(
          'A secret of the identity provider cannot be decrypted: AUSPEX_ENCRYPTION_KEY is not the key that it was encrypted with, or the stored value was altered. Set the key that it was encrypted with.',
          { cause },
        )
      }
    },
  }
}
