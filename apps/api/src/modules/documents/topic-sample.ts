import type { DocumentFilter } from './document-filter.ts'
import type { DocumentStore } from './document-store.port.ts'
import type { ReadRows } from './matching-rows.ts'

/** Documents lie in so many buckets, by the last bits of their ids, which are hashes and tell nothing of them. */
export const allBuckets = 128
/** Ids are below this. */
const idLimit = 2n ** 63n

/** The largest sample: PostgreSQL has an index of its own for these sixteen buckets. */
const largestSample = 1 / 8

/** Above so many expected documents a sample answers; measured in docs/decisions/0018 and 0077. */
const sampleThreshold = 20_000

/** A sample is halved as long as so many are read: the 95 % interval of the count is then ± 1.3 % at most (decision 0207). */
const documentsWanted = 25_000
/** What is read a second time, because less than this was read at first, is content with so many: ± 1.8 %. */
const documentsWantedAgain = documentsWanted / 2

/** Which documents a sample holds: those of the first buckets; of a sample smaller than a bucket, those of the first one with the lowest ids. */
export interface SampleStretch {
  buckets: number
  /** Null when whole buckets are read. */
  idBelow: bigint | null
}

/** Part of a topic of about so many documents that is read: 1, or the smallest power of ½ that a report needs. Pure. */
export function fractionFor(expected: number, wanted = documentsWanted): number {
  if (expected <= sampleThreshold) return 1
  let fraction = largestSample
  while ((expected * fraction) / 2 >= wanted) fraction /= 2
  return fraction
}

/** The documents of a topic, or as many of them as a report needs: `rows` is that part of them. */
export interface TopicSample {
  rows: ReadRows
  revision: number
  sampleFraction: number
}

/**
 * Reads a topic in the sample that its estimated size asks for. An estimate of PostgreSQL's planner may be many times too high; then what was
 * read tells the size, and the sample that is right for it is read instead.
 */
export async function readTopic(
  store: Pick<DocumentStore, 'estimate' | 'matching'>,
  filter: DocumentFilter,
): Promise<TopicSample> {
  const estimated = fractionFor(await store.estimate(filter))
  const read = await store.matching(filter, { sampleFraction: estimated })
  const measured = fractionFor(read.rows.length / estimated, documentsWantedAgain)
  if (measured <= estimated) return { ...read, sampleFraction: estimated }
  return { ...(await store.matching(filter, { sampleFraction: measured })), sampleFraction: measured }
}

/** Where a sample of that part lies, a power of ½. Pure. */
export function stretchOf(fraction: number): SampleStretch {
  const buckets = fraction * allBuckets
  if (buckets >= 1) return { buckets, idBelow: null }
  return { buckets: 1, idBelow: idLimit / BigInt(1 / buckets) }
}

/** Whether a sample of that part holds the document of a stored id. Pure. */
export function isInSample(id: bigint, fraction: number): boolean {
  const { buckets, idBelow } = stretchOf(fraction)
  return Number(id & BigInt(allBuckets - 1)) < buckets && (idBelow === null || id < idBelow)
}
