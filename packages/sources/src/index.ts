// Sources: the catalogue, and how one is created and run.
export {
  anySourceAnswers,
  type CatalogueEntry,
  createSources,
  type CreateSourcesOptions,
  sourceCatalogue,
  sourceDialects,
  sourceHosts,
  sourceLabel,
  sourceRows,
  type Sources,
  sourceSettings,
} from './create-sources.ts'
export type * from './source.types.ts'
export type { SettingField, SourceSettings } from './source-descriptor.ts'
export { failedStatuses } from './source-run.ts'

// Queries in the language of a source.
export type { Dialect, NativeQuery } from './query/dialect.ts'
export { writeNativeQuery } from './query/write-native-query.ts'

// Requests to other hosts, of which people may name some.
export { createHttp, type CreateHttpOptions } from './http/create-http.ts'
export { createGuardedHttp, type GuardedHttpOptions } from './http/guarded-fetch.ts'
export {
  createGuardedPost,
  type GuardedExchange,
  type GuardedPost,
  type GuardedPostOptions,
  type PostOutcome,
} from './http/guarded-post.ts'
export {
  type GuardAllowance,
  isPublicAddress,
  refuseAddress,
  type Resolve,
  type ResolvedAddress,
} from './http/guarded-url.ts'
export type { HostPolicy } from './http/host-gate.ts'
export type { Http, HttpFailure, HttpRequest, HttpResult, HttpSuccess, PostingHttp } from './http/http.types.ts'

// Streams of new posts.
export { type BlueskyPosts, createBlueskyPosts } from './bluesky/bluesky.source.ts'
export {
  createJetstream,
  type Jetstream,
  type JetstreamOptions,
  type StreamBatch,
  type StreamTask,
} from './bluesky/jetstream.ts'

// Feeds, and lists of feeds.
export type { Feed, FeedEntry } from './rss/feed-entries.ts'
export { readFeed } from './rss/read-feed.ts'
export { type Outline, readOutlines } from './rss/opml.ts'

// Files that people import.
export { ImportDamagedError, type ImportFormatCode, ImportFormatError } from './imported/import-errors.ts'
export type { ReadRow } from './imported/imported.parse.ts'
export { readDocuments, type ReadDocumentsOptions } from './imported/read-documents.ts'

// Hashtags and videos.
export { createHashtagSources, hashtagHosts, researchSetting } from './hashtags/create-hashtag-sources.ts'
export { foldHashtag, hashtagsIn } from './hashtags/hashtag.ts'
export type * from './hashtags/hashtag.ts'

// Trials and literature.
export { createMedicine, type Medicine, medicineHosts } from './medicine/create-medicine.ts'
export type * from './medicine/medicine.types.ts'

// Prices.
export { knownListings } from './prices/listings.ts'
export * from './prices/price-results.ts'

// Texts and days as sources publish them.
export { publicationFault } from '@auspex/contract/import-lines'
export { parseFeedDate, publicationDays, type PublicationDays } from './text/published-at.ts'
export { mendSpacing, toPlainText } from './text/plain-text.ts'

// The demo: what it makes up.
export { type DemoOptions, generateDemoDocuments } from './demo/generate-demo-documents.ts'
export { type PlantedTrend, plantedTrends } from './demo/world.ts'
export { generateDemoVideos } from './hashtags/demo-videos.ts'
export { type DemoInstrument, demoInstruments, generateDemoPrices } from './prices/demo-prices.ts'
