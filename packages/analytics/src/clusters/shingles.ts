import { hashText } from './hash-text.ts'

/** Shorter texts contain too little to be called copies of each other. */
export const minFingerprintTokens = 5

/**
 * The set of features that copies share: words and pairs of neighbours, as sorted 32-bit hashes. Pairs alone miss an
 * edited title of eight words, words alone join different stories of one topic.
 */
export function toShingles(tokens: readonly string[]): Uint32Array {
  const hashes = new Set<number>()
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at] ?? ''
    hashes.add(hashText(word, 0))
    const next = tokens[at + 1]
    if (next !== undefined) hashes.add(hashText(`${word} ${next}`, 1))
  }
  return Uint32Array.from(hashes).toSorted()
}

/** Jaccard similarity of two sorted sets, in [0, 1]: shared members over all members; 0 for two empty sets. */
export function jaccard(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  let atA = 0
  let atB = 0
  while (atA < a.length && atB < b.length) {
    const valueA = a[atA] ?? 0
    const valueB = b[atB] ?? 0
    if (valueA === valueB) shared++
    if (valueA <= valueB) atA++
    if (valueB <= valueA) atB++
  }
  const union = a.length + b.length - shared
  return union === 0 ? 0 : shared / union
}
