import { hashText } from './hash-text.ts'
import { minFingerprintTokens } from './shingles.ts'

/**
 * Identifies a title by its words in order: two titles with the same words have the same fingerprint (64 bits, 16 hex
 * digits). Null for fewer than five words, because short titles ("Weather") are shared by different stories.
 */
export function titleFingerprint(tokens: readonly string[]): string | null {
  if (tokens.length < minFingerprintTokens) return null
  const text = tokens.join(' ')
  return hex(hashText(text, 0)) + hex(hashText(text, 0x5bd1e995))
}

function hex(hash: number): string {
  return hash.toString(16).padStart(8, '0')
}
