import { canonicalUrl } from './canonical-url.ts'
import { compareText } from '../text/compare-text.ts'

/**
 * FNV-1a over UTF-16 units, 32 bits, with a seed, finished by MurmurHash3's mixer: the hashes of short similar words
 * must differ in all bits, because MinHash takes minima. http://www.isthe.com/chongo/tech/comp/fnv/
 */
function hashText(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mixBits(hash)
}

/** MurmurHash3's 32-bit finaliser: a bijection that spreads each bit over all others. */
function mixBits(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** Shorter texts contain too little to be called copies of each other. */
const minFingerprintTokens = 5

/**
 * The set of features that copies share: words and pairs of neighbours, as sorted 32-bit hashes. Pairs alone miss an
 * edited title of eight words, words alone join different stories of one topic.
 */
function toShingles(tokens: readonly string[]): Uint32Array {
  const hashes = new Set<number>()
  for (let index = 0; index < tokens.length; index++) {
    const word = tokens[index] ?? ''
    hashes.add(hashText(word, 0))
    const next = tokens[index + 1]
    if (next !== undefined) hashes.add(hashText(`${word} ${next}`, 1))
  }
  return Uint32Array.from(hashes).toSorted()
}

/** Jaccard similarity of two sorted sets, in [0, 1]: shared members over all members; 0 for two empty sets. */
function jaccard(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  let atA = 0
  let atB = 0
  while (atA < a.length && atB < b.length) {
    const valueA = a[atA] ?? 0
    const valueB = b[atB] ?? 0
    if (valueA === valueB) shared++
    if (valueA <= valueB) atA++
    if (valueB <= valueA) atB++
  }
  const union = a.length + b.length - shared
  return union === 0 ? 0 : shared / union
}

/**
 * Identifies a title by its words in order: two titles with the same words have the same fingerprint (64 bits, 16 hex
 * digits). Null for fewer than five words, because short titles ("Weather") are shared by different stories.
 */
export function titleFingerprint(tokens: readonly string[]): string | null {
  if (tokens.length < minFingerprintTokens) return null
  const text = tokens.join(' ')
  return hex(hashText(text, 0)) + hex(hashText(text, 0x5bd1e995))
}

function hex(hash: number): string {
  return hash.toString(16).padStart(8, '0')
}

/**
 * Length of a signature, and how it is divided for candidate search: 32 bands of 2 rows catch pairs from a similarity
 * of about 0.18.
 */
const signatureLength = 64
const rowsPerBand = 2
const bandCount = signatureLength / rowsPerBand

// One fixed, random-looking mask per row: mix(hash xor mask) acts as one permutation of all hashes.
const masks = Uint32Array.from({ length: signatureLength }, (_, row) => mixBits(0x9e3779b9 * (row + 1)))

/** The fields of a document that clustering needs: `publishedDay` is YYYY-MM-DD, `tokens` the words of the title (and lead). */
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
 * Candidates come from MinHash-64 with 32×2 bands (Leskovec, Rajaraman & Ullman, Mining of Massive Datasets, ch. 3); each is verified by its Jaccard
 * similarity to the first document of its band, and joins are transitive. Documents with fewer than five words are joined by address only. A cluster
 * is named after its earliest member (ties: the lower id), so the same documents give the same names in any order.
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
    // Most copies are exact: they need no signature.
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

/** An outlet that prints the same title on this many days prints its own name or a column's, not one story. */
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

/** Maximum number of documents compared within one band: a template with a thousand variants would otherwise cost a million comparisons. */
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

/** Union-find over 0 … size-1 with path halving: Tarjan (1975). */
interface DisjointSets {
  find: (member: number) => number
  join: (a: number, b: number) => void
}

/** Creates `size` sets of one member each. */
function createDisjointSets(size: number): DisjointSets {
  const parents = Uint32Array.from({ length: size }, (_, member) => member)
  const parentOf = (member: number): number => parents[member] ?? member
  const find = (member: number): number => {
    let at = member
    while (parentOf(at) !== at) {
      parents[at] = parentOf(parentOf(at))
      at = parentOf(at)
    }
    return at
  }
  const join = (a: number, b: number): void => {
    const rootA = find(a)
    const rootB = find(b)
    // The lower index becomes the root, so that the result does not depend on the order of joins.
    if (rootA < rootB) parents[rootB] = rootA
    else parents[rootA] = rootB
  }
  return { find, join }
}

/** MinHash signature of a set. Broder (1997), On the resemblance and containment of documents. */
function minHash(shingles: Uint32Array): Uint32Array {
  const signature = new Uint32Array(signatureLength).fill(0xffffffff)
  for (const shingle of shingles) {
    for (let row = 0; row < signatureLength; row++) {
      const hash = mixBits(shingle ^ (masks[row] ?? 0))
      if (hash < (signature[row] ?? 0)) signature[row] = hash
    }
  }
  return signature
}

/** Keys of a signature's bands; two sets that share a key are candidates. A band's number is part of its key. */
function bandKeys(signature: Uint32Array): number[] {
  const keys: number[] = []
  for (let band = 0; band < bandCount; band++) {
    const first = signature[band * rowsPerBand] ?? 0
    const second = signature[band * rowsPerBand + 1] ?? 0
    // 26 mixed bits and 26 of the band: exact in a double.
    keys.push((mixBits(first ^ mixBits(second + band)) >>> 4) * 64 + band)
  }
  return keys
}
