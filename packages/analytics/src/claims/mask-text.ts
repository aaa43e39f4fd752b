import type { Claim } from './claim.ts'
import { toQuotation } from './to-quotation.ts'

/** Stands for something that a claim vouches for; no document may write it. */
export const mask = '\uE000'

export interface MaskedText {
  /** The text with a mask for each thing that a claim vouches for. */
  rest: string
  /** What was masked, in the order of the text. */
  vouched: string[]
}

/**
 * Takes out of a text what its claims vouch for: quotations in their marks, renderings of numbers, and names. The longest
 * goes first, and only whole words are taken, so that `12 documents` does not vouch for the end of `112 documents`.
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

/** The first whole word of `known` from `from` on, of those that begin there the one that stands first in `known`. One pattern of all words would be built anew for each sentence, which took longer than all else. */
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
/** Code units around a word that tell whether it goes on: two characters, each of two units at most. */
const around = 4

function isWhole(text: string, start: number, word: string): boolean {
  const end = start + word.length
  if (startsBound.test(word) && goesOnBefore.test(text.slice(Math.max(0, start - around), start))) return false
  return !(endsBound.test(word) && goesOnAfter.test(text.slice(end, end + around)))
}
