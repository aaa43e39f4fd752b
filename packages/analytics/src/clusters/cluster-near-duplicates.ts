import { canonicalUrl } from './canonical-url.ts'
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { bandKeys, minHash } from './min-hash.ts'
import { jaccard, minFingerprintTokens, toShingles } from './shingles.ts'

/** What clustering needs of a document: `publishedDay` is YYYY-MM-DD, `tokens` the words of the title (and lead). */
export interface ClusterableDocument {
  id: string
  url: string | null
  outlet: string
  publishedDay: string
  tokens: readonly string[]
}

/** Copies share at least this much of their words and word pairs; measured in docs/measures.md. */
export const nearDuplicateSimilarity = 0.5

/**
 * Joins documents that are copies of each other: same canonical address, or nearly the same words.
 *
 * Candidates come from MinHash-64 with 32×2 bands (Leskovec, Rajaraman & Ullman, Mining of Massive Datasets, ch. 3);
 * each is verified by its Jaccard similarity to the first document of its band, and joins are transitive.
 * Documents with fewer than five words are joined by address only. A cluster is named by its earliest member
 * (ties: the lower id), so the same documents give the same names in any order.
 */
export function clusterNearDuplicates(documents: readonly ClusterableDocument[]): Map<string, string> {
  const ordered = documents.toSorted((a, b) => compareText(a.publishedDay, b.publishedDay) || compareText(a.id, b.id))
  const sets = createDisjointSets(ordered.length)
  joinSameAddress(ordered, sets)
  joinSimilarWords(ordered, sets)
  return new Map(ordered.map((document, index) => [document.id, ordered[sets.find(index)]?.id ?? document.id]))
}

function joinSameAddress(documents: readonly ClusterableDocument[], sets: DisjointSets): void {
  const firstByUrl = new Map<string, number>()
  documents.forEach((document, index) => {
    const url = document.url === null ? null : canonicalUrl(document.url)
    // The front page of a site is not one story.
    if (url === null || /^https:\/\/[^/?]+$/.test(url)) return
    const first = firstByUrl.get(url)
    if (first === undefined) firstByUrl.set(url, index)
    else sets.join(first, index)
  })
}

function joinSimilarWords(documents: readonly ClusterableDocument[], sets: DisjointSets): void {
  const siteTitles = findSiteTitles(documents)
  const seen = new Map<string, number>()
  const bands = new Map<number, number[]>()
  const shinglesOf = new Map<number, Uint32Array>()
  documents.forEach((document, index) => {
    if (document.tokens.length < minFingerprintTokens) return
    // Exact copies are most of all copies: they need no signature.
    const text = document.tokens.join(' ')
    if (siteTitles.has(siteTitleKey(document))) return
    const first = seen.get(text)
    if (first !== undefined) {
      sets.join(first, index)
      return
    }
    seen.set(text, index)
    const shingles = toShingles(document.tokens)
    shinglesOf.set(index, shingles)
    joinCandidates({ index, shingles, bands, shinglesOf, sets })
  })
}

/** An outlet that prints one title on this many days prints its own name or a column's, not one story. */
const siteTitleDays = 3

function findSiteTitles(documents: readonly ClusterableDocument[]): Set<string> {
  const days = new Map<string, Set<string>>()
  for (const document of documents) {
    const key = siteTitleKey(document)
    const seen = days.get(key)
    if (seen === undefined) days.set(key, new Set([document.publishedDay]))
    else seen.add(document.publishedDay)
  }
  return new Set([...days].filter(([, seen]) => seen.size >= siteTitleDays).map(([key]) => key))
}

function siteTitleKey({ outlet, tokens }: ClusterableDocument): string {
  return `${outlet}\n${tokens.join(' ')}`
}

/** Documents compared within one band at most: a template of a thousand variants would else cost a million comparisons. */
const maxBandMembers = 24

function joinCandidates({
  index,
  shingles,
  bands,
  shinglesOf,
  sets,
}: {
  index: number
  shingles: Uint32Array
  bands: Map<number, number[]>
  shinglesOf: ReadonlyMap<number, Uint32Array>
  sets: DisjointSets
}): void {
  const rejected = new Set<number>()
  for (const key of bandKeys(minHash(shingles))) {
    const members = bands.get(key)
    if (members === undefined) {
      bands.set(key, [index])
      continue
    }
    for (const member of members) {
      if (rejected.has(member) || sets.find(member) === sets.find(index)) continue
      const other = shinglesOf.get(member)
      if (other !== undefined && jaccard(shingles, other) >= nearDuplicateSimilarity) sets.join(member, index)
      else rejected.add(member)
    }
    if (members.length < maxBandMembers) members.push(index)
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
