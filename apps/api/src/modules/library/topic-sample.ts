import type { DocumentKind, SourceKey } from '@auspex/sources'
import { decode, kindCodes } from './document-codes.ts'
import type { DocumentFilter } from './document-filter.ts'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { TopicReading } from './topic-reading.port.ts'
import type { MatchingRows, ReadRows } from './matching-rows.ts'
import { toDay } from './present-facts.ts'
import { decodeSource } from './source-codes.ts'

/** Number of buckets, assigned by the last bits of ids, which are hashes independent of content. */
export const bucketCount = 128
/** Of these, those of the 1/8 sample of the library, which has word indexes of its own. */
export const sampleBucketCount = 16
/** Exclusive upper bound of ids. */
const idLimit = 2n ** 63n

/** Maximum fraction of a sample: PostgreSQL has a separate index for these sixteen buckets. */
const maxSampleFraction = 1 / 8

/** Above this many expected documents, a sample is read; measured in docs/decisions/counting-a-report.md. */
const maxUnsampledDocuments = 20_000

/**
 * A sample is halved while this many documents remain. The 95 % interval of a topic's count, 1.96 √((1 - fraction) / documents read), is ± 3.7 % at
 * 20,000 documents, of which an eighth are 2,500, and narrows to ± 1.2 % at 200,000; a larger topic stays within ± 1.3 %.
 */
const targetDocuments = 25_000
/** If the first sample was too small, the second one needs only this many: ± 1.8 % where it is less than an eighth. */
const retryTargetDocuments = targetDocuments / 2

/** The documents in a sample: those of the first buckets; for less than one bucket, the lowest ids of the first bucket. */
export interface SampleStretch {
  buckets: number
  /** Null when whole buckets are read. */
  idBelow: bigint | null
}

/** The fraction to read of a topic with about this many documents: 1, or the smallest power of ½ that a report needs. */
export function sampleFractionFor(expected: number, minDocuments = targetDocuments): number {
  if (expected <= maxUnsampledDocuments) return 1
  let fraction = maxSampleFraction
  while ((expected * fraction) / 2 >= minDocuments) fraction /= 2
  return fraction
}

/** The documents of a topic, or as many of them as a report needs: `rows` is that fraction. */
export interface TopicSample {
  rows: ReadRows
  revision: number
  sampleFraction: number
}

/** What a sample is read with. */
type TopicRows = Pick<TopicReading, 'estimate' | 'matching'>

/**
 * Reads a topic in a sample chosen by its estimated size. PostgreSQL's estimate may be many times too high; then the first read reveals the true
 * size, and the right sample is read instead.
 */
export async function readTopic(store: TopicRows, filter: DocumentFilter): Promise<TopicSample> {
  const estimated = sampleFractionFor(await store.estimate(filter))
  const sample = await store.matching(filter, { sampleFraction: estimated })
  const measured = sampleFractionFor(sample.rows.length / estimated, retryTargetDocuments)
  if (measured <= estimated) return { ...sample, sampleFraction: estimated }
  return { ...(await store.matching(filter, { sampleFraction: measured })), sampleFraction: measured }
}

/** The range of documents in a sample of this fraction, a power of ½. */
export function bucketRange(fraction: number): SampleStretch {
  const buckets = fraction * bucketCount
  if (buckets >= 1) return { buckets, idBelow: null }
  return { buckets: 1, idBelow: idLimit / BigInt(1 / buckets) }
}

/** Whether a sample of this fraction contains the document with a stored id. */
export function isInSample(id: bigint, fraction: number): boolean {
  const { buckets, idBelow } = bucketRange(fraction)
  return Number(id & BigInt(bucketCount - 1)) < buckets && (idBelow === null || id < idBelow)
}

/** Which documents a topic has, to compare with those of another time. */
export interface TopicMembers {
  /** The fraction of the topic that was read. */
  sampleFraction: number
  /** Stored ids, sorted. */
  ids(): BigInt64Array
  /** The source, kind and day of the documents with these ids. */
  describe(ids: ReadonlySet<bigint>): MemberFacts[]
}

export interface MemberFacts {
  id: bigint
  source: SourceKey
  kind: DocumentKind
  day: string
}

const microsPerDay = 86_400_000_000

export function createTopicMembers(rows: MatchingRows, sampleFraction: number): TopicMembers {
  return {
    sampleFraction,
    // the columns may be longer than the rows
    ids: () => rows.id.slice(0, rows.length).toSorted(),
    describe: (ids) => {
      const members: MemberFacts[] = []
      for (let row = 0; ids.size > 0 && row < rows.length; row += 1) {
        const id = rows.id[row] ?? 0n
        if (!ids.has(id)) continue
        members.push({
          id,
          source: decodeSource(rows.source[row] ?? 0),
          kind: decode(kindCodes, rows.kind[row] ?? 0),
          day: toDay(Math.floor((rows.micros[row] ?? 0) / microsPerDay)),
        })
      }
      return members
    },
  }
}

/** Documents drawn at random from those that match, and how many match; the number is an estimate where only a sample is read. */
export interface DrawnDocuments {
  documents: number
  ids: DocumentId[]
}

/**
 * Draws a simple random sample of the matching documents. Ids are hashes that are independent of content; multiplied by an odd number they give
 * another order for each seed.
 */
export async function drawDocuments(
  store: TopicRows,
  filter: DocumentFilter,
  { limit, seed }: { limit: number; seed: number },
): Promise<DrawnDocuments> {
  const { rows, sampleFraction } = await readTopic(store, filter)
  const factor = (BigInt(seed) << 1n) | 1n
  // the columns may be longer than the rows
  const keys = BigUint64Array.from(rows.id.subarray(0, rows.length), (id) => BigInt.asUintN(64, id * factor))
  const places = new Map(Array.from(keys, (key, index) => [key, index]))
  const first = keys.toSorted().subarray(0, limit)
  return {
    documents: Math.round(rows.length / sampleFraction),
    ids: Array.from(first, (key) => toDocumentId(String(rows.id[places.get(key) ?? 0]))),
  }
}
