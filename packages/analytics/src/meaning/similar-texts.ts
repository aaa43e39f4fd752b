import type { WordReader } from './word-vectors.ts'

/** What comparing needs of a reader, computed once: about 15 ms. */
interface Space {
  /** How much each term says of a text: idf · content. */
  weights: Float64Array
  /** The direction that most texts share; it says nothing of a text, so it is taken off (Mu & Viswanath 2018, All-but-the-top). */
  common: Float64Array
}

const spaces = new WeakMap<WordReader, Space>()

function spaceOf(reader: WordReader): Space {
  const known = spaces.get(reader)
  if (known !== undefined) return known
  const { rows, idf, vectors } = reader
  const { dimensions, terms, counts } = vectors
  const weights = Float64Array.from(idf, (value, row) => value * contentOf(terms[row] ?? '', reader))
  const common = new Float64Array(dimensions)
  weights.forEach((weight, row) => addRow(common, rows, { row, by: weight * (counts[row] ?? 0) }))
  toLengthOne(common)
  const space = { weights, common }
  spaces.set(reader, space)
  return space
}

/** The content of a phrase is that of its words together. */
function contentOf(term: string, reader: WordReader): number {
  return Math.max(...term.split(' ').map((word) => reader.contentOf(word)))
}

function addRow(sum: Float64Array, rows: Float64Array, { row, by }: { row: number; by: number }): void {
  const from = row * sum.length
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + by * (rows[from + at] ?? 0)
}

function toLengthOne(vector: Float64Array): void {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length
}

function takeOff(vector: Float64Array, direction: Float64Array): void {
  let along = 0
  for (let at = 0; at < vector.length; at++) along += (vector[at] ?? 0) * (direction[at] ?? 0)
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) - along * (direction[at] ?? 0)
}

/** The vector of a text from its rows, of length one; zeros without a row that says something. */
function textVector(rowsOfText: Iterable<number>, reader: WordReader): Float64Array {
  const { weights, common } = spaceOf(reader)
  const sum = new Float64Array(common.length)
  for (const row of rowsOfText) addRow(sum, reader.rows, { row, by: weights[row] ?? 0 })
  takeOff(sum, common)
  toLengthOne(sum)
  return sum
}

/** The mean direction of texts, each given by its folded words; of length one. Words of `without` are not read. */
export function meanVector(
  texts: readonly (readonly string[])[],
  reader: WordReader,
  without: ReadonlySet<string> = new Set(),
): Float64Array {
  const mean = new Float64Array(reader.vectors.dimensions)
  for (const words of texts) {
    const readable = without.size === 0 ? words : words.map((word) => (without.has(word) ? '' : word))
    const vector = textVector(new Set(reader.readRows(readable)), reader)
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0)
  }
  toLengthOne(mean)
  return mean
}

/** Cosine of two vectors of length one. */
export function cosineOf(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** Cosine of a text's vector and a folded term, both without what all texts share; null where too little is known of the term. */
export function likenessOf(vector: Float64Array, reader: WordReader, term: string): number | null {
  const row = reader.rowOf(term)
  if (row === null || (reader.vectors.strengths[row] ?? 0) < minStrength) return null
  return cosineOf(vector, textVector([row], reader))
}

/** A term whose vector is shorter occurs with too few others to have a place. */
const minStrength = 1e-3

/** A term of a text that is compared, and the terms near to it. */
interface QueryTerm {
  row: number
  weight: number
  /** How near each term of the library is: 1 for itself, 0 for what is not near. */
  nearness: Float32Array
}

/** A text as what is looked for: its vector, its weightiest terms, and the documents that could be about the same. */
export interface MeaningQuery {
  reader: WordReader
  vector: Float64Array
  terms: readonly QueryTerm[]
  /** Folded terms for the index: each group a word of the text and those near to it; the last one those near to the text as a whole. */
  groups: readonly { words: readonly string[]; weight: number }[]
}

/** A longer text has its subject in its weightiest terms. */
const maxTerms = 10
/** A term is near from this cosine on. */
const minNearness = 0.7
/** A near term counts at most this part of the word itself. */
const nearPart = 0.7
/** Words of a group in the index, with the word itself. */
const maxGroupWords = 12
const minGroupNearness = 0.6
/** Near words are added to a group while all of them are in this many documents at most: more take the index too long, and tell little. */
const maxGroupDocuments = 6_000
/** Terms near to the text as a whole are a group too, which weighs as much as a word of middling frequency. */
const [maxWholeWords, wholeWeight] = [24, 6]

/** How near a term is to another, from 0 at the least cosine that counts. */
function nearnessOf(cosine: number): number {
  return cosine > minNearness ? (nearPart * (cosine - minNearness)) / (1 - minNearness) : 0
}

/**
 * Reads a text to look for documents with. A generator that stops after each term, so that a server can do other work: each step takes about 6 ms. Null
 * when the library knows none of its words.
 */
export function* readMeaning(
  words: readonly string[],
  reader: WordReader,
): Generator<undefined, MeaningQuery | null, undefined> {
  const { weights } = spaceOf(reader)
  const found = [...new Set(reader.readRows(words))]
  const vector = textVector(found, reader)
  const weighty = found.toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0)).slice(0, maxTerms)
  const terms: QueryTerm[] = []
  const groups: { words: string[]; weight: number }[] = []
  for (const row of weighty) {
    const weight = weights[row] ?? 0
    if (weight <= 0) continue
    yield
    const cosines = cosinesTo(reader.rows.subarray(row * vector.length, (row + 1) * vector.length), reader)
    terms.push({
      row,
      weight,
      nearness: cosines.map((value, other) => (other === row ? 1 : nearnessOf(value))),
    })
    const near = nearestRows(cosines, minGroupNearness).filter((other) => other !== row)
    groups.push({ words: rareEnough([row, ...near], maxGroupWords, reader), weight })
  }
  if (terms.length === 0) return null
  yield
  const whole = nearestRows(cosinesTo(vector, reader), 0)
  groups.push({ words: rareEnough(whole, maxWholeWords, reader), weight: wholeWeight })
  return { reader, vector, terms, groups }
}

