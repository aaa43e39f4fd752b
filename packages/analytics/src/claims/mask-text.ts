import type { Claim } from './claim.ts'
import { toQuotation } from './to-quotation.ts'

/** Replaces text that a claim vouches for; no document may contain it. */
export const mask = '\uE000'

export interface MaskedText {
  /** The text with a mask in place of everything that a claim vouches for. */
  rest: string
  /** The masked texts, in the order of the text. */
  vouched: string[]
}

/**
 * Removes from a text what its claims vouch for: quotations in their marks, renderings of numbers, and names. The longest goes first, and only whole
 * words are removed, so that `12 documents` does not vouch for the end of `112 documents`.
 */
export function maskText(text: string, claims: readonly Claim[]): MaskedText {
  const quotations = claims.flatMap(({ quote }) => (quote === null ? [] : [toQuotation(quote.text)]))
  const words = claims.flatMap(({ numbers, names }) => [...numbers.map((number) => number.text), ...names])
  const known = [...new Set([...quotations, ...words])]
    .filter((one) => one !== '')
    .toSorted((a, b) => b.length - a.length)
  const vouched: string[] = []
  let [rest, at] = ['', 0]
  for (let next = findNext(text, known, at); next !== null; next = findNext(text, known, at)) {
    vouched.push(next.word)
    rest += text.slice(at, next.start) + mask
    at = next.start + next.word.length
  }
  return { rest: rest + text.slice(at), vouched }
}

/**
 * The first whole word of `known` at or after `from`; of several that begin there, the one that comes first in `known`. A pattern of all words, built
 * for each sentence, took longer than everything else.
 */
function findNext(text: string, known: readonly string[], from: number): { word: string; start: number } | null {
  let next: { word: string; start: number } | null = null
  for (const word of known) {
    let start = text.indexOf(word, from)
    while (start >= 0 && !isWhole(text, start, word)) start = text.indexOf(word, start + 1)
    if (start >= 0 && (next === null || start < next.start)) next = { word, start }
  }
  return next
}

const startsBound = /^[\p{L}\p{N}+−-]/u
const endsBound = /[\p{L}\p{N}]$/u
const goesOnBefore = /(?:[\p{L}\p{N}]|\p{N}[.,]|[+−-])$/u
const goesOnAfter = /^(?:[\p{L}\p{N}]|[.,]\p{N}|\s?%)/u
/** Code units around a word that show whether it continues: two characters of at most two units each. */
const contextUnits = 4

function isWhole(text: string, start: number, word: string): boolean {
  const end = start + word.length
  if (startsBound.test(word) && goesOnBefore.test(text.slice(Math.max(0, start - contextUnits), start))) return false
  return !(endsBound.test(word) && goesOnAfter.test(text.slice(end, end + contextUnits)))
}
