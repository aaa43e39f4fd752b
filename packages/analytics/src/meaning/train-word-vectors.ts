import { createRandom } from '@auspex/contract/random'
import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'
import { type SparseMatrix, type TruncatedSvd, truncatedSvd } from './truncated-svd.ts'
import { isMeaningfulWord, withoutAddresses, type WordVectors } from './word-vectors.ts'
import { compareText } from '../text/compare-text.ts'

/** The part of a text that is read, in UTF-16 units after the title: the first sentences say what it is about. */
export const readLength = 400

/** The words in most documents connect everything. A fixed number and not a list, so that it works in every language. */
const commonWords = 120
/** A word of fewer documents has too few neighbours to have a place. */
const minDocuments = 8
const maxWords = 40_000
const maxPhrases = 10_000
/** Words without content of their own that begin names: New York, Los Angeles, El Salvador. */
export const nameStarts: ReadonlySet<string> = new Set([
  'new',
  'los',
  'las',
  'san',
  'el',
  'la',
  'de',
  'van',
  'von',
  'di',
  'del',
])
/** Distinct words of one document: pairs grow with the square, and a long list must not outweigh everything else. */
const maxDocumentWords = 60
/** Pairs of fewer documents are chance, and most of all pairs. */
const minPairDocuments = 3
/** Context counts to this power, so that rare contexts do not dominate: Levy, Goldberg & Dagan (2015), §3.1. */
const contextPower = 0.75
/** Normalised PMI of neighbouring words from which they are one phrase: Bouma (2009). Chosen by reading lists of phrases around it. */
const minPhraseNpmi = 0.42
const minPhraseOccurrences = 12

/** A document to learn from. */
export interface ReadableDocument {
  title: string
  body: string | null
}

/** Reads documents one by one, then learns what their words mean. */
export interface WordVectorTrainer {
  /** Reads the title and the first 400 characters of the text. A document with the same words as an earlier one is a copy and not read. */
  add: (document: ReadableDocument) => void
  /** Number of documents read, without copies. */
  readonly documents: number
  /** Learns from what was read; `onProgress` gets the share that is done, in [0, 1]. Further documents can be added afterwards. */
  train: (onProgress?: (share: number) => void) => WordVectors
}

/**
 * Learns vectors of words from documents alone: positive pointwise mutual information of words in one document, decomposed to a few dimensions (Levy,
 * Goldberg & Dagan 2015, Improving distributional similarity with lessons learned from word embeddings). Phrases (neighbours with a high normalised
 * PMI) have vectors as words do. The same documents and seed give the same bits, in any order of documents. One language each: languages mixed in one
 * space are apart anyway and take dimensions from each other. 420,000 documents take about 30 s and 500 MB; meant for a worker thread.
 */
export function createWordVectorTrainer({
  dimensions = 128,
  seed = 1,
}: { dimensions?: number; seed?: number } = {}): WordVectorTrainer {
  const numbers = new Map<string, number>()
  const words: string[] = ['']
  const counts = new GrowingNumbers()
  const lastDocument = new GrowingNumbers()
  const text = new GrowingNumbers()
  const starts = new GrowingNumbers()
  const seen = new Set<number>()
  counts.push(0)
  lastDocument.push(0)
  starts.push(0)
  const numberOf = (word: string): number => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    const number = words.length
    numbers.set(word, number)
    words.push(word)
    counts.push(0)
    lastDocument.push(0)
    return number
  }
  return {
    get documents() {
      return starts.length - 1
    },
    add: ({ title, body }) => {
      const found = tokens(withoutAddresses(title)).map((word) => (isMeaningfulWord(word) ? numberOf(word) : 0))
      if (body !== null && body !== '') {
        found.push(0)
        for (const word of tokens(withoutAddresses(body.slice(0, readLength))))
          found.push(isMeaningfulWord(word) ? numberOf(word) : 0)
      }
      const hash = hashOf(found)
      if (seen.has(hash)) return
      seen.add(hash)
      const document = starts.length
      for (const number of found) {
        text.push(number)
        if (number === 0 || lastDocument.at(number) === document) continue
        lastDocument.set(number, document)
        counts.set(number, counts.at(number) + 1)
      }
      starts.push(text.length)
    },
    train: (onProgress) =>
      learn(
        { words, counts: counts.view(), text: text.view(), starts: starts.view() },
        { dimensions, seed, onProgress: onProgress ?? (() => {}) },
      ),
  }
}