/** The first of the rows, and those after it that are rare enough together. */
function rareEnough(rows: readonly number[], limit: number, { vectors: { terms, counts } }: WordReader): string[] {
  const words: string[] = []
  let documents = 0
  for (const row of rows.slice(0, 2 * limit)) {
    const count = counts[row] ?? 0
    if (words.length > 0 && documents + count > maxGroupDocuments) continue
    documents += count
    words.push(terms[row] ?? '')
    if (words.length === limit) break
  }
  return words
}

function nearestRows(cosines: Float32Array, least: number): number[] {
  const near: number[] = []
  cosines.forEach((value, row) => {
    if (value > least) near.push(row)
  })
  return near.toSorted((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0))
}

function cosinesTo(own: Float64Array, { rows, vectors }: WordReader): Float32Array {
  const { dimensions, terms } = vectors
  const cosines = new Float32Array(terms.length)
  for (let other = 0; other < cosines.length; other++) {
    let sum = 0
    const from = other * dimensions
    for (let at = 0; at < dimensions; at++) sum += (own[at] ?? 0) * (rows[from + at] ?? 0)
    cosines[other] = sum
  }
  return cosines
}

/** Terms of a text of usual length: the words of a longer one meet a term by chance. */
const usualLength = 20
const lengthPart = 0.3

/**
 * How much a document is about the same, in [0, 1]: half the cosine of the two vectors, half how much of the text's terms the document has, itself or by
 * a near one (soft matching: each term by its nearest in the document). `words` are the folded words of its title and beginning.
 */
export function similarityTo({ reader, vector, terms }: MeaningQuery, words: readonly string[]): number {
  const rows = [...new Set(reader.readRows(words))]
  const cosine = Math.max(0, cosineOf(vector, textVector(rows, reader)))
  let [met, total] = [0, 0]
  for (const { weight, nearness } of terms) {
    let nearest = 0
    for (const row of rows) nearest = Math.max(nearest, nearness[row] ?? 0)
    met += weight * nearest
    total += weight
  }
  const length = 1 + lengthPart * Math.log(1 + rows.length / usualLength)
  return Math.min(1, (cosine + met / total / length) / 2)
}

/** Documents to look at: those with a word of each group. */
export interface CandidateSearch {
  /** Any word of each. */
  groups: readonly (readonly string[])[]
  limit: number
}

/** Index searches for the documents of a text, and how many each may return. */
const maxSearches = 8
const documentsPerSearch = 200

/** Which documents to compare with a text: those with words of two groups, the pairs of the greatest weight first. */
export function candidateSearches({ groups }: MeaningQuery): CandidateSearch[] {
  const pairs = groups.flatMap((one, at) => groups.slice(at + 1).map((other) => ({ one, other })))
  return pairs
    .toSorted((a, b) => b.one.weight + b.other.weight - a.one.weight - a.other.weight)
    .slice(0, maxSearches)
    .map(({ one, other }) => ({ groups: [one.words, other.words], limit: documentsPerSearch }))
}
