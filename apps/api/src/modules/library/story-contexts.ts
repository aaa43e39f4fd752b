import type { Steps } from '../../adapters/database/turns/steps.ts'
import type { ClusterRows, ReadRows, StoryRows } from './matching-rows.ts'
import { dropBoilerplate, type OutletVotes, countVote } from './outlet-boilerplate.ts'
import { storyNumbers } from './story-numbers.ts'
import { bucketCount } from './topic-sample.ts'

/** A document whose words are read; `documents` is how many of the matching ones it represents, including itself. */
export interface SampledStory {
  id: bigint
  /** The same number for documents of one story. */
  story: number
  documents: number
  /** The outlet that published it. */
  outlet: number
}

/** In how many stories and documents a name or term occurs. */
export interface StoryHits {
  stories: number
  documents: number
}

/** Maximum number of documents whose words are read for co-occurring terms. */
const maxSampledDocuments = 500
/** An entity in only one story characterizes that story, not the topic. */
const minEntityStories = 2

/** The input of `contextsStatement`: everything is counted by story, so that a widely copied text counts once. */
export interface StoryContexts {
  /** Stories among the matching documents. */
  stories: number
  entities: ReadonlyMap<number, StoryHits>
  sampledStories: SampledStory[]
}

/** Counts the stories of the matching documents and the entities in them, and picks the stories whose words are read. */
export function* storyContexts(
  rows: StoryRows & OutletRows & { readonly entities: ReadRows['entities'] },
): Steps<StoryContexts> {
  const hits = countDistinctiveNames(rows, namesByRow(rows.entities))
  yield
  const sampledStories = sampleStories(rows)
  yield
  return {
    stories: countStories(rows),
    entities: new Map([...hits].filter(([, { stories }]) => stories >= minEntityStories)),
    sampledStories,
  }
}

/** Yields each name with the index of its document. */
export function* namesByRow({ place, entity }: ReadRows['entities']): Generator<readonly [row: number, name: number]> {
  for (let index = 0; index < entity.length; index += 1) yield [place[index] as number, entity[index] as number] // the loop's bound guarantees both
}

/** Like `countByStory`, without the boilerplate of single outlets. */
export function countDistinctiveNames<Name extends string | number>(
  rows: OutletRows,
  occurrences: Iterable<readonly [row: number, name: Name]>,
): Map<Name, StoryHits> {
  const hits = countByStory(rows, occurrences)
  const outlets = new Map<number, number>()
  for (let index = 0; index < rows.length; index += 1) {
    const outlet = rows.outlet[index] ?? 0
    outlets.set(outlet, (outlets.get(outlet) ?? 0) + 1)
  }
  dropBoilerplate(hits, { outlets, all: rows.length })
  return hits
}

/** Counts the stories of the documents. */
export function countStories(rows: ClusterRows): number {
  const numbers = storyNumbers(rows)
  let [singles, last] = [0, 0]
  for (let index = 0; index < rows.length; index += 1) {
    const number = numbers[index] ?? 0
    if (number === 0) singles += 1
    else if (number > last) last = number
  }
  return singles + last
}

export function countDistinctStories(sampledStories: readonly { story: number }[]): number {
  return new Set(sampledStories.map(({ story }) => story)).size
}

/** Counts in how many stories and documents each name or term occurs; each occurs at most once per row. */
export function countByStory<Term extends string | number>(
  rows: OutletRows,
  occurrences: Iterable<readonly [row: number, term: Term]>,
): Map<Term, StoryHits & OutletVotes> {
  const numbers = storyNumbers(rows)
  const seen = new Map<Term, Set<number>>()
  const hits = new Map<Term, StoryHits & OutletVotes>()
  for (const [row, term] of occurrences) {
    const number = numbers[row] ?? 0
    const outlet = rows.outlet[row] ?? 0
    let hit = hits.get(term)
    if (hit === undefined) hits.set(term, (hit = { stories: 0, documents: 0, outlet, votes: 0 }))
    hit.documents += 1
    if (number === 0) {
      hit.stories += 1
      countVote(hit, outlet)
      continue
    }
    let seenStories = seen.get(term)
    if (seenStories === undefined) seen.set(term, (seenStories = new Set()))
    if (seenStories.has(number)) continue
    seenStories.add(number)
    hit.stories += 1
    countVote(hit, outlet)
  }
  return hits
}

interface OutletRows extends ClusterRows {
  readonly outlet: Int32Array
}

/**
 * Returns all documents if there are few, so that their counts are exact; otherwise the lowest id of each story, and of these the first by bucket and
 * id. Both are bits of a hash, so these are a fair sample, and adjacent in a table with that order: 29 ms instead of 43 for 500 of a hundred thousand
 * in ten million. Sorted in that order.
 */
export function sampleStories(rows: StoryRows & OutletRows): SampledStory[] {
  const { indexes, shared } = findRepresentatives(rows)
  const buckets = readBuckets(rows)
  const last = bucketOfLast(indexes, buckets)
  const numbers = storyNumbers(rows)
  return indexes
    .filter((row) => (buckets[row] ?? 0) <= last)
    .map((row) => ({ row, bucket: buckets[row] ?? 0, id: idAt(rows, row) }))
    .toSorted((a, b) => a.bucket - b.bucket || (a.id < b.id ? -1 : 1))
    .slice(0, maxSampledDocuments)
    .map(({ row, id }) => {
      const number = numbers[row] ?? 0
      return {
        id,
        // stories of several documents are numbered from 1, so single documents get distinct negative numbers
        story: number === 0 ? -row - 1 : number,
        documents: shared.get(number)?.documents ?? 1,
        outlet: rows.outlet[row] ?? 0,
      }
    })
}

/** The bucket of each row, from the low half of its id: using bigints took four times as long. Little-endian, like all machines that Node runs on. */
function readBuckets({ id, length }: StoryRows): Uint8Array {
  const halves = new Int32Array(id.buffer, id.byteOffset, length * 2)
  const buckets = new Uint8Array(length)
  for (let row = 0; row < length; row += 1) buckets[row] = (halves[row * 2] ?? 0) & (bucketCount - 1)
  return buckets
}

/** The bucket of the last document to read, so that only candidates are sorted. */
function bucketOfLast(indexes: readonly number[], buckets: Uint8Array): number {
  const counts = new Uint32Array(bucketCount)
  for (const row of indexes) {
    const bucket = buckets[row] ?? 0
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  let upTo = 0
  return counts.findIndex((count) => (upTo += count) >= Math.min(maxSampledDocuments, indexes.length))
}

/**
 * The rows that represent a story: every row if there are few, else the lowest id of each story. `shared` has, by story number, how many documents a
 * representative stands for. Plain numbers, because an object per document is garbage that delays other work.
 */
function findRepresentatives(rows: StoryRows & OutletRows) {
  const numbers = storyNumbers(rows)
  const shared = new Map<number, { row: number; documents: number }>()
  const indexes: number[] = []
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] ?? 0
    const representative = shared.get(number)
    if (number === 0 || rows.length <= maxSampledDocuments) indexes.push(row)
    else if (representative === undefined) shared.set(number, { row, documents: 1 })
    else {
      representative.documents += 1
      if (idAt(rows, row) < idAt(rows, representative.row)) representative.row = row
    }
  }
  for (const { row } of shared.values()) indexes.push(row)
  return { indexes, shared }
}

function idAt({ id }: StoryRows, index: number): bigint {
  return id[index] as bigint // called only with valid indexes
}
