import { baseEmoji, emojiLengthAt } from './emoji-valences.ts'

/** The words of a text as the tone rules see them: parallel arrays, with the original capitals separate from the folded word. */
export interface ToneWords {
  lower: string[]
  isUpper: boolean[]
  /** A mark that ends a clause follows the word. */
  endsClause: boolean[]
  /** "I" precedes the word; like every single character, it is not a word here. */
  followsI: boolean[]
  /** Some words, but not all, are in capitals: only then do capitals mean emphasis. */
  mixesCapitals: boolean
}

/** The characters of ECMAScript's `\\s` outside ASCII. */
const otherSpaces =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

// no comma: "not smart, handsome or funny" negates all three
const clauseEnds = '.;:!?'
/** Before a comma these are answers, and do not negate what follows: "nope, still awful". */
const answers: ReadonlySet<string> = new Set(['no', 'nope', 'nah'])

/**
 * Splits a text at spaces and removes punctuation from both ends of each word. If at most two characters would remain, the word stays whole unless
 * they are letters, because it may be an emoticon; single characters are dropped, as in the reference.
 */
export function toToneWords(text: string): ToneWords {
  const straight = text.includes('\u2019') ? text.replaceAll('\u2019', "'") : text
  const folded = foldCase(straight)
  const lower: string[] = []
  const isUpper: boolean[] = []
  const endsClause: boolean[] = []
  const followsI: boolean[] = []
  let uppers = 0
  let isAfterI = false
  forEachChunk(straight, (from, to, isEmoji) => {
    if (isEmoji) {
      lower.push(baseEmoji(straight, from))
      isUpper.push(false)
      endsClause.push(false)
      followsI.push(false)
      isAfterI = false
      return
    }
    const { start, end } = insidePunctuation(straight, from, to)
    const word = folded?.slice(start, end) ?? straight.slice(start, end).toLowerCase()
    if (end - start <= 1) {
      isAfterI = word === 'i'
      return
    }
    const upper = !isLowerLetter(straight.charCodeAt(end - 1)) && isCapitals(straight.slice(start, end), word)
    if (upper) uppers++
    lower.push(word)
    isUpper.push(upper)
    const last = end < to ? straight.charAt(to - 1) : ''
    endsClause.push(last !== '' && (clauseEnds.includes(last) || (last === ',' && answers.has(word))))
    followsI.push(isAfterI)
    isAfterI = false
  })
  return { lower, isUpper, endsClause, followsI, mixesCapitals: uppers > 0 && uppers < lower.length }
}

/** Folding the whole text at once is faster than each word; null where folding shifts positions ("İ" becomes two characters). */
function foldCase(text: string): string | null {
  const folded = text.toLowerCase()
  return folded.length === text.length ? folded : null
}

function isCapitals(word: string, folded: string): boolean {
  return folded !== word && word.toUpperCase() === word
}

/** Positions of the words of `toToneWords` in the text, in its order: [start, end) in UTF-16 units. */
export function toneWordSpans(text: string): [start: number, end: number][] {
  const spans: [number, number][] = []
  forEachChunk(text, (from, to, isEmoji) => {
    const { start, end } = isEmoji ? { start: from, end: to } : insidePunctuation(text, from, to)
    if (isEmoji || end - start > 1) spans.push([start, end])
  })
  return spans
}

/** Visits the chunks between spaces, dashes and ellipses, and each emoji; a hyphen does not separate. A scan takes half of the time of a pattern. */
function forEachChunk(text: string, visit: (from: number, to: number, isEmoji: boolean) => void): void {
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const emoji = at < text.length ? emojiLengthAt(text, at) : 0
    if (emoji === 0 && at < text.length && !isParting(text.charCodeAt(at))) continue
    if (from < at) visit(from, at, false)
    if (emoji > 0) visit(at, at + emoji, true)
    from = at + Math.max(1, emoji)
    at = from - 1
  }
}

function isParting(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0x2013 || code === 0x2014 || code === 0x2026 || otherSpaces.includes(String.fromCharCode(code))
}

function insidePunctuation(text: string, from: number, to: number): { start: number; end: number } {
  let start = from
  let end = to
  while (start < end && isPunctuation(text.charCodeAt(start))) start++
  while (end > start && isPunctuation(text.charCodeAt(end - 1))) end--
  return end - start > 2 || isPairOfLetters(text, start, end) ? { start, end } : { start: from, end: to }
}

/** "no." and "OK," are words; ":D" and ";)" are not. */
function isPairOfLetters(chunk: string, start: number, end: number): boolean {
  return end - start === 2 && isLetter(chunk.charCodeAt(start)) && isLetter(chunk.charCodeAt(start + 1))
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || isLowerLetter(code)
}

function isLowerLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

function isPunctuation(code: number): boolean {
  if (code < 0x80) return code > 0x20 && !isAlphanumeric(code)
  // Typographic quotation marks.
  return (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}
