import type { SourceKey } from '@auspex/sdk/types'

/** `live` and `auto` use the network; `demo` uses no source. */
export type SourcesMode = 'auto' | 'live' | 'demo'

export type { SourceKey }

/** Returns the current time. Injected, so that a run can be repeated. */
export type Clock = () => Date

/** The kind of publication. */
export type DocumentKind =
  | 'article'
  | 'post'
  | 'comment'
  | 'question'
  | 'answer'
  | 'video'
  | 'paper'
  | 'trial'
  | 'filing'

/** Reactions as counted by the source when it was fetched. Null is unknown, never zero. */
export interface Engagement {
  score: number | null
  comments: number | null
  views: number | null
  reposts: number | null
}

/** When a document was published. */
export interface PublicationDate {
  /** ISO 8601 in UTC to the second: `2026-01-31T08:00:00Z`. */
  publishedAt: string
  /** `day` when the source has no time of day; the time part is then midnight. */
  datePrecision: 'second' | 'day'
}

/** One publication, as a source returned it: plain text, checked dates, nothing invented. */
export interface SourceDocument extends PublicationDate {
  sourceKey: SourceKey
  /** The source's own id, unique within the source; null when it has none. */
  nativeId: string | null
  kind: DocumentKind
  /** Publisher host or community: `nytimes.com`, `reddit/r/programming`. */
  outlet: string
  /** Absolute http(s) address, or null. */
  url: string | null
  /** Plain text on one line. Empty when the source has none; then `body` has text. */
  title: string
  /** Plain text, or null. */
  body: string | null
  author: string | null
  /** ISO 3166-1 alpha-2, upper case, or null. */
  country: string | null
  /** The origin of `country`; null exactly when `country` is null. */
  countryBasis: 'source' | 'content' | 'author' | null
  /** Primary language subtag in lower case (`en`, `pt`), or null. */
  lang: string | null
  engagement: Engagement | null
}

/** How an attempt to fetch ended. A failure is never reported as zero documents. */
export type SourceStatus =
  | 'ok'
  | 'empty'
  | 'rate_limited'
  | 'blocked'
  | 'bad_query'
  | 'auth'
  | 'upstream_down'
  | 'schema_changed'

/** How a host failed to send anything at all: no connection, or a connection and then silence. */
export type Outage = 'no_connection' | 'no_answer'

/** One attempt to fetch from a source for one query: the basis of a report's coverage. */
export interface SourceRun {
  status: SourceStatus
  /** One sentence for display; null when there is nothing to explain. */
  reason: string | null
  /** The query in the source's own syntax, without secrets. */
  nativeQuery: string | null
  /** Each part of the query that the source could not honour, as a sentence. */
  notHonoured: string[]
  /** HTTP requests made. */
  requests: number
  /** Documents that the source returned, before deduplication. */
  documentsSeen: number
  /** Milliseconds the source asked us to wait, or null. */
  retryAfterMs: number | null
  /** False when a cap, a limit or a failure cut the results short. */
  complete: boolean
  /** Set when nothing at all came from the source; absent when it responded, with whatever content. */
  outage?: Outage
}

/** Adjacent words, folded; a prefix matches any word that begins with it. */
export interface SourcePhrase {
  kind: 'phrase'
  words: readonly { text: string; prefix: boolean }[]
  /** Where they must occur; anywhere when absent. */
  place?: 'title'
}

/** The conditions of a query as a tree: the same shape as in the query language, so that neither package needs the other. */
export type SourceQueryNode =
  | SourcePhrase
  | { kind: 'near'; distance: number; operands: readonly [SourcePhrase, SourcePhrase] }
  | {
      kind: 'field'
      field:
        | 'source'
        | 'outlet'
        | 'author'
        | 'kind'
        | 'lang'
        | 'country'
        | 'tone'
        | 'since'
        | 'until'
        | 'score'
        | 'comments'
        | 'views'
      comparison: '=' | '>=' | '>' | '<=' | '<'
      value: string
    }
  | { kind: 'and' | 'or'; operands: readonly SourceQueryNode[] }
  | { kind: 'not'; operand: SourceQueryNode }

