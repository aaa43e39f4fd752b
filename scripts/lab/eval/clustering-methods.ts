import { createHash } from 'node:crypto'
import { createRandom } from '@auspex/contract/random'

// Methods that others use, which the rows `story-clusters` and `news` measure beside the product's, and the scores of both.

type Words = readonly string[]

/** F1 over pairs: of those joined, how many belong together; of those that belong together, how many were joined. */
export function pairF1(truth: Words, clusters: Words): number {
  const both = countPairs(truth.map((label, at) => `${label}\n${clusters[at]}`))
  return harmonic(both / countPairs(clusters), both / countPairs(truth))
}

/** B³ F1 of Bagga & Baldwin (1998): precision and recall of each item's own cluster, averaged over items. */
export function bCubedF1(truth: Words, clusters: Words): number {
  const both = countOf(truth.map((label, at) => `${label}\n${clusters[at]}`))
  const [inTruth, inFound] = [countOf(truth), countOf(clusters)]
  let [precision, recall] = [0, 0]
  truth.forEach((label, at) => {
    const shared = both.get(`${label}\n${clusters[at]}`) ?? 0
    precision += shared / (inFound.get(clusters[at] ?? '') ?? 1)
    recall += shared / (inTruth.get(label) ?? 1)
  })
  return harmonic(precision / truth.length, recall / truth.length)
}

function harmonic(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}

function countPairs(labels: Words): number {
  return [...countOf(labels).values()].reduce((pairs, size) => pairs + (size * (size - 1)) / 2, 0)
}

function countOf(labels: Words): Map<string, number> {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

/** Joins items into groups; `groups` names the group of each. */
function createUnion(size: number) {
  const parent = Array.from({ length: size }, (_, at) => at)
  const find = (at: number): number => {
    let root = at
    while (parent[root] !== root) root = parent[root] ?? root
    parent[at] = root
    return root
  }
  return {
    join: (one: number, other: number): void => void (parent[find(one)] = find(other)),
    groups: (): string[] => parent.map((_, at) => `${find(at)}`),
  }
}

/** The rule that many aggregators use: texts that share at least this much of their words are one story. Exact, by an inverted index. */
export function jaccardClusters(texts: readonly Words[], least: number): string[] {
  const union = createUnion(texts.length)
  const sets = texts.map((words) => new Set(words))
  const postings = new Map<string, number[]>()
  sets.forEach((set, at) => {
    const shared = new Map<number, number>()
    for (const word of set)
      for (const other of postings.get(word) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
    for (const [other, common] of shared) {
      const size = set.size + (sets[other]?.size ?? 0) - common
      if (size > 0 && common / size >= least) union.join(at, other)
    }
    for (const word of set) postings.set(word, [...(postings.get(word) ?? []), at])
  })
  return union.groups()
}

/**
 * Near-duplicates by SimHash: Manku, Jain & Das Sarma (2007), Detecting near-duplicates for web crawling. 64 bits over words and word pairs; texts
 * whose fingerprints differ in at most `maxBits` bits are joined. The paper's 3 bits are for entire pages; titles need more.
 */
export function simHashClusters(texts: readonly Words[], maxBits: number): string[] {
  const union = createUnion(texts.length)
  const prints = texts.map(fingerprint)
  prints.forEach(([high, low], at) => {
    for (let other = 0; other < at; other++) {
      const [otherHigh, otherLow] = prints[other] ?? [0, 0]
      if (countBits(high ^ otherHigh) + countBits(low ^ otherLow) <= maxBits) union.join(at, other)
    }
  })
  return union.groups()
}

function fingerprint(words: Words): [high: number, low: number] {
  const sums = new Int32Array(64)
  const features = [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]
  for (const feature of features) {
    const hash = createHash('md5').update(feature).digest()
    for (let bit = 0; bit < 64; bit++) {
      const isSet = ((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1
      sums[bit] = (sums[bit] ?? 0) + (isSet === 1 ? 1 : -1)
    }
  }
  const word = (from: number) =>
    sums.slice(from, from + 32).reduce((print, sum, at) => print | (sum > 0 ? 1 << at : 0), 0)
  return [word(32), word(0)]
}

function countBits(value: number): number {
  let left = value >>> 0
  left -= (left >>> 1) & 0x55555555
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const rounds = 12

/**
 * Spherical k-means on TF-IDF (Dhillon & Modha 2001), the method that most packages offer, given the true number of
 * clusters. Starting centres are drawn uniformly; a centre that loses its texts stays where it is.
 */
export function sphericalKMeans(texts: readonly Words[], { k, seed }: { k: number; seed: number }): string[] {
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

function toVectors(texts: readonly Words[]): { vectors: Map<number, number>[]; terms: number } {
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
