import type { DocumentFilter } from './document-filter.ts'
import type { DocumentStore } from './document-store.port.ts'

/** Documents lie in so many buckets, by the last bits of their ids, which tell nothing of them. A sample is the first buckets. */
export const allBuckets = 128

/** The largest sample: an eighth, for which PostgreSQL has an index of its own. */
const largestSample = 16

/** Above so many expected documents a sample answers; measured in docs/decisions/0018 and 0077. */
export const sampleThreshold = 20_000

/** A sample is halved as long as so many are read: the 95 % interval of the count is then ± 1.3 % at most (decision 0207). */
const documentsWanted = 25_000

/** Buckets whose documents are read for a topic of about so many: all, or as few as a report needs. Pure. */
export function bucketsFor(expected: number): number {
  if (expected <= sampleThreshold) return allBuckets
  let buckets = largestSample
  while (buckets > 1 && (expected * buckets) / 2 / allBuckets >= documentsWanted) buckets /= 2
  return buckets
}

/** Buckets whose documents answer for a topic. */
export async function chooseBuckets(store: Pick<DocumentStore, 'estimate'>, filter: DocumentFilter): Promise<number> {
  return bucketsFor(await store.estimate(filter))
}
