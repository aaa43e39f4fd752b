import { isContextTerm, tokens, type TopicDocument } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import { mean, readJsonLines } from '../../figures.ts'
import type { LibraryRow } from './meaning.ts'

const termsPerGroup = 5
const readLength = 400
const kMeansRounds = 20

/** Content words of the title and the first 400 characters. */
function wordsOf({ title, body }: { title: string | null; body: string | null }): string[] {
  return tokens(`${title ?? ''} . ${body?.slice(0, readLength) ?? ''}`)
}

/**
 * What groups are compared with: spherical k-means on TF-IDF of the same stories with the same number of groups, seeded by k-means++, and the five words
 * of each group with the largest weight in its centre.
 */
export function kMeansTerms(documents: readonly TopicDocument[], own: ReadonlySet<string>, k: number): string[][] {
  const firsts = [...Map.groupBy(documents, ({ storyId }) => storyId).values()].flatMap(([first]) => first ?? [])
  const counts = firsts.map((document) => {
    const count = new Map<string, number>()
    for (const word of wordsOf(document))
      if (isContextTerm(word) && !own.has(word)) count.set(word, (count.get(word) ?? 0) + 1)
    return count
  })
  const spread = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  const vectors = counts.map((count) => {
    const weights = [...count].map(([word, n]): [string, number] => [
      word,
      (1 + Math.log(n)) * Math.log((firsts.length + 1) / (spread.get(word) ?? 1)),
    ])
    const length = Math.hypot(...weights.map(([, weight]) => weight))
    return new Map(weights.map(([word, weight]) => [word, length === 0 ? 0 : weight / length]))
  })
  const cosine = (vector: ReadonlyMap<string, number>, centre: ReadonlyMap<string, number>) => {
    let sum = 0
    for (const [word, weight] of vector) sum += weight * (centre.get(word) ?? 0)
    return sum
  }
  const { next, below } = createRandom(1)
  const centres: Map<string, number>[] = []
  const distances = vectors.map(() => 1)
  while (centres.length < Math.min(k, vectors.length)) {
    let target = next() * distances.reduce((sum, distance) => sum + distance, 0)
    const drawnIndex =
      centres.length === 0 ? below(vectors.length) : distances.findIndex((distance) => (target -= distance) <= 0)
    const centre = vectors[Math.max(0, drawnIndex)] ?? new Map<string, number>()
    centres.push(new Map(centre))
    vectors.forEach(
      (vector, at) => (distances[at] = Math.min(distances[at] ?? 1, Math.max(0, 1 - cosine(vector, centre)))),
    )
  }
  for (let round = 0; round < kMeansRounds; round++) {
    const sums = centres.map(() => new Map<string, number>())
    for (const vector of vectors) {
      const likeness = centres.map((centre) => cosine(vector, centre))
      const sum = sums[likeness.indexOf(Math.max(...likeness))]
      for (const [word, weight] of vector) sum?.set(word, (sum.get(word) ?? 0) + weight)
    }
    sums.forEach((sum, at) => {
      const length = Math.sqrt([...sum.values()].reduce((total, weight) => total + weight * weight, 0))
      if (length > 0) centres[at] = new Map([...sum].map(([word, weight]) => [word, weight / length]))
    })
  }
  return centres.map((centre) => {
    const strongest = [...centre].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    return strongest.slice(0, termsPerGroup).map(([word]) => word)
  })
}

/**
 * A measure of terms by the documents of the whole library that hold them: mean normalised PMI of their pairs (Lau, Newman & Baldwin 2014), a phrase where
 * its words are neighbours. Reads the corpora once, for the terms of all groups; pass every group that will be asked for.
 */
export async function createCohesion(
  corpora: readonly string[],
  groups: readonly (readonly string[])[],
): Promise<(terms: readonly string[]) => number> {
  const keys = new Set(groups.flat().map(toKey))
  const firsts = new Set([...keys].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]))
  const holders = new Map([...keys].map((key) => [key, [] as number[]]))
  let documents = 0
  for (const corpus of corpora) {
    for await (const row of readJsonLines<LibraryRow>(corpus)) {
      if (row.lang !== null && row.lang !== 'en') continue
      const words = wordsOf(row)
      const termsOfDocument = new Set<string>()
      words.forEach((word, at) => {
        if (keys.has(word)) termsOfDocument.add(word)
        if (!firsts.has(word)) return
        const phrase = `${word} ${words[at + 1]}`
        if (keys.has(phrase)) termsOfDocument.add(phrase)
      })
      for (const key of termsOfDocument) holders.get(key)?.push(documents)
      documents++
    }
  }
  return (terms) => {
    const lists = terms.slice(0, termsPerGroup).map((term) => holders.get(toKey(term)) ?? [])
    const values = lists.flatMap((one, at) => lists.slice(at + 1).map((other) => npmi(one, other, documents)))
    return values.length === 0 ? 0 : mean(values)
  }
}

function toKey(term: string): string {
  return tokens(term).join(' ')
}

/** Normalised PMI of Bouma (2009), in [-1, 1]; -1 where no document holds both. */
function npmi(one: readonly number[], other: readonly number[], documents: number): number {
  const others = new Set(other)
  const both = one.filter((document) => others.has(document)).length / documents
  if (both === 0) return -1
  return Math.log(both / ((one.length / documents) * (other.length / documents))) / -Math.log(both)
}
