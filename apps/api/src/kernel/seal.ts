import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const prefix = 'sealed:v1:'
const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** How secrets of people are stored: encrypted with the key of the installation, or in plain text without one. */
export interface Seal {
  /** `context` is bound into the ciphertext, so that a sealed secret is worthless in another row. */
  close: (secret: string, context: string) => string
  /** Null when it was sealed with another key, or altered. */
  open: (stored: string, context: string) => string | null
}

/** `key` has 256 bits. The embedded provider does the same with its own secrets. */
export function createSeal(key: Uint8Array | null): Seal {
  return {
    close(secret, context) {
      if (key === null) return secret
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return prefix + sealed.toString('base64url')
    },
    open(stored, context) {
      if (!stored.startsWith(prefix)) return stored
      if (key === null) return null
      const bytes = Buffer.from(stored.slice(prefix.length), 'base64url')
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(context))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