/** 52 bits of a sequence of numbers: two of a million documents are alike by chance once in a thousand libraries. */
function hashOf(found: readonly number[]): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9]
  for (const number of found) {
    low = Math.imul(low ^ number, 0x01000193)
    high = Math.imul(high ^ number, 0x85ebca6b) ^ (high >>> 13)
  }
  return (low >>> 6) * 0x4000000 + (high >>> 6)
}

class GrowingNumbers {
  length = 0
  #numbers = new Uint32Array(1024)
  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const grown = new Uint32Array(this.length + Math.min(this.length, 4_000_000))
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers[this.length++] = value
  }
  at(index: number): number {
    return this.#numbers[index] ?? 0
  }
  set(index: number, value: number): void {
    this.#numbers[index] = value
  }
  view(): Uint32Array {
    return this.#numbers.subarray(0, this.length)
  }
}

/** Everything read: the words of document d are `text[starts[d]] … text[starts[d + 1] - 1]`, 0 for a gap; `counts` has documents by word. */
interface ReadText {
  words: readonly string[]
  counts: Uint32Array
  text: Uint32Array
  starts: Uint32Array
}

function learn(
  read: ReadText,
  { dimensions, seed, onProgress }: { dimensions: number; seed: number; onProgress: (share: number) => void },
): WordVectors {
  const { partOf, parts } = chooseWords(read)
  const phrases = findPhrases(read, partOf, parts)
  const terms = parts.slice(commonWords)
  onProgress(0.1)
  const size = terms.length + phrases.length
  const documents = toDocuments(read, partOf, { parts: parts.length, phrases })
  const matrix = toPpmi(documents, { size, firstPhrase: terms.length, phrases })
  onProgress(0.4)
  const svd = truncatedSvd(matrix, {
    dimensions,
    powerIterations: 2,
    random: createRandom(seed),
    onProgress: (share) => onProgress(0.4 + 0.6 * share),
  })
  return {
    documents: read.starts.length - 1,
    dimensions: svd.dimensions,
    terms: [...terms, ...phrases.map(({ first, second }) => `${parts[first]} ${parts[second]}`)],
    counts: documents.counts,
    ...toDirections(svd, size),
    commonWords: parts.slice(0, commonWords),
  }
}

/** The words by frequency: the commonest can only be part of a phrase, the others have a row each, in this order. `partOf` is -1 for rare words. */
function chooseWords({ words, counts }: ReadText): { partOf: Int32Array; parts: string[] } {
  const order: number[] = []
  for (let number = 1; number < words.length; number++) if ((counts[number] ?? 0) >= minDocuments) order.push(number)
  order.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || compareText(words[a] ?? '', words[b] ?? ''))
  const partOf = new Int32Array(words.length).fill(-1)
  const chosen = order.slice(0, commonWords + maxWords)
  chosen.forEach((number, part) => (partOf[number] = part))
  return { partOf, parts: chosen.map((number) => words[number] ?? '') }
}

/** Two neighbouring words by their parts, and how often they are neighbours. */
interface Phrase {
  first: number
  second: number
  count: number
}

