/** The words of a text as the tone rules see them: parallel arrays, capitals kept apart from the folded word. */
export interface ToneWords {
  lower: string[]
  isUpper: boolean[]
  /** A mark that ends a clause stands behind the word. */
  endsClause: boolean[]
  /** Some words, but not all, are in capitals: only then do capitals mean emphasis. */
  mixesCapitals: boolean
}

/** Spaces, dashes and ellipses part words; a hyphen does not. */
const parting = /[\s\u2013\u2014\u2026]+/

// no comma: "not smart, handsome or funny" denies all three
const clauseEnds = '.;:!?'

/**
 * Splits a text at spaces and takes punctuation off both ends of each word. What would be left with two characters
 * or fewer stays whole, because it may be an emoticon; single characters are dropped, as in the reference.
 */
export function toToneWords(text: string): ToneWords {
  const lower: string[] = []
  const isUpper: boolean[] = []
  const endsClause: boolean[] = []
  let uppers = 0
  for (const chunk of text.replaceAll('\u2019', "'").split(parting)) {
    const word = stripPunctuation(chunk)
    if (word.length <= 1) continue
    const folded = word.toLowerCase()
    const upper = folded !== word && word.toUpperCase() === word
    if (upper) uppers++
    lower.push(folded)
    isUpper.push(upper)
    endsClause.push(word.length < chunk.length && clauseEnds.includes(chunk.charAt(chunk.length - 1)))
  }
  return { lower, isUpper, endsClause, mixesCapitals: uppers > 0 && uppers < lower.length }
}

/** Where the words of `toToneWords` stand in the text, in its order: [start, end) in UTF-16 units. */
export function toneWordSpans(text: string): [start: number, end: number][] {
  const spans: [number, number][] = []
  for (const { 0: chunk, index } of text.matchAll(/[^\s\u2013\u2014\u2026]+/g)) {
    const { start, end } = insidePunctuation(chunk)
    if (end - start > 1) spans.push([index + start, index + end])
  }
  return spans
}

function stripPunctuation(chunk: string): string {
  const { start, end } = insidePunctuation(chunk)
  return chunk.slice(start, end)
}

function insidePunctuation(chunk: string): { start: number; end: number } {
  let start = 0
  let end = chunk.length
  while (start < end && isPunctuation(chunk.charCodeAt(start))) start++
  while (end > start && isPunctuation(chunk.charCodeAt(end - 1))) end--
  return end - start <= 2 ? { start: 0, end: chunk.length } : { start, end }
}

function isPunctuation(code: number): boolean {
  if (code < 0x80) return code > 0x20 && !isAlphanumeric(code)
  // Typographic quotation marks.
  return (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}
