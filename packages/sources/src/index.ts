export { type BlueskyPosts, createBlueskyPosts } from './bluesky/bluesky.posts.ts'
export { createJetstream, type Jetstream, type JetstreamOptions, type StreamTask } from './bluesky/jetstream.ts'
export type { StreamBatch } from './bluesky/stream-batch.ts'
export { type DemoOptions, generateDemoDocuments } from './demo/generate-demo-documents.ts'
export { type PlantedTrend, plantedTrends } from './demo/planted-trends.ts'
export { createHashtagSources, hashtagHosts, researchSetting } from './hashtags/create-hashtag-sources.ts'
export { generateDemoVideos } from './hashtags/demo-videos.ts'
export { foldHashtag, hashtagsIn } from './hashtags/hashtag-text.ts'
export type * from './hashtags/hashtag.types.ts'
export { createHttp, type CreateHttpOptions } from './http/create-http.ts'
export { createGuardedHttp, type GuardedHttpOptions } from './http/guarded-fetch.ts'
export { createGuardedPost, type GuardedPost, type GuardedPostOptions } from './http/guarded-post.ts'
export { type GuardAllowance, refuseAddress, type Resolve, type ResolvedAddress } from './http/guarded-url.ts'
export type { HostPolicy } from './http/host-gate.ts'
export type { Http, HttpFailure, HttpRequest, HttpResult, HttpSuccess, PostingHttp } from './http/http.types.ts'
export { isPublicAddress } from './http/public-address.ts'
export { ImportDamagedError, type ImportFormatCode, ImportFormatError } from './imported/import-errors.ts'
export type { ReadRow } from './imported/imported.parse.ts'
export { readDocuments, type ReadDocumentsOptions } from './imported/read-documents.ts'
export { createMedicine, type Medicine, medicineHosts } from './medicine/create-medicine.ts'
export type * from './medicine/medicine.types.ts'
export { type DemoInstrument, demoInstruments, generateDemoPrices } from './prices/demo-prices.ts'
export { knownListings } from './prices/listings.ts'
export type * from './prices/price.types.ts'
export { type PriceFile, readPriceCsv, type RejectedPriceRow } from './prices/read-price-csv.ts'
export type { Dialect, NativeQuery } from './query/dialect.types.ts'
export { writeNativeQuery } from './query/write-native-query.ts'
export { parseFeedDate } from './rss/feed-date.ts'
export type { Feed, FeedEntry } from './rss/feed-entries.ts'
export { type Outline, readOutlines } from './rss/read-outlines.ts'
export { readFeed } from './rss/read-feed.ts'
export type { SettingField, SourceSettings } from './source-settings.ts'
export type * from './source.types.ts'
export {
  type CatalogueEntry,
  sourceCatalogue,
  sourceDialects,
  sourceHosts,
  sourceLabel,
  sourceRows,
  sourceSettings,
} from './sources.catalogue.ts'
export {
  anySourceAnswers,
  createSources,
  type CreateSourcesOptions,
  type Sources,
  type SourcesMode,
} from './create-sources.ts'
export { toPlainText } from './text/plain-text.ts'
export { publicationDays, type PublicationDays, publicationFault } from './text/publication-bounds.ts'