/** The words of a query. */
export interface SearchWords {
  terms: {
    /** As typed by the user. */
    text: string
    /** The words and phrases to search for; a document matches when it contains any of them. Never empty strings. */
    phrases: string[]
  }
  /** The whole query, for sources that support more than words; write it with `writeNativeQuery`. */
  node?: SourceQueryNode
}

/** A signal query as the connectors understand it. */
export interface SourceQuery extends SearchWords {
  /** ISO 3166-1 alpha-2, or null for everywhere. */
  geo: string | null
  /** First day or moment, inclusive, ISO 8601; null for no bound. */
  from: string | null
  /** Last day or moment, inclusive, ISO 8601; null for no bound. */
  to: string | null
  /** Feed addresses that the user follows; only `rss` reads them. */
  feeds?: string[]
}

/** The progress of a search. */
export interface SourceProgress {
  requests: number
  documentsSeen: number
}

export interface SearchOptions {
  /** Aborting rejects the search with an `AbortError`. */
  signal: AbortSignal
  /** Milliseconds since 1970 after which no further request begins: what was found by then is the result. */
  stopAtMs?: number
  /** Maximum number of documents to return, newest first. */
  limit: number
  onProgress?: (progress: SourceProgress) => void
}

/** What an installation provides to a source: a key, a contact, or its consent. */
export interface SourceSetting {
  /** Name of the setting, as written in the installation's configuration. */
  name: string
  /** Whether the source cannot be queried without it. */
  required: boolean
  /** Where to get it, or what it is for, in one sentence. */
  how: string
}

/** The facts of a source, for the coverage page and the page of sources. */
export interface SourceFacts {
  key: SourceKey
  label: string
  /** Terms of use in one sentence. */
  licence: string
  /** Rate limit of the connector, in words. */
  rate: string
  homepage: string
  /** The attribution that has to be shown beside its data; absent when its terms require none. */
  attribution?: string
  /** How far back it reaches and how fresh it is, in words. */
  reach?: string
  /** Absent when it needs nothing. */
  setting?: SourceSetting
}

/** How a source responded to a minimal request. */
export interface SourceProbe {
  /** `ok` when the response was data. */
  status: SourceStatus
  /** One sentence for display; null when there is nothing to explain. */
  reason: string | null
  /** Milliseconds the source asked us to wait, or null. */
  retryAfterMs: number | null
  /** Set when nothing at all came from the source. */
  outage?: Outage
}

interface Probeable {
  /** Sends a minimal request to the source. Throws only on an abort. */
  probe: (signal: AbortSignal) => Promise<SourceProbe>
}

export interface SearchResult {
  run: SourceRun
  documents: SourceDocument[]
  /** Native ids that the source reported as deleted or removed; stored copies have to be deleted. */
  gone?: readonly string[]
}

/** The operations of a document source. Failures are returned as the run's status; only an abort throws. */
export interface DocumentClient extends Probeable {
  search: (query: SourceQuery, options: SearchOptions) => Promise<SearchResult>
  /**
   * The native ids among these that the source no longer shows, all of which it once returned. Absent when it has no such lookup. An unknown state (a
   * failure) counts as existing; at most 100 are checked.
   */
  findGone?: (nativeIds: readonly string[], options: { signal: AbortSignal }) => Promise<string[]>
}

/** An enabled source of documents. */
export interface DocumentSource extends SourceFacts, DocumentClient {
  kind: 'documents'
}

/** One value per day. Days without a point are unknown, not zero. */
export interface DailySeries {
  name: string
  unit: string
  points: { day: string; value: number }[]
}

/** The operations of a source of daily figures, such as page views. */
export interface SeriesClient extends Probeable {
  unit: string
  fetchSeries: (
    query: SourceQuery,
    options: { signal: AbortSignal },
  ) => Promise<{ run: SourceRun; series: DailySeries | null }>
}

/** An enabled source of daily figures. */
export interface SeriesSource extends SourceFacts, SeriesClient {
  kind: 'series'
}
