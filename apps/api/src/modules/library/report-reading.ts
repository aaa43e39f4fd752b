import type { Database } from '../../adapters/database/database.port.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentStore } from './document-store.port.ts'
import type { createOutletWeeksReader } from './outlet-weeks.ts'
import type { createSearchActivity } from './search-activity.ts'
import type { TermBackground } from './vocabulary/term-background.ts'
import type { WordReaders } from './meaning/word-readers.ts'
import { findAnsweringShards } from '../../adapters/clickhouse/open-shards.ts'
import { createClickhouseStore } from './clickhouse/clickhouse-store.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from './document-id.ts'
import { readReportFacts, type ReportFactsOptions } from './read-report-facts.ts'
import { readFormerStories } from './story-numbers.ts'
import { readCarriers } from './topic-carriers.ts'
import { tonedWithout } from './topic-tones.ts'

/** How many shards answered. */
export interface ShardCoverage {
  answered: number
  total: number
}

/** The part of the library that can be read while a shard does not answer. */
export interface AnsweringStore {
  store: DocumentStore
  shards: ShardCoverage
}

/**
 * Returns the library over the shards that answer, or null when all of them do or the documents are in PostgreSQL. Documents are distributed by id,
 * and ids are independent of content, so what is read is a fair sample of the library. Rejects when no shard answers.
 */
export async function findAnsweringStore(database: Database): Promise<AnsweringStore | null> {
  if (database.clickhouse === null) return null
  const { engine, ...shards } = await findAnsweringShards(database.clickhouse)
  if (shards.answered === shards.total) return null
  return { store: createClickhouseStore({ engine, database }), shards }
}

export interface ReportReadingDependencies {
  database: Database
  background: TermBackground
  outletWeeks: ReturnType<typeof createOutletWeeksReader>
  activity: ReturnType<typeof createSearchActivity>
  wordReaders: WordReaders
}

export interface GetDocumentsOptions {
  /** As in `DocumentFilter`. */
  withoutTone: DocumentFilter['withoutTone']
  /** Places documents in the stories to which they belonged at the end of this day; null for today's stories. */
  asOf?: string | null
}

/** Reads the inputs of a report from all documents, or from those of the shards that answer. */
export function createReportReading(
  { store, shards }: { store: AnsweringStore['store']; shards: ShardCoverage | null },
  { database, background, outletWeeks, activity, wordReaders }: ReportReadingDependencies,
) {
  const readable = shards === null ? 1 : shards.answered / shards.total
  return {
    /** Null when all documents are read. */
    shards,
    reportFacts: (filter: DocumentFilter, options?: ReportFactsOptions) => {
      const parts = readReportFacts({ database, store, background, readable }, filter, options)
      // counts as a search until the second part is done; the caller handles failures
      activity.track(async () => (await parts).voicesAndContexts).catch(() => {})
      return parts
    },
    carriers: (filter: DocumentFilter) => activity.track(() => readCarriers(store, filter)),
    outletWeeks: (...topic: Parameters<typeof outletWeeks.read>) => activity.track(() => outletWeeks.read(...topic)),
    /** `withoutTone` is required, since a tone that counts the words of the query would describe the query; null outside any query. */
    getDocuments: (ids: readonly DocumentId[], { withoutTone, asOf = null }: GetDocumentsOptions) =>
      activity.track(async () => {
        const documents = tonedWithout(await store.documents(ids), withoutTone)
        return asOf === null ? documents : inFormerStories(documents, await readFormerStories(database, asOf))
      }),
    getTitles: (ids: readonly DocumentId[]) => activity.track(() => store.titles(ids)),
    /** What the words of a language mean; null when they were not learned. */
    findWords: (language: string) => wordReaders.find(language),
  }
}

/** Documents in the stories to which they belonged on a past day, where those differ from today's. */
function inFormerStories<Item extends { documentId: DocumentId; clusterId: DocumentId }>(
  documents: readonly Item[],
  former: ReadonlyMap<bigint, bigint>,
): Item[] {
  return documents.map((document) => {
    const id = fromDocumentId(document.documentId)
    const cluster = id === null ? undefined : former.get(BigInt(id))
    return cluster === undefined ? document : { ...document, clusterId: toDocumentId(String(cluster)) }
  })
}
