import { attachmentMark } from '@auspex/contract/attached-words'
import { hasUnspacedScript } from '../text/unspaced-scripts.ts'

/** The form of stored vectors. Bytes of another form are refused, and the library is read again. */
export const wordVectorsVersion = 1

/** What a library's words mean: one vector for each frequent word and phrase, near those of the words it occurs with. */
export interface WordVectors {
  /** Number of distinct documents they were learned from. */
  documents: number
  dimensions: number
  /** Folded words, the most frequent first, then phrases: two folded words with a space between. */
  terms: readonly string[]
  /** Number of documents that hold each term. */
  counts: Uint32Array
  /** Row by row, each of length one times its scale: only the direction counts. */
  values: Int8Array
  /** The words left out because they are in most documents. */
  commonWords: readonly string[]
}

interface Header {
  version: number
  documents: number
  dimensions: number
  words: number
  textBytes: number
}

/**
 * The vectors as bytes: a line of JSON, the terms by lines in UTF-8, the counts (32 bits, little-endian), the vectors (8 bits). 45,000 terms of 128
 * dimensions take 6.5 MB.
 */
export function encodeWordVectors(vectors: WordVectors): Uint8Array<ArrayBuffer> {
  const { documents, dimensions, terms, counts, values, commonWords } = vectors
  const text = new TextEncoder().encode([...commonWords, '', ...terms].join('\n'))
  const header: Header = { version: wordVectorsVersion, documents, dimensions, words: terms.length, textBytes: text.length }
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`)
  const bytes = new Uint8Array(head.length + text.length + terms.length * 4 + values.length)
  bytes.set(head)
  bytes.set(text, head.length)
  const view = new DataView(bytes.buffer, head.length + text.length)
  counts.forEach((count, at) => view.setUint32(at * 4, count, true))
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), head.length + text.length + terms.length * 4)
  return bytes
}

/** The vectors of `encodeWordVectors`; null for bytes of another version or that are not vectors. */
export function decodeWordVectors(bytes: Uint8Array): WordVectors | null {
  const line = bytes.indexOf(10)
  const header = line < 0 ? null : readHeader(new TextDecoder().decode(bytes.subarray(0, line)))
  if (header === null) return null
  const { documents, dimensions, words, textBytes } = header
  const textEnd = line + 1 + textBytes
  if (bytes.length !== textEnd + words * 4 + words * dimensions) return null
  const lines = new TextDecoder().decode(bytes.subarray(line + 1, textEnd)).split('\n')
  const border = lines.indexOf('')
  const view = new DataView(bytes.buffer, bytes.byteOffset + textEnd)
  const copy = bytes.slice(textEnd + words * 4)
  return {
    documents,
    dimensions,
    terms: words === 0 ? [] : lines.slice(border + 1),
    commonWords: lines.slice(0, border),
    counts: Uint32Array.from({ length: words }, (_, at) => view.getUint32(at * 4, true)),
    values: new Int8Array(copy.buffer, copy.byteOffset, copy.length),
  }
}

function readHeader(line: string): Header | null {
  try {
    const header = JSON.parse(line) as Header // only this module writes it, and the version says which form
    return header.version === wordVectorsVersion ? header : null
  } catch {
    return null
  }
}

/** Whether a folded word can have a meaning of its own: two characters with a letter, a year, or one sign of a script without spaces. */
export function isMeaningfulWord(word: string): boolean {
  if (word.includes(attachmentMark)) return false
  if (word.length === 1) return hasUnspacedScript(word)
  return /\p{L}/u.test(word) || /^(?:19|20)\d\d$/.test(word)
}

const addresses = /(?:https?:\/\/|www\.)\S+/giu

/** A text without web addresses: their parts ("utm", "index") are no words of what is said. */
export function withoutAddresses(text: string): string {
  return text.includes('http') || text.includes('www.') ? text.replace(addresses, ' ') : text
}

/** Looks words and phrases up in a library's vectors. */
export interface WordReader {
  vectors: WordVectors
  /** The rows of the words and phrases of a text, in its order, from its folded words. */
  readRows: (words: readonly string[]) => number[]
  /** ln(documents / (1 + documents with the term)), at least 0: Spärck Jones (1972). */
  idf: Float64Array
  /** Rows of length one, as doubles. */
  rows: Float64Array
}

/** Prepares vectors for reading texts: about 30 ms for 45,000 terms, so keep the result as long as the vectors. */
export function createWordReader(vectors: WordVectors): WordReader {
  const { terms, dimensions, values, counts, documents } = vectors
  const { commonWords } = vectors
  const common = commonWords.length
  const partOf = new Map(commonWords.map((word, part) => [word, part]))
  const phrases = new Map<number, number>()
  const size = terms.length + common
  terms.forEach((term, row) => {
    const space = term.indexOf(' ')
    if (space < 0) {
      partOf.set(term, row + common)
      return
    }
    const [first, second] = [partOf.get(term.slice(0, space)), partOf.get(term.slice(space + 1))]
    if (first !== undefined && second !== undefined) phrases.set(first * size + second, row)
  })
  const rows = new Float64Array(values.length)
  for (let from = 0; from < values.length; from += dimensions) {
    let squares = 0
    for (let at = from; at < from + dimensions; at++) squares += (values[at] ?? 0) ** 2
    const length = Math.sqrt(squares)
    if (length > 0) for (let at = from; at < from + dimensions; at++) rows[at] = (values[at] ?? 0) / length
  }
  return {
    vectors,
    readRows: (words) => {
      const found: number[] = []
      let before = -1
      for (const word of words) {
        const part = partOf.get(word) ?? -1
        if (part >= common) found.push(part - common)
        const phrase = before < 0 || part < 0 ? undefined : phrases.get(before * size + part)
        if (phrase !== undefined) found.push(phrase)
        before = part
      }
      return found
    },
    idf: Float64Array.from(counts, (count) => Math.max(0, Math.log(documents / (1 + count)))),
    rows,
  }
}

/** A term and how near it is, as a cosine in [-1, 1]. */
export interface NearTerm {
  term: string
  likeness: number
}

/** The terms whose meaning is nearest to a word or phrase (folded, words joined by one space), nearest first; empty for an unknown one. */
export function nearestTerms({ vectors, rows }: WordReader, term: string, limit: number): NearTerm[] {
  const from = vectors.terms.indexOf(term)
  if (from < 0) return []
  const { dimensions, terms } = vectors
  const found = terms.map((other, row): NearTerm => {
    let likeness = 0
    for (let at = 0; at < dimensions; at++) likeness += (rows[from * dimensions + at] ?? 0) * (rows[row * dimensions + at] ?? 0)
    return { term: other, likeness }
  })
  return found
    .toSpliced(from, 1)
    .toSorted((a, b) => b.likeness - a.likeness || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
}
