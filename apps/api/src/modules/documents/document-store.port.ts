import type { QueryExecutorProvider } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentId } from './document-id.ts'
import type { DocumentPlace } from './documents.errors.ts'
import type { DocumentPage, DocumentTitle, StoredDocument } from './documents.repository.ts'
import type { Pause, TermCounts } from './enrichment/term-background-step.ts'
import type { createArticleLists } from './lists/article-list.ts'
import type { createDocumentLists } from './lists/document-list.ts'
import type { createExportedFacts } from './lists/exported-facts.ts'
import type { ReadRows } from './matching-rows.ts'
import type { createContextMeasures } from './measures/context-measures.ts'
import type { createPointFacts } from './measures/point-facts.ts'
import type { createStories } from './measures/stories.ts'
import type { createTopicCounts } from './measures/topic-counts.ts'
import type { createTopicStories } from './measures/topic-stories.ts'
import type { createVoiceInterests } from './measures/voice-interests.ts'
import type { SourceVoices } from './measures/source-voices.ts'
import type { IndexForm, PreparedDocument } from './prepare-document.ts'
import type { ContextsAnswer, ContextsQuestion } from './report-facts.sql.ts'

/**
 * Where documents lie, and everything that is asked of them (decisions 0187 and 0205). Names of outlets, authors and entities, daily totals,
 * imports and work to be done stay in PostgreSQL, whatever keeps the documents. `stored id` is the number of a document as text.
 */
export interface DocumentStore extends TopicReading, DocumentWriter, DocumentReading {
  /** Exactly how many match. */
  count(filter: DocumentFilter): Promise<number>
  /** One page; `next` is null on the last. */
  page(filter: DocumentFilter, page: DocumentPage): Promise<{ documents: StoredDocument[]; next: string | null }>
  /** The documents of these ids, in their order; an unknown one is left out. */
  documents(ids: readonly DocumentId[]): Promise<StoredDocument[]>
  /** Their titles, in no order. */
  titles(ids: readonly DocumentId[]): Promise<DocumentTitle[]>
  /** What the sources call the newest documents that match; those without an id of their source are left out. */
  nativeIds(filter: DocumentFilter, limit: number): Promise<string[]>
  /** Stored ids of all posts of accounts of Bluesky (`did:…`). */
  idsOfAccounts(accounts: readonly string[]): Promise<string[]>
  /** What `readContexts` counts: the names that stand out, and the words of the stories that are read. */
  contexts(question: ContextsQuestion): Promise<ContextsAnswer>
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
  /** Reads ahead what reports read; never needed for a right answer. */
  prewarm(): Promise<void>
}

/** The documents of a topic, and what their tone is scored from. */
export interface TopicReading {
  /** About how many match, in a small part of the time. */
  estimate(filter: DocumentFilter): Promise<number>
  /** The facts of all that match, or of those in a sample of that part (`topic-sample.ts`), and the revision of the library that they are at least of. */
  matching(filter: DocumentFilter, options: { sampleFraction: number }): Promise<{ rows: ReadRows; revision: number }>
  /** Texts by stored id, in no order. Rejects for what is no number. */
  texts(ids: readonly string[]): Promise<ScorableText[]>
}

export type DocumentLists = ReturnType<typeof createDocumentLists>
export type ArticleLists = ReturnType<typeof createArticleLists>

export interface ScorableText {
  id: string
  kind: number
  title: string
  /** Its first 5,000 letters. */
  body: string | null
  lang: string | null
}

/** A document that is stored now, with the number of its source. */
export type NewDocument = PreparedDocument & { sourceId: number }

/** What is taken out of the counts with a document. */
export interface RemovedRow {
  id: string
  source_id: number
  kind: number
  ts: Date | string
  day: string
  entities: number[]
}

/** Rows that are written: within a transaction of PostgreSQL that holds the writer's lock, so that one writes at a time. */
export interface DocumentWriter {
  readonly place: DocumentPlace
  readonly indexForm: IndexForm
  /**
   * Before anything is written: undoes what a process stored that ended before it was counted, and ends removals that were counted. Calls no
   * other process out of it: whoever writes has the lock.
   */
  recover(trx: QueryExecutorProvider): Promise<void>
  /** Which of the stored ids are there. */
  listKnown(trx: QueryExecutorProvider, ids: readonly string[]): Promise<Set<string>>
  /**
   * Stores documents that are not there. Resolves when the transaction may be asked for something else, with what ends when all are stored:
   * before that nobody may end the transaction. Once it is committed they are found and outlive the process.
   */
  insert(trx: QueryExecutorProvider, fresh: readonly NewDocument[]): Promise<{ stored: Promise<void> }>
  /** Removes documents; answers with those that were there. */
  remove(trx: QueryExecutorProvider, ids: readonly string[]): Promise<RemovedRow[]>
  /** After the transaction of a removal was committed. */
  afterRemoval(): Promise<void>
  /** Forgets outlets and authors that no document has any more. */
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
  /** The first 400 letters of its body. */
  lead: string | null
}

/** A document whose names are to be read. */
export interface UnreadRow {
  id: string
  demo: boolean
  lang: string | null
  title: string
  /** Its first 4,000 letters. */
  body: string | null
}

/** A document whose words are read again. */
export interface WordedRow {
  id: string
  title: string
  body: string | null
}

/** What reading in the background asks and writes. */
export interface DocumentReading {
  /** Documents of seven days before a Monday and seven after, but comments and answers; no more than `most`, the newest. */
  readFortnight(week: string, which: { demo: boolean; most: number }): Promise<WindowRow[]>
  setClusters(changes: readonly { id: string; cluster: string }[]): Promise<void>
  /** The next documents whose names are to be read: those that `entity_pending` names, in its order. */
  readUnread(limit: number): Promise<UnreadRow[]>
  setEntities(found: readonly { id: string; entities: readonly number[] }[]): Promise<void>
  /** Stored ids of documents dated before a time or at or after another (milliseconds since 1970), at most `limit`. */
  listDatedOutside(range: { fromMs: number; beforeMs: number }, limit: number): Promise<string[]>
  /** The next documents in an order that never changes, after that of `last`. */
  readWorded(last: string | null, limit: number): Promise<WordedRow[]>
  /** Writes the words of documents in the form of the engine's index, where they are others. */
  setWords(read: readonly { id: string; indexText: string }[]): Promise<void>
  /** In how many documents of a world's 1/8 sample (or all) each term stands. */
  countTerms(which: { demo: boolean; isWhole: boolean; pause: Pause }): Promise<TermCounts>
  /** Puts in order what quick storing leaves; called once nothing was stored for a while. */
  settle(): Promise<void>
  /** Documents whose names are read in one step. */
  readonly documentsPerStep: number
}

/** The library as most questions need it: its documents, and the names and counts beside them. */
export interface Library {
  database: Database
  store: DocumentStore
}

/** As much of it as measures need that score texts again. */
export interface TopicLibrary {
  database: Database
  store: TopicReading
}
