/** The words of a text as the tone rules see them: parallel arrays, capitals kept apart from the folded word. */
export interface ToneWords {
  lower: string[]
  isUpper: boolean[]
  /** A mark that ends a clause stands behind the word. */
  endsClause: boolean[]
  /** "I" stands before the word; it is no word here itself, as no single character is. */
  followsI: boolean[]
  /** Some words, but not all, are in capitals: only then do capitals mean emphasis. */
  mixesCapitals: boolean
}

/** Spaces, dashes and ellipses part words; a hyphen does not. */
const parting = /[\s\u2013\u2014\u2026]+/

// no comma: "not smart, handsome or funny" denies all three
const clauseEnds = '.;:!?'
/** Before a comma they answer something, and deny nothing of what comes: "nope, still awful". */
const answers: ReadonlySet<string> = new Set(['no', 'nope', 'nah'])

/**
 * Splits a text at spaces and takes punctuation off both ends of each word. What would be left with two characters
 * or fewer stays whole unless they are letters, because it may be an emoticon; single characters are dropped, as in the
 * reference.
 */
export function toToneWords(text: string): ToneWords {
  const lower: string[] = []
  const isUpper: boolean[] = []
  const endsClause: boolean[] = []
  const followsI: boolean[] = []
  let uppers = 0
  let isAfterI = false
  for (const chunk of text.replaceAll('\u2019', "'").split(parting)) {
    const word = stripPunctuation(chunk)
    if (word.length <= 1) {
      isAfterI = word === 'I' || word === 'i'
      continue
    }
    const folded = word.toLowerCase()
    const upper = folded !== word && word.toUpperCase() === word
    if (upper) uppers++
    lower.push(folded)
    isUpper.push(upper)
    const last = chunk.charAt(chunk.length - 1)
    endsClause.push(word.length < chunk.length && (clauseEnds.includes(last) || (last === ',' && answers.has(folded))))
    followsI.push(isAfterI)
    isAfterI = false
  }
  return { lower, isUpper, endsClause, followsI, mixesCapitals: uppers > 0 && uppers < lower.length }
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
  return end - start > 2 || isPairOfLetters(chunk, start, end) ? { start, end } : { start: 0, end: chunk.length }
}

/** "no." and "OK," are words; ":D" and ";)" are not. */
function isPairOfLetters(chunk: string, start: number, end: number): boolean {
  return end - start === 2 && isLetter(chunk.charCodeAt(start)) && isLetter(chunk.charCodeAt(start + 1))
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function isPunctuation(code: number): boolean {
  if (code < 0x80) return code > 0x20 && !isAlphanumeric(code)
  // Typographic quotation marks.
  return (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}
