import type { QueryExecutorProvider } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentId } from './document-id.ts'
import type { DocumentLocation } from './library.errors.ts'
import type { DocumentPage, DocumentTitle, StoredDocument } from './documents.repository.ts'
import type { createArticleLists } from './lists/article-list.ts'
import type { createDocumentLists } from './lists/document-list.ts'
import type { createExportedFacts } from './lists/exported-facts.ts'
import type { createContextMeasures } from './measures/context-measures.ts'
import type { createPointFacts } from './measures/point-facts.ts'
import type { createStories } from './measures/stories.ts'
import type { createTopicCounts } from './measures/topic-counts.ts'
import type { createTopicStories } from './measures/topic-stories.ts'
import type { createVoiceInterests } from './measures/voice-interests.ts'
import type { SourceVoices } from './measures/source-voices.ts'
import type { IndexForm, PreparedDocument } from './prepare-document.ts'
import type { ContextsAnswer, ContextsInput } from './report-facts.sql.ts'
import type { TopicReading } from './topic-reading.port.ts'

/** Lets other work run between two statements. */
export type Pause = () => Promise<void>

/** Documents of one kind from one source that are dated the same day. */
export interface CollectedCount {
  source: number
  kind: number
  /** 0 when they are of all outlets. */
  outlet: number
  day: string
  documents: number
}

export interface TermCounts {
  /** In how many of the documents each term occurs. */
  terms: Map<string, number>
  sampledDocuments: number
}

/**
 * A store of documents and every query on them (docs/decisions/document-storage.md). Names of outlets, authors and entities, daily totals, imports
 * and pending work stay in PostgreSQL, wherever the documents are. A `stored id` is a document's number as text.
 */
export interface DocumentStore extends TopicReading, DocumentWriter, DocumentReading {
  /** The exact number of matches. */
  count(filter: DocumentFilter): Promise<number>
  /** One page; `next` is null on the last. */
  page(filter: DocumentFilter, page: DocumentPage): Promise<{ documents: StoredDocument[]; next: string | null }>
  /** The documents with these ids, in the same order; unknown ids are omitted. */
  documents(ids: readonly DocumentId[]): Promise<StoredDocument[]>
  /** Their titles, in no particular order. */
  titles(ids: readonly DocumentId[]): Promise<DocumentTitle[]>
  /** The source's own ids of the newest matching documents; documents without one are omitted. */
  nativeIds(filter: DocumentFilter, limit: number): Promise<string[]>
  /** Stored ids of all posts by these Bluesky accounts (`did:…`). */
  idsOfAccounts(accounts: readonly string[]): Promise<string[]>
  /** Counts for `readContexts`: the most distinctive names, and the words of the stories read. */
  contexts(input: ContextsInput): Promise<ContextsAnswer>
  /**
   * How many documents were collected after a day, by source, kind and day of publication; when outlets are given, only theirs, and by outlet too.
   */
  countCollectedAfter(day: string, outlets?: readonly number[]): Promise<CollectedCount[]>
  /** When the documents with these stored ids were collected, in milliseconds since 1970; null where that was not recorded. Without removed ones. */
  collectionTimes(ids: readonly string[]): Promise<Map<string, number | null>>
  lists: DocumentLists
  articles: ArticleLists
  exportedFacts: ReturnType<typeof createExportedFacts>
  contextMeasures: ReturnType<typeof createContextMeasures>
  pointFacts: ReturnType<typeof createPointFacts>
  stories: ReturnType<typeof createStories>
  topicCounts: ReturnType<typeof createTopicCounts>
  topicStories: ReturnType<typeof createTopicStories>
  voiceInterests: ReturnType<typeof createVoiceInterests>
  countSourceVoices(filter: DocumentFilter): Promise<SourceVoices[]>
  /** Loads into memory what reports read; never needed for correctness. */
  prewarm(): Promise<void>
}

export type DocumentLists = ReturnType<typeof createDocumentLists>
export type ArticleLists = ReturnType<typeof createArticleLists>

/** A document about to be stored, with the number of its source. */
export type NewDocument = PreparedDocument & { sourceId: number }

/** What is subtracted from the counts with a removed document. */
export interface RemovedRow {
  id: string
  source_id: number
  outlet: number
  kind: number
  ts: Date | string
  day: string
  entities: number[]
}

