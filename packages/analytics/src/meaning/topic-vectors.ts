import { createRandom } from '@auspex/contract/random'
import { lightStem } from '../narratives/light-stem.ts'
import type { Steps } from './steps.ts'
import type { TopicWords } from './topic-words.ts'
import { truncatedSvdInSteps } from './truncated-svd.ts'
import type { WordReader } from './word-vectors.ts'

/** Vectors of documents, row by row, each of length one, or 0 where a document has no word with a meaning. */
export interface DocumentVectors {
  documents: number
  dimensions: number
  values: Float64Array
}

/** With fewer documents a topic has no space of its own. */
export const minTopicDocuments = 60
/** Of 32, 48 and 64, the best on the tuning halves of the labelled sets. */
const topicDimensions = 48
const seed = 1
/** Texts turned into vectors in a step. */
const textsPerStep = 300

/**
 * One vector for each text of a topic, from its folded words: in the space of the library (sum of its words' vectors times (1 + ln tf) · idf, with the
 * topic's mean taken off), and beside it in the topic's own space (latent semantic analysis: Deerwester et al. 1990), each of length one. The library
 * knows general meaning, the topic its own. `own` are the stems that all share: the topic's words. 3,000 texts take about 150 ms, half of it the
 * topic's own space.
 */
export function* toTopicVectors(
  words: TopicWords,
  { reader, dimensions = topicDimensions }: { reader: WordReader | null; dimensions?: number },
): Steps<DocumentVectors> {
  const parts: DocumentVectors[] = []
  if (reader !== null) parts.push(yield* inLibrary(words, reader))
  if (words.texts.length >= minTopicDocuments || reader === null) parts.push(yield* inTopic(words, dimensions))
  yield
  return sideBySide(parts, words.texts.length)
}

function* inLibrary({ texts, own }: TopicWords, reader: WordReader): Steps<DocumentVectors> {
  const { rows, idf, vectors } = reader
  const { dimensions, terms } = vectors
  const values = new Float64Array(texts.length * dimensions)
  // most of the library's terms are not in the topic, so a term is looked at when it first occurs
  const ownRows = new Map<number, boolean>()
  const isOwn = (row: number): boolean => {
    const known = ownRows.get(row)
    if (known !== undefined) return known
    const found = (terms[row] ?? '').split(' ').some((word) => own.has(lightStem(word)))
    ownRows.set(row, found)
    return found
  }
  const sum = new Float64Array(dimensions)
  for (const [document, words] of texts.entries()) {
    if (document % textsPerStep === textsPerStep - 1) yield
    sum.fill(0)
    for (const [row, count] of countOf(reader.readRows(words))) {
      if (isOwn(row)) continue
      const weight = (1 + Math.log(count)) * (idf[row] ?? 0)
      const from = row * dimensions
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + weight * (rows[from + at] ?? 0)
    }
    values.set(sum, document * dimensions)
  }
  yield
  const found = { documents: texts.length, dimensions, values }
  toLengthOne(found)
  takeOffMean(found)
  return found
}

function* inTopic({ terms: termsOf, stems, counts: spread }: TopicWords, dimensions: number): Steps<DocumentVectors> {
  const documents = termsOf.length
  const starts = new Uint32Array(documents + 1)
  const targets: number[] = []
  const weights: number[] = []
  // phrases name groups; their words are here already. A stem of one text connects nothing, but counts towards its length.
  const columns = new Int32Array(stems.length).fill(-1)
  let count = 0
  stems.forEach((parts, term) => {
    if (parts.length === 1 && (spread[term] ?? 0) > 1) columns[term] = count++
  })
  termsOf.forEach((found, document) => {
    const from = weights.length
    let squares = 0
    for (const [term, occurrences] of countOf(found)) {
      if ((stems[term]?.length ?? 0) > 1) continue
      const weight = (1 + Math.log(occurrences)) * Math.log((documents + 1) / ((spread[term] ?? 1) + 0.5))
      squares += weight * weight
      const column = columns[term] ?? -1
      if (column < 0) continue
      targets.push(column)
      weights.push(weight)
    }
    for (let at = from; at < weights.length; at++) weights[at] = (weights[at] ?? 0) / Math.sqrt(squares)
    starts[document + 1] = targets.length
  })
  yield
  const svd = yield* truncatedSvdInSteps(
    { rows: documents, columns: count, starts, targets: Uint32Array.from(targets), values: Float32Array.from(weights) },
    { dimensions, powerIterations: 2, random: createRandom(seed) },
  )
  const values = svd.vectors.map((value, at) => value * (svd.values[at % svd.dimensions] ?? 0))
  const found = { documents, dimensions: svd.dimensions, values }
  toLengthOne(found)
  return found
}

function countOf(numbers: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return counts
}

/** Scales each row to length one, in place. */
export function toLengthOne({ dimensions, values }: DocumentVectors): void {
  for (let from = 0; from < values.length; from += dimensions) {
    let squares = 0
    for (let at = from; at < from + dimensions; at++) squares += (values[at] ?? 0) ** 2
    if (squares < 1e-18) {
      values.fill(0, from, from + dimensions)
      continue
    }
    const length = Math.sqrt(squares)
    for (let at = from; at < from + dimensions; at++) values[at] = (values[at] ?? 0) / length
  }
}

/** Takes the mean off the rows that are not 0 and scales them to length one again, in place. */
export function takeOffMean(vectors: DocumentVectors): void {
  const { dimensions, values } = vectors
  const mean = new Float64Array(dimensions)
  let known = 0
  for (let from = 0; from < values.length; from += dimensions) {
    let isKnown = false
    for (let at = 0; at < dimensions; at++) {
      const value = values[from + at] ?? 0
      if (value !== 0) isKnown = true
      mean[at] = (mean[at] ?? 0) + value
    }
    if (isKnown) known++
  }
  for (let from = 0; from < values.length; from += dimensions) {
    if (values.subarray(from, from + dimensions).every((value) => value === 0)) continue
    for (let at = 0; at < dimensions; at++) values[from + at] = (values[from + at] ?? 0) - (mean[at] ?? 0) / known
  }
  toLengthOne(vectors)
}

function sideBySide(parts: readonly DocumentVectors[], documents: number): DocumentVectors {
  const dimensions = parts.reduce((sum, part) => sum + part.dimensions, 0)
  const values = new Float64Array(documents * dimensions)
  let column = 0
  for (const part of parts) {
    for (let document = 0; document < documents; document++) {
      const from = document * part.dimensions
      values.set(part.values.subarray(from, from + part.dimensions), document * dimensions + column)
    }
    column += part.dimensions
  }
  const found = { documents, dimensions, values }
  toLengthOne(found)
  return found
}
