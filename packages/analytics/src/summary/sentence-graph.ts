/** Minimum share of all words of two copies that both have. */
const minShared = 0.5
/** Minimum share of the shorter text's words that the longer one repeats. */
const minContained = 0.75

/** Whether two texts have nearly the same words, as `tokens` returns them. */
export function isNearDuplicate(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shorter = Math.min(one.size, other.size)
  if (shorter === 0) return false
  let shared = 0
  for (const word of one) if (other.has(word)) shared += 1
  return shared >= minShared * (one.size + other.size - shared) || shared >= minContained * shorter
}

/** Words of a sentence with their weights, as a vector of length 1. */
export type SentenceVector = ReadonlyMap<string, number>

/** TF-IDF vectors over the given sentences only; a word in every sentence weighs little. */
export function toVectors(sentences: readonly (readonly string[])[]): SentenceVector[] {
  const frequency = new Map<string, number>()
  for (const words of sentences) for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  return sentences.map((words) => {
    const vector = new Map<string, number>()
    for (const word of words) vector.set(word, (vector.get(word) ?? 0) + 1)
    let squares = 0
    for (const [word, count] of vector) {
      const weight = count * Math.log(1 + sentences.length / (frequency.get(word) ?? 1))
      vector.set(word, weight)
      squares += weight * weight
    }
    const length = Math.sqrt(squares)
    for (const [word, weight] of vector) vector.set(word, weight / length)
    return vector
  })
}

/** Cosine of two unit vectors, in [0, 1]. */
function cosine(a: SentenceVector, b: SentenceVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0)
  return sum
}

/** Similarity of each pair of sentences; 0 on the diagonal. */
export function similarityMatrix(vectors: readonly SentenceVector[]): Float64Array[] {
  const size = vectors.length
  const matrix = vectors.map(() => new Float64Array(size))
  for (let index = 0; index < size; index++) {
    for (let other = 0; other < index; other++) {
      const [a, b, row, column] = [vectors[index], vectors[other], matrix[index], matrix[other]]
      if (a !== undefined && b !== undefined && row !== undefined && column !== undefined)
        row[other] = column[index] = cosine(a, b)
    }
  }
  return matrix
}

const damping = 0.85
const rounds = 30

/**
 * TextRank: PageRank over sentence similarities with a bias to the query (Mihalcea & Tarau 2004; Otterbacher et al. 2005, biased LexRank). `bias`
 * sums to 1 and is the restart distribution of the random reader. Ranks sum to at most 1.
 */
export function rankSentences(matrix: readonly Float64Array[], bias: readonly number[]): number[] {
  const sums = matrix.map((row) => row.reduce((sum, value) => sum + value, 0))
  let ranks = [...bias]
  for (let round = 0; round < rounds; round++) {
    const shares = ranks.map((rank, index) => rank / (sums[index] || 1))
    ranks = matrix.map((row, index) => {
      let received = 0
      for (let other = 0; other < row.length; other++) received += (row[other] ?? 0) * (shares[other] ?? 0)
      return (1 - damping) * (bias[index] ?? 0) + damping * received
    })
  }
  return ranks
}
