import { sql } from 'kysely'
import type { Foundation } from '../foundation.types.ts'
import { createDemoLibrary } from './demo/demo-library.ts'
import { createDocumentsModule } from './documents.module.ts'
import { createCatalogOperations, createDeletionOperations } from './library.operations.ts'
import { type SourcesDependencies, createSourcesModule } from './sources/sources.operations.ts'

export type Library = ReturnType<typeof createLibrary>

/** The stored documents, and the sources that they come from. */
export function createLibrary(
  dependencies: Foundation & Pick<SourcesDependencies, 'config' | 'connectors' | 'priceProviders' | 'schedule'>,
) {
  const documents = createDocumentsModule(dependencies)
  const sources = createSourcesModule({ ...dependencies, documents })
  return {
    documents,
    demo: createDemoLibrary({ ...dependencies, documents }),
    outages: sources.outages,
    provenance: sources.provenance,
    operations: { ...sources.operations, ...createCatalogOperations(), ...createDeletionOperations(documents) },
    jobs: documents.jobs,
  }
}

// Conditions and columns for the statements of other modules.

/** The library's revision, for use in another module's statement, which then compares it in the same query. */
export const revisionOfLibrary = sql<number>`(select revision::float8 from library)`

/** The version of the tokenizer that read the words of the stored documents, for use in another module's statement. */
export const wordsVersionOfLibrary = sql<number>`(select version from words_reading)`

/** Whether a measurement made at this revision is free of data from imports that were deleted since. */
export function isAfterDeletions(revision: number) {
  return sql<boolean>`(${revision}::bigint >= (select deletion_revision from library))`
}

// The library itself, and what keeps it filled and whole.
export { createDocumentsModule, type DocumentsModule, type ReportDocuments } from './documents.module.ts'
export { createImportsOperations, presentImport } from './imports/imports.operations.ts'
export type { Outages } from './sources/outages.ts'
export type { Schedule } from './sources/known-sources.ts'
export { moveDocuments, MoveLeftoverError } from './move/move-documents.ts'
export { readDocumentLocation } from './document-location.ts'

// Demo documents, and whether they gave way to real ones.
export { hasDemoEnded } from './provenance.ts'
export { type createDemoLibrary, demoSeed } from './demo/demo-library.ts'

// Deletions that other modules have to follow.
export type { PendingDeletion } from './deleted-documents.ts'

// Documents: their ids, their codes, and the conditions that choose them.
export { type DocumentId, fromDocumentId, toDocumentId } from './document-id.ts'
export { type DocumentFilter, toMatching } from './document-filter.ts'
export { decode, encodeCountry, kindCodes, toneCodes } from './document-codes.ts'
export type { DocumentTitle, StoredDocument } from './documents.repository.ts'

// Lists of documents and of articles, a slice at a time.
export type { ListFilter } from './lists/document-list.ts'
export type { ListOrder } from './lists/list-order.ts'
export type { ListPosition, ListSlice } from './lists/cut-slice.ts'
export type { ArticleFilter, ArticleMute } from './lists/article-list.ts'
export type { ArticleText } from './lists/articles-to-compare.ts'
export type { ExportedFacts } from './lists/exported-facts.ts'

// Report facts: what is counted over the documents of a topic.
export type {
  ContextSet,
  CountedFacts,
  DayFacts,
  GroupFacts,
  NamedFacts,
  ReportFacts,
  StoryFacts,
} from './report-facts.types.ts'
export type { DocumentTally } from './document-tally.ts'
export type { ToneCounts } from './tally.ts'
export { type CopiedText, createDayDocuments, type DayDocuments, type DayRange } from './day-documents.ts'
export type { ShardCoverage } from './report-reading.ts'
export type { TopicCarriers } from './topic-carriers.ts'

// The parts of counting a report, with which a bundle is recounted without a database.
export { countFacts } from './count-facts.ts'
export type { FactsRow } from './report-facts.sql.ts'
export type { MatchingRows } from './matching-rows.ts'
export { toCodes } from './source-codes.ts'
export { isInSample, type MemberFacts, type TopicMembers } from './topic-sample.ts'
export { countNames, countTerms, entityRows, minEntityHits, minTermHits, termRows } from './choose-contexts.ts'
export { countDistinctiveNames, countDistinctStories, countStories, sampleStories } from './story-contexts.ts'
export type { BackgroundCounts } from './vocabulary/background-counts.ts'

// Coverage: which groups of sources and outlets the library has, and for which weeks.
export type { LibraryGroup, LibrarySummary } from './coverage.repository.ts'
export { type OutletWeeks, splitOutlets } from './outlet-weeks.ts'

// Measures: questions of other modules that are answered with one statement each.
export type { ContextOccurrences, ReadScope } from './measures/context-measures.ts'
export type { RequestedContext } from './measures/requested-contexts.ts'
export type { PointFacts, PointWindow } from './measures/point-tones.ts'
export type { SourceVoices } from './measures/source-voices.ts'
export type { StoryDocument } from './measures/stories.ts'
export type { TopicCount } from './measures/topic-counts.ts'
export type { TopicStories } from './measures/topic-stories.ts'
export type {
  InterestBasis,
  InterestCounts,
  InterestsInput,
  InterestSplit,
  InterestSubject,
} from './measures/voice-interests.ts'
export { minInterestHits } from './measures/voice-interests.ts'

// The catalog: categories, industries, and the words that place a headline in them.
export { categories, industries } from './catalog/categories.ts'
export { categoryWords, createHeadlineCategories } from './catalog/vocabulary/headline-categories.ts'
export { toHeadlineQuery } from './catalog/vocabulary/headline-query.ts'

// Meaning: what the words of a language mean, learned from the library.
export { commonLanguage } from './meaning/word-readers.ts'
