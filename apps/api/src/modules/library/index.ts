export type { ShardCoverage } from './answering-store.ts'
export { categories } from './catalog/categories.ts'
export { industries } from './catalog/industries.ts'
export { categoryWords, createHeadlineCategories } from './catalog/vocabulary/headline-categories.ts'
export { toHeadlineQuery } from './catalog/vocabulary/headline-query.ts'
export { countTerms, entityRows, termRows, countNames, minEntityHits, minTermHits } from './choose-contexts.ts'
export { countFacts } from './count-facts.ts'
export type { LibraryGroup, LibrarySummary } from './coverage.repository.ts'
export { createLibrary, type Library } from './create-library.ts'
export { type DayDocuments, type DayRange, createDayDocuments } from './day-documents.ts'
export { type createDemoLibrary, demoSeed } from './demo/demo-library.ts'
export { decode, kindCodes, toneCodes, encodeCountry } from './document-codes.ts'
export { toMatching, type DocumentFilter } from './document-filter.ts'
export { toDocumentId, type DocumentId, fromDocumentId } from './document-id.ts'
export { readDocumentLocation } from './document-location.ts'
export type { DocumentTally } from './document-tally.ts'
export { createDocumentsModule, type DocumentsModule, type ReportDocuments } from './documents.module.ts'
export type { StoredDocument, DocumentTitle } from './documents.repository.ts'
export { presentImport, createImportsOperations } from './imports/imports.operations.ts'
export { isAfterDeletions, revisionOfLibrary } from './library-revision.ts'
export type { ArticleFilter, ArticleMute } from './lists/article-list.ts'
export type { ArticleText } from './lists/articles-to-compare.ts'
export type { ListPosition, ListSlice } from './lists/cut-slice.ts'
export type { ListFilter } from './lists/document-list.ts'
export type { ExportedFacts } from './lists/exported-facts.ts'
export type { ListOrder } from './lists/list-order.ts'
export type { MatchingRows } from './matching-rows.ts'
export type { ReadScope, ContextOccurrences } from './measures/context-measures.ts'
export type { PointFacts, PointWindow } from './measures/point-facts.types.ts'
export type { RequestedContext } from './measures/requested-contexts.ts'
export type { SourceVoices } from './measures/source-voices.ts'
export type { Headline, StoryDocument } from './measures/stories.ts'
export type { TopicCount } from './measures/topic-counts.ts'
export type { TopicStories } from './measures/topic-stories.ts'
export type {
  InterestCounts,
  InterestsInput,
  InterestSplit,
  InterestSubject,
  InterestBasis,
} from './measures/voice-interests.ts'
export { minInterestHits } from './measures/voice-interests.ts'
export { moveDocuments, MoveLeftoverError } from './move/move-documents.ts'
export { type OutletWeeks, splitOutlets } from './outlet-weeks.ts'
export { hasDemoEnded } from './provenance.ts'
export type { FactsRow } from './report-facts.sql.ts'
export type {
  ContextSet,
  ReportFacts,
  NamedFacts,
  GroupFacts,
  CountedFacts,
  IntervalFacts,
  StoryFacts,
  DayFacts,
} from './report-facts.types.ts'
export { toCodes } from './source-codes.ts'
export type { Outages } from './sources/outages.ts'
export type { Schedule } from './sources/schedule.ts'
export { countStories, countDistinctStories, sampleStories, countDistinctiveNames } from './story-contexts.ts'
export type { ToneCounts } from './tally.ts'
export type { TopicCarriers } from './topic-carriers.ts'
export { isInSample } from './topic-sample.ts'
export type { BackgroundCounts } from './vocabulary/background-counts.ts'
export { mondayOf } from './prepare-document.ts'
