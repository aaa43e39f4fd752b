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
  /** How much a term says about the words around it: .1 for *look* and *thought*, 1 to 2 for *tax* and *salmon*. The length of its vector. */
  strengths: Float32Array
  /** The vectors without their lengths, row by row, each scaled to its largest number. */
  directions: Int8Array
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
 * The vectors as bytes: a line of JSON, the terms by lines in UTF-8, count and strength of each (32 bits each, little-endian), the
 * directions (8 bits a dimension). 45,000 terms of 128 dimensions take 6.6 MB.
 */
export function encodeWordVectors(vectors: WordVectors): Uint8Array<ArrayBuffer> {
  const { documents, dimensions, terms, counts, strengths, directions, commonWords } = vectors
  const text = new TextEncoder().encode([...commonWords, '', ...terms].join('\n'))
  const header: Header = {
    version: wordVectorsVersion,
    documents,
    dimensions,
    words: terms.length,
    textBytes: text.length,
  }
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`)
  const bytes = new Uint8Array(head.length + text.length + terms.length * 8 + directions.length)
  bytes.set(head)
  bytes.set(text, head.length)
  const view = new DataView(bytes.buffer, head.length + text.length)
  terms.forEach((_, at) => {
    view.setUint32(at * 8, counts[at] ?? 0, true)
    view.setFloat32(at * 8 + 4, strengths[at] ?? 0, true)
  })
  bytes.set(
    new Uint8Array(directions.buffer, directions.byteOffset, directions.length),
    head.length + text.length + terms.length * 8,
  )
  return bytes
}

/** The vectors of `encodeWordVectors`; null for bytes of another version or that are not vectors. */
export function decodeWordVectors(bytes: Uint8Array): WordVectors | null {
  const line = bytes.indexOf(10)
  const header = line < 0 ? null : readHeader(new TextDecoder().decode(bytes.subarray(0, line)))
  if (header === null) return null
  const { documents, dimensions, words, textBytes } = header
  const textEnd = line + 1 + textBytes
  if (bytes.length !== textEnd + words * 8 + words * dimensions) return null
  const lines = new TextDecoder().decode(bytes.subarray(line + 1, textEnd)).split('\n')
  const border = lines.indexOf('')
  const view = new DataView(bytes.buffer, bytes.byteOffset + textEnd)
  const copy = bytes.slice(textEnd + words * 8)
  return {
    documents,
    dimensions,
    terms: words === 0 ? [] : lines.slice(border + 1),
    commonWords: lines.slice(0, border),
    counts: Uint32Array.from({ length: words }, (_, at) => view.getUint32(at * 8, true)),
    strengths: Float32Array.from({ length: words }, (_, at) => view.getFloat32(at * 8 + 4, true)),
    directions: new Int8Array(copy.buffer, copy.byteOffset, copy.length),
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

/** The vectors of some words and of the phrases made of them: texts of those words read the same with them as with all. */
export function selectWords(vectors: WordVectors, words: ReadonlySet<string>): WordVectors {
  const { dimensions, terms, commonWords } = vectors
  const parts = new Set([...words, ...commonWords])
  const rows: number[] = []
  terms.forEach((term, row) => {
    const space = term.indexOf(' ')
    if (space < 0 ? words.has(term) : parts.has(term.slice(0, space)) && parts.has(term.slice(space + 1)))
      rows.push(row)
  })
  const directions = new Int8Array(rows.length * dimensions)
  rows.forEach((row, at) =>
    directions.set(vectors.directions.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions),
  )
  return {
    ...vectors,
    terms: rows.map((row) => terms[row] ?? ''),
    counts: Uint32Array.from(rows, (row) => vectors.counts[row] ?? 0),
    strengths: Float32Array.from(rows, (row) => vectors.strengths[row] ?? 0),
    directions,
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
  /** The row of a folded word or of two with a space between; null for one that has no vector. */
  rowOf: (term: string) => number | null
  /** Whether a folded word is frequent enough to be known. */
  isKnown: (word: string) => boolean
  /** Whether two neighbouring folded words are a phrase of the library. */
  isPhrase: (first: string, second: string) => boolean
  /** ln(documents / (1 + documents with the term)), at least 0: Spärck Jones (1972). */
  idf: Float64Array
  /** Rows of length one, as doubles. */
  rows: Float64Array
  /** The row of a folded word; -1 for one without a vector. */
  rowOfWord: (word: string) => number
  /** How much the term of each row says, whatever the topic: idf · content. */
  weights: Float64Array
  /** How much content a word has, in [0, 1], near 0 for words that go with everything (*found, things, never*); 1 for an unknown or a rare one. */
  contentOf: (word: string) => number
}

/** A word in this part of the documents, or more, that says less than this about the words around it is general. Both by reading lists of words. */
const generalShare = 0.002
const contentStrength = 0.4

/** Prepares vectors for reading texts: about 30 ms for 45,000 terms, so keep the result as long as the vectors. */
export function createWordReader(vectors: WordVectors): WordReader {
  const { terms, dimensions, directions, counts, documents, strengths } = vectors
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
  const rows = new Float64Array(directions.length)
  for (let from = 0; from < directions.length; from += dimensions) {
    let squares = 0
    for (let at = from; at < from + dimensions; at++) squares += (directions[at] ?? 0) ** 2
    const length = Math.sqrt(squares)
    if (length > 0) for (let at = from; at < from + dimensions; at++) rows[at] = (directions[at] ?? 0) / length
  }
  const idf = Float64Array.from(counts, (count) => Math.max(0, Math.log(documents / (1 + count))))
  const contentOfRow = (row: number) =>
    (counts[row] ?? 0) < generalShare * documents ? 1 : Math.min(1, (strengths[row] ?? 0) / contentStrength)
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
    contentOf: (word) => {
      const part = partOf.get(word)
      if (part === undefined) return 1
      return part < common ? 0 : contentOfRow(part - common)
    },
    rowOfWord: (word) => Math.max(-1, (partOf.get(word) ?? -1) - common),
    weights: idf.map((value, row) => value * contentOfRow(row)),
    rowOf: (term) => {
      const [first = '', second, ...more] = term.split(' ')
      const part = partOf.get(first) ?? -1
      if (second === undefined) return part < common ? null : part - common
      const next = partOf.get(second)
      return part < 0 || next === undefined || more.length > 0 ? null : (phrases.get(part * size + next) ?? null)
    },
    isKnown: (word) => partOf.has(word),
    isPhrase: (first, second) => {
      const [one, two] = [partOf.get(first), partOf.get(second)]
      return one !== undefined && two !== undefined && phrases.has(one * size + two)
    },
    idf,
    rows,
  }
}

/** A term and how near it is, as a cosine in [-1, 1]. */
export interface NearTerm {
  term: string
  likeness: number
}

/** The terms whose meaning is nearest to a word or phrase (folded, words joined by one space), nearest first; empty for an unknown one. */
export function nearestTerms({ vectors, rows, rowOf }: WordReader, term: string, limit: number): NearTerm[] {
  const from = rowOf(term)
  if (from === null) return []
  const { dimensions, terms } = vectors
  const found = terms.map((other, row): NearTerm => {
    let likeness = 0
    for (let at = 0; at < dimensions; at++)
      likeness += (rows[from * dimensions + at] ?? 0) * (rows[row * dimensions + at] ?? 0)
    return { term: other, likeness }
  })
  return found
    .toSpliced(from, 1)
    .toSorted((a, b) => b.likeness - a.likeness || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
}