/** Writes rows within a PostgreSQL transaction that holds the writers' lock, so that there is one writer at a time. */
export interface DocumentWriter {
  readonly location: DocumentLocation
  readonly indexForm: IndexForm
  /**
   * Call before any write: removes what a process stored but did not count before it died, and completes removals that were already counted. Safe
   * with other processes, because every writer holds the lock.
   */
  recover(trx: QueryExecutorProvider): Promise<void>
  /** Returns which of the stored ids exist. */
  listExisting(trx: QueryExecutorProvider, ids: readonly string[]): Promise<Set<string>>
  /**
   * Stores documents that do not exist yet. Resolves when the transaction can run other statements, with a promise for when all documents are stored:
   * do not end the transaction before that. Once it is committed they can be found and are durable.
   */
  insert(
    trx: QueryExecutorProvider,
    fresh: readonly NewDocument[],
    collectedAt: Date,
  ): Promise<{ stored: Promise<void> }>
  /** Removes documents and returns those that existed. */
  remove(trx: QueryExecutorProvider, ids: readonly string[]): Promise<RemovedRow[]>
  /** Call after the transaction of a removal is committed. */
  afterRemoval(): Promise<void>
  /** Fills `outlet_week`, which must be empty, with each outlet's documents by week. */
  recountWeeks(trx: QueryExecutorProvider): Promise<void>
  /** Deletes outlets and authors that no document has any more. */
  forgetNames(trx: QueryExecutorProvider): Promise<void>
}

/** A document of two weeks that are compared for stories. */
export interface WindowRow {
  id: string
  cluster_id: string
  day: string
  outlet: string
  url: string | null
  title: string
  /** The first 400 characters of its body. */
  lead: string | null
  /** When it was collected, in milliseconds since 1970; null when that was not recorded. */
  collectedMs: number | null
}

/** A document whose names have not been extracted yet. */
export interface UnextractedRow {
  id: string
  demo: boolean
  lang: string | null
  title: string
  /** Its first 4,000 characters. */
  body: string | null
}

/** A document whose words are tokenized again. */
export interface DocumentText {
  id: string
  title: string
  body: string | null
}

/** What is read of a document to learn the meaning of words. */
export interface SampleRow {
  id: string
  /** Null when unknown. */
  lang: string | null
  title: string
  /** The beginning of the body. */
  lead: string | null
}

/** The reads and updates of background work. */
export interface DocumentReading {
  /** Documents from seven days before a Monday to seven days after, except comments and answers; at most `most`, the newest. */
  readFortnight(week: string, which: { demo: boolean; limit: number }): Promise<WindowRow[]>
  setClusters(changes: readonly { id: string; cluster: string }[]): Promise<void>
  /** The next documents whose names are to be extracted: those in `entity_pending`, in its order. */
  readWithoutEntities(limit: number): Promise<UnextractedRow[]>
  setEntities(entitiesByDocument: readonly { id: string; entities: readonly number[] }[]): Promise<void>
  /** Stored ids of documents dated before `fromMs` or from `beforeMs` on (milliseconds since 1970), at most `limit`. */
  listDatedOutside(range: { fromMs: number; beforeMs: number }, limit: number): Promise<string[]>
  /** The next documents after `last`, in an order that never changes. */
  readTexts(last: string | null, limit: number): Promise<DocumentText[]>
  /** The next real documents after `last` in a fixed order that is independent of their content, so that the first ones are a fair sample. */
  readSample(last: string | null, limit: number): Promise<SampleRow[]>
  /** Writes the words of documents, in the form of the engine's index, where they differ. */
  setWords(indexTexts: readonly { id: string; indexText: string }[]): Promise<void>
  /** In how many documents of a world's 1/8 sample (or of all) each term occurs. */
  countTerms(which: { demo: boolean; isWhole: boolean; pause: Pause }): Promise<TermCounts>
  /** Cleans up after fast inserts; called once nothing has been stored for a while. */
  compactInserts(): Promise<void>
  /** Documents whose names are extracted in one step. */
  readonly documentsPerStep: number
}

/** The library as most queries need it: its documents, and the names and counts next to them. */
export interface Library {
  database: Database
  store: DocumentStore
}
