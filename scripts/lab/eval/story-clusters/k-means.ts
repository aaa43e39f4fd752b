import { createRandom } from '@auspex/contract/random'

const rounds = 12

/**
 * Spherical k-means on TF-IDF (Dhillon & Modha 2001), the method that most packages offer, given the true number of
 * clusters. Starting centres are drawn uniformly; a centre that loses its texts stays where it is.
 */
export function sphericalKMeans(
  texts: readonly (readonly string[])[],
  { k, seed }: { k: number; seed: number },
): string[] {
  const { vectors, terms } = toVectors(texts)
  const random = createRandom(seed)
  const starts = new Set<number>()
  while (starts.size < Math.min(k, texts.length)) starts.add(random.below(texts.length))
  let centres = [...starts].map((start) => toCentre([vectors[start] ?? new Map<number, number>()], terms))
  let groups: number[] = []
  for (let round = 0; round < rounds; round++) {
    groups = vectors.map((vector) => nearest(vector, centres))
    const members = centres.map((): Map<number, number>[] => [])
    vectors.forEach((vector, at) => members[groups[at] ?? 0]?.push(vector))
    centres = centres.map((centre, at) => (members[at]?.length ? toCentre(members[at], terms) : centre))
  }
  return groups.map(String)
}

function toVectors(texts: readonly (readonly string[])[]): { vectors: Map<number, number>[]; terms: number } {
  const documents = new Map<string, number>()
  for (const words of texts) for (const word of new Set(words)) documents.set(word, (documents.get(word) ?? 0) + 1)
  const numbers = new Map([...documents].filter(([, n]) => n > 1).map(([word], at) => [word, at]))
  const vectors = texts.map((words) => {
    const vector = new Map<number, number>()
    for (const word of words) {
      const number = numbers.get(word)
      if (number === undefined) continue
      vector.set(number, (vector.get(number) ?? 0) + Math.log(texts.length / (documents.get(word) ?? 1)))
    }
    const length = Math.hypot(...vector.values()) || 1
    return new Map([...vector].map(([number, weight]) => [number, weight / length]))
  })
  return { vectors, terms: numbers.size }
}

function toCentre(members: readonly ReadonlyMap<number, number>[], terms: number): Float64Array {
  const centre = new Float64Array(terms)
  for (const member of members) for (const [term, weight] of member) centre[term] = (centre[term] ?? 0) + weight
  const length = Math.sqrt(centre.reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return centre.map((weight) => weight / length)
}

function nearest(vector: ReadonlyMap<number, number>, centres: readonly Float64Array[]): number {
  let best = 0
  let bestProduct = -1
  centres.forEach((centre, at) => {
    let product = 0
    for (const [term, weight] of vector) product += weight * (centre[term] ?? 0)
    if (product > bestProduct) {
      best = at
      bestProduct = product
    }
  })
  return best
}
