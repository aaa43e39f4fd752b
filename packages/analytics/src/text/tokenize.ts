import { isAttachment, splitAttached, type SplitWord } from './attached-words.ts'
import { foldWord, splitSignWords } from './fold-word.ts'
import { hasUnspacedScript, splitUnspacedScripts } from './unspaced-scripts.ts'

/** A word of a text: its folded form, and its position in the original text as [start, end) UTF-16 offsets. */
export interface Token {
  text: string
  start: number
  end: number
}

/**
 * Incremented with each change of the output of `tokenize`: words stored by an earlier version are then tokenised again
 * (docs/decisions/queries-and-text.md).
 */
export const wordsVersion = 2

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

const possessive = /(?:['\u2019\u02BC\uFF07]s)+$/iu
const anyApostrophe = /['\u2019\u02BC\uFF07]/u
const lastApostrophe = /['\u2019\u02BC\uFF07][^'\u2019\u02BC\uFF07]*$/u

const asciiOnly = /^\p{ASCII}*$/u

/**
 * Splits a text into folded words with their positions.
 *
 * Words are runs of letters, numbers and marks; inner apostrophes stay, a possessive 's is removed; every other character separates, except for the
 * signs of `fold-word.ts` (C++, R&D, emoji). Text attached to a word becomes a separate word (`attached-words.ts`). Each word is folded by
 * `foldWord`. Scripts without spaces are split by `Intl.Segmenter`. Markup and entities are not decoded. Folding a folded word changes nothing.
 */
export function tokenize(text: string): Token[] {
  const found: Token[] = []
  scan(text, (word, start, end) => found.push({ text: word, start, end }))
  return found
}

/** The folded words of a text in order: `tokenize` without the positions. */
export function tokens(text: string): string[] {
  const found: string[] = []
  scan(text, (word) => found.push(word))
  return found
}

type Emit = (word: string, start: number, end: number) => void

function scan(text: string, emit: Emit): void {
  splitSignWords(text, emit, (start, end) => {
    if (start === 0 && end === text.length) scanRuns(text, emit)
    else scanRuns(text.slice(start, end), (word, from, to) => emit(word, start + from, start + to))
  })
}

function scanRuns(text: string, emit: Emit): void {
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
    let hasApostrophe = false
    while (end < length) {
      const code = text.charCodeAt(end)
      const joins =
        isAsciiWordCode(code) ||
        (asciiClasses[code] === apostrophe && end + 1 < length && isAsciiWordCode(text.charCodeAt(end + 1)))
      if (!joins) break
      if (asciiClasses[code] === apostrophe) hasApostrophe = true
      end++
    }
    at = end
    if (hasApostrophe) emitFolded(text.slice(start, end), start, emit)
    else emit(lower.slice(start, Math.min(end, start + maxWordLength)), start, end)
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
    } else if (isAttachment(run)) {
      emit(run, start, start + run.length)
    } else if (hasUnspacedScript(run)) {
      splitUnspacedScripts(run, (part, from) => emitFolded(part, start + from, emit))
    } else {
      emitFolded(run, start, emit)
    }
  }
}

function emitFolded(run: string, start: number, emit: Emit): void {
  const folded = foldWord(run)
  const end = start + run.length - (possessive.exec(run)?.[0].length ?? 0)
  for (const word of folded) {
    const { articles, stem, endings } = splitAttached(word)
    // several words from one run ("½") share its position
    if (folded.length > 1) for (const part of [...articles, stem, ...endings]) emit(part, start, end)
    else emitParts({ articles, stem, endings }, { written: run.slice(0, end - start), start, emit })
  }
}

function emitParts(
  { articles, stem, endings }: SplitWord,
  { written, start, emit }: { written: string; start: number; emit: Emit },
): void {
  let at = start
  for (const article of articles) {
    const from = at
    at = start + written.slice(at - start).search(anyApostrophe) + (at - start) + 1
    emit(article, from, at)
  }
  const lengths = lengthsOf(endings, written)
  const stemEnd = start + written.length - lengths.reduce((sum, length) => sum + length, 0)
  emit(stem.slice(0, maxWordLength), at, stemEnd)
  at = stemEnd
  for (const [index, ending] of endings.entries()) {
    const from = at
    at += lengths[index] ?? 0
    emit(ending, from, at)
  }
}

/** The length of each ending in the original word: more than its own letters when they are written decomposed. */
function lengthsOf(endings: readonly string[], written: string): number[] {
  const lengths: number[] = []
  let rest = written
  for (const ending of endings.toReversed()) {
    const length = lengthOfEnding(ending.slice(1), rest)
    lengths.unshift(length)
    rest = rest.slice(0, -length)
  }
  return lengths
}

function lengthOfEnding(ending: string, written: string): number {
  if (!/\p{Script=Hangul}/u.test(ending)) return written.length - (lastApostrophe.exec(written)?.index ?? 0)
  for (let length = ending.length; length < written.length; length++) {
    if (written.slice(-length).normalize('NFKC') === ending) return length
  }
  return ending.length
}
