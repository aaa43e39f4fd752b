import type { DocumentFilter } from './document-filter.ts'
import type { DocumentStore } from './document-store.port.ts'

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

/** Which documents a sample holds: those of the first buckets; of a sample smaller than a bucket, those of the first one with the lowest ids. */
export interface SampleStretch {
  buckets: number
  /** Null when whole buckets are read. */
  idBelow: bigint | null
}

/** Part of a topic of about so many documents that is read: 1, or the smallest power of ½ that a report needs. Pure. */
export function fractionFor(expected: number): number {
  if (expected <= sampleThreshold) return 1
  let fraction = largestSample
  while ((expected * fraction) / 2 >= documentsWanted) fraction /= 2
  return fraction
}

/** Part of the documents that answers for a topic. */
export async function chooseFraction(store: Pick<DocumentStore, 'estimate'>, filter: DocumentFilter): Promise<number> {
  return fractionFor(await store.estimate(filter))
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