/** The phrases, most frequent first. Neighbours are counted word by word in one dense row, which needs no table of pairs. */
function findPhrases({ text }: ReadText, partOf: Int32Array, parts: readonly string[]): Phrase[] {
  const canEnd = Uint8Array.from(parts, (word) => (isContextTerm(word) ? 1 : 0))
  const canBegin = Uint8Array.from(parts, (word) => (isContextTerm(word) || nameStarts.has(word) ? 1 : 0))
  const occurrences = new Uint32Array(parts.length)
  const starts = new Uint32Array(parts.length + 1)
  const eachPair = (visit: (first: number, second: number) => void) => {
    let before = -1
    for (const number of text) {
      const part = partOf[number] ?? -1
      if (part >= 0 && before >= 0 && before !== part && canEnd[part] === 1) visit(before, part)
      before = part >= 0 && canBegin[part] === 1 ? part : -1
    }
  }
  for (const number of text) {
    const part = partOf[number] ?? -1
    if (part >= 0) occurrences[part] = (occurrences[part] ?? 0) + 1
  }
  eachPair((first) => (starts[first + 1] = (starts[first + 1] ?? 0) + 1))
  for (let part = 0; part < parts.length; part++) starts[part + 1] = (starts[part + 1] ?? 0) + (starts[part] ?? 0)
  const ends = starts.slice()
  const seconds = new Uint32Array(starts[parts.length] ?? 0)
  eachPair((first, second) => {
    const at = ends[first] ?? 0
    seconds[at] = second
    ends[first] = at + 1
  })
  const phrases: Phrase[] = []
  const counts = new Uint32Array(parts.length)
  for (let first = 0; first < parts.length; first++) {
    const following = seconds.subarray(starts[first] ?? 0, starts[first + 1] ?? 0)
    for (const second of following) counts[second] = (counts[second] ?? 0) + 1
    for (const second of following) {
      const count = counts[second] ?? 0
      counts[second] = 0
      if (count < minPhraseOccurrences) continue
      const share = count / text.length
      const expected = ((occurrences[first] ?? 0) / text.length) * ((occurrences[second] ?? 0) / text.length)
      if (Math.log(share / expected) / -Math.log(share) >= minPhraseNpmi) phrases.push({ first, second, count })
    }
  }
  return phrases.toSorted((a, b) => b.count - a.count || a.first - b.first || a.second - b.second).slice(0, maxPhrases)
}

/** The distinct terms of each document by rows, both ways, and the number of documents of each. */
interface DocumentTerms {
  starts: Uint32Array
  rows: Uint32Array
  counts: Uint32Array
}

function toDocuments(
  { text, starts }: ReadText,
  partOf: Int32Array,
  { parts, phrases }: { parts: number; phrases: readonly Phrase[] },
): DocumentTerms {
  const terms = Math.max(0, parts - commonWords)
  const phraseRows = new Map(phrases.map(({ first, second }, at) => [first * parts + second, terms + at]))
  const rows = new GrowingNumbers()
  const found = new GrowingNumbers()
  const counts = new Uint32Array(terms + phrases.length)
  const last = new Int32Array(terms + phrases.length).fill(-1)
  found.push(0)
  for (let document = 0; document + 1 < starts.length; document++) {
    const border = rows.length
    const put = (row: number) => {
      if (last[row] === document || rows.length - border >= maxDocumentWords) return
      last[row] = document
      rows.push(row)
      counts[row] = (counts[row] ?? 0) + 1
    }
    let before = -1
    for (let at = starts[document] ?? 0; at < (starts[document + 1] ?? 0); at++) {
      const part = partOf[text[at] ?? 0] ?? -1
      if (part >= commonWords) put(part - commonWords)
      const phrase = before < 0 || part < 0 ? undefined : phraseRows.get(before * parts + part)
      if (phrase !== undefined) put(phrase)
      before = part
    }
    found.push(rows.length)
  }
  return { starts: found.view(), rows: rows.view(), counts }
}

/** The terms in documents with one term, sorted; `pairs` has then in how many documents each is. */
function countPartners(
  { starts, rows }: DocumentTerms,
  holders: Uint32Array,
  { pairs, touched }: { pairs: Uint32Array; touched: Uint32Array },
): Uint32Array {
  let found = 0
  for (const document of holders) {
    const end = starts[document + 1] ?? 0
    for (let place = starts[document] ?? 0; place < end; place++) {
      const other = rows[place] ?? 0
      const before = pairs[other] ?? 0
      if (before === 0) touched[found++] = other
      pairs[other] = before + 1
    }
  }
  return touched.subarray(0, found).toSorted()
}

