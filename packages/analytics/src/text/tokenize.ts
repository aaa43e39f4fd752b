import { foldWord } from './fold-word.ts'
import { hasUnspacedScript, splitUnspacedScripts } from './unspaced-scripts.ts'

/** A word of a text: its folded form, and where it stands in the original text as [start, end) UTF-16 offsets. */
export interface Token {
  text: string
  start: number
  end: number
}

/** Longer words are cut here: 256 UTF-16 units stay below PostgreSQL's lexeme limit of 2,046 bytes in every script. */
const maxWordLength = 256

const lowerOrDigit = 1
const upper = 2
const apostrophe = 3

const asciiClasses = new Uint8Array(128)
for (let code = 0x30; code <= 0x39; code++) asciiClasses[code] = lowerOrDigit
for (let code = 0x61; code <= 0x7a; code++) asciiClasses[code] = lowerOrDigit
for (let code = 0x41; code <= 0x5a; code++) asciiClasses[code] = upper
asciiClasses[0x27] = apostrophe

// Apostrophes: ' ’ ʼ ＇. Between letters, soft hyphens and zero-width joiners are spelling, not separators.
const wordRun = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\u00AD\u200C\u200D]|['\u2019\u02BC\uFF07](?=[\p{L}\p{N}]))*/gu

const asciiOnly = /^\p{ASCII}*$/u

/**
 * Splits a text into folded words with their places.
 *
 * Words are runs of letters, numbers and marks; inner apostrophes stay, a possessive 's goes; every other character
 * separates. Each word is NFKC, lower case, Latin and Greek without diacritics. Scripts that write no spaces are
 * split by `Intl.Segmenter`. Markup and entities are not decoded. Folding a folded word changes nothing.
 */
export function tokenize(text: string): Token[] {
  const found: Token[] = []
  scan(text, (word, start, end) => found.push({ text: word, start, end }))
  return found
}

/** The folded words of a text in order: `tokenize` without the places. */
export function tokens(text: string): string[] {
  const found: string[] = []
  scan(text, (word) => found.push(word))
  return found
}

type Emit = (word: string, start: number, end: number) => void

function scan(text: string, emit: Emit): void {
  if (asciiOnly.test(text)) scanAscii(text, emit)
  else scanUnicode(text, emit)
}

function scanAscii(text: string, emit: Emit): void {
  const length = text.length
  const lower = text.toLowerCase()
  let at = 0
  while (at < length) {
    if (!isAsciiWordCode(text.charCodeAt(at))) {
      at++
      continue
    }
    const start = at
    let end = at + 1
    while (end < length) {
      const code = text.charCodeAt(end)
      const joins =
        isAsciiWordCode(code) ||
        (asciiClasses[code] === apostrophe && end + 1 < length && isAsciiWordCode(text.charCodeAt(end + 1)))
      if (!joins) break
      end++
    }
    at = end
    let wordEnd = end
    // "bitcoin's" → "bitcoin"; only the word shrinks, the next scan still starts after the 's.
    while (wordEnd - start > 2 && lower.charCodeAt(wordEnd - 1) === 0x73 && lower.charCodeAt(wordEnd - 2) === 0x27) {
      wordEnd -= 2
    }
    emit(lower.slice(start, Math.min(wordEnd, start + maxWordLength)), start, wordEnd)
  }
}

function isAsciiWordCode(code: number): boolean {
  const kind = asciiClasses[code]
  return kind === lowerOrDigit || kind === upper
}

function scanUnicode(text: string, emit: Emit): void {
  for (const match of text.matchAll(wordRun)) {
    const run = match[0]
    const start = match.index
    if (asciiOnly.test(run)) {
      scanAscii(run, (word, from, to) => emit(word, start + from, start + to))
    } else if (hasUnspacedScript(run)) {
      splitUnspacedScripts(run, (part, from, to) => emitFolded(part, start + from, start + to, emit))
    } else {
      emitFolded(run, start, start + run.length, emit)
    }
  }
}

function emitFolded(run: string, start: number, end: number, emit: Emit): void {
  for (const word of foldWord(run)) emit(word.slice(0, maxWordLength), start, end)
}