/**
 * ln(p(term, context) / (p(term) · p(context)^.75 normalised to counts)), where positive, of pairs in three documents or more. A row at a time in a dense
 * row of counts: exact, in the memory of the documents alone. A phrase and its own words are no pair: they would only find each other.
 */
function toPpmi(
  documents: DocumentTerms,
  { size, firstPhrase, phrases }: { size: number; firstPhrase: number; phrases: readonly Phrase[] },
): SparseMatrix {
  const { counts } = documents
  const total = documents.starts.length - 1
  const holders = invert(documents, size)
  const starts = new Uint32Array(size + 1)
  const targets = new GrowingNumbers()
  const values: Float32Array[] = []
  const counters = { pairs: new Uint32Array(size), touched: new Uint32Array(size) }
  const logs = Float64Array.from(counts, (count) => Math.log(Math.max(1, count)))
  const isOwnWord = (phrase: number, word: number) => {
    const words = phrases[phrase - firstPhrase]
    return words !== undefined && (words.first === word + commonWords || words.second === word + commonWords)
  }
  for (let row = 0; row < size; row++) {
    const weights: number[] = []
    const ofRow = holders.documents.subarray(holders.starts[row], holders.starts[row + 1])
    for (const other of countPartners(documents, ofRow, counters)) {
      const together = counters.pairs[other] ?? 0
      counters.pairs[other] = 0
      if (other === row || together < minPairDocuments || isOwnWord(row, other) || isOwnWord(other, row)) continue
      const pmi =
        Math.log(together) - (logs[row] ?? 0) - contextPower * (logs[other] ?? 0) + contextPower * Math.log(total)
      if (pmi <= 0) continue
      targets.push(other)
      weights.push(pmi)
    }
    values.push(Float32Array.from(weights))
    starts[row + 1] = targets.length
  }
  const joined = new Float32Array(targets.length)
  values.forEach((row, at) => joined.set(row, starts[at] ?? 0))
  return { rows: size, columns: size, starts, targets: targets.view(), values: joined }
}

function invert(
  { starts, rows, counts }: DocumentTerms,
  size: number,
): { starts: Uint32Array; documents: Uint32Array } {
  const holderStarts = new Uint32Array(size + 1)
  for (let row = 0; row < size; row++) holderStarts[row + 1] = (holderStarts[row] ?? 0) + (counts[row] ?? 0)
  const ends = holderStarts.slice()
  const documents = new Uint32Array(rows.length)
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let at = starts[document] ?? 0; at < (starts[document + 1] ?? 0); at++) {
      const row = rows[at] ?? 0
      const end = ends[row] ?? 0
      documents[end] = document
      ends[row] = end + 1
    }
  }
  return { starts: holderStarts, documents }
}

/**
 * Rows times the root of the singular values (Levy, Goldberg & Dagan 2015, §3.3): their lengths, and their directions with 8 bits a dimension, the largest
 * at 127. An error of 1 % in a cosine costs nothing that can be measured.
 */
function toDirections(
  { dimensions, values, vectors }: TruncatedSvd,
  rows: number,
): { strengths: Float32Array; directions: Int8Array } {
  const roots = values.map(Math.sqrt)
  const directions = new Int8Array(vectors.length)
  const strengths = new Float32Array(rows)
  const scaled = new Float64Array(dimensions)
  for (let row = 0; row < rows; row++) {
    let [largest, squares] = [0, 0]
    for (let at = 0; at < dimensions; at++) {
      const value = (vectors[row * dimensions + at] ?? 0) * (roots[at] ?? 0)
      scaled[at] = value
      largest = Math.max(largest, Math.abs(value))
      squares += value * value
    }
    strengths[row] = Math.sqrt(squares)
    if (largest === 0) continue
    for (let at = 0; at < dimensions; at++)
      directions[row * dimensions + at] = Math.round(((scaled[at] ?? 0) * 127) / largest)
  }
  return { strengths, directions }
}
