import type { SourceKey } from '@auspex/sdk/types'

export type { SourceKey }

/** Tells the present moment. Injected, so that a run can be repeated. */
export type Clock = () => Date

/** What sort of thing was published. */
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

/** Reactions as the source counted them when it was asked. Null is unknown, never zero. */
export interface Engagement {
  score: number | null
  comments: number | null
  views: number | null
  reposts: number | null
}

/** One thing that somebody published, as a source gave it: plain text, checked dates, nothing invented. */
export interface SourceDocument {
  sourceKey: SourceKey
  /** The source's own id, unique within the source; null when it gives none. */
  nativeId: string | null
  kind: DocumentKind
  /** Publisher host or community: `nytimes.com`, `reddit/r/programming`. */
  outlet: string
  /** Absolute http(s) address, or null. */
  url: string | null
  /** Plain text on one line. Empty when the source gives none; then `body` has text. */
  title: string
  /** Plain text, or null. */
  body: string | null
  author: string | null
  /** ISO 8601 in UTC to the second: `2026-01-31T08:00:00Z`. */
  publishedAt: string
  /** `day` when the source knows no time of day; the time part is then midnight. */
  datePrecision: 'second' | 'day'
  /** ISO 3166-1 alpha-2, upper case, or null. */
  country: string | null
  /** What `country` was read from; null exactly when `country` is null. */
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

/** What a host gave when it gave nothing at all: not even a connection, or a connection and then silence. */
export type Outage = 'no_connection' | 'no_answer'

/** One attempt to fetch from a source for one query: what a report's coverage is made of. */
export interface SourceRun {
  status: SourceStatus
  /** One sentence for a person; null when there is nothing to explain. */
  reason: string | null
  /** The query in the source's own words, without secrets. */
  nativeQuery: string | null
  /** Each part of the query that the source could not honour, as a sentence. */
  notHonoured: string[]
  /** HTTP requests made. */
  requests: number
  /** Documents that the source returned, before anybody removes duplicates. */
  documentsSeen: number
  /** Milliseconds the source asked us to wait, or null. */
  retryAfterMs: number | null
  /** False when a cap, a limit or a failure cut the answer short. */
  complete: boolean
  /** Set when nothing at all came from the source; absent when it answered, whatever it said. */
  outage?: Outage
}

/** Words next to each other, folded; a prefix stands for any word that begins so. */
export interface SourcePhrase {
  kind: 'phrase'
  words: readonly { text: string; prefix: boolean }[]
}

/** What a query asks, as a tree: the shape of the query language's own, so that no package needs the other. */
export type SourceQueryNode =
  | SourcePhrase
  | { kind: 'near'; distance: number; operands: readonly [SourcePhrase, SourcePhrase] }
  | {
      kind: 'field'
      field: 'source' | 'outlet' | 'author' | 'kind' | 'lang' | 'country' | 'tone' | 'since' | 'until' | 'score'
      comparison: '=' | '>=' | '>' | '<=' | '<'
      value: string
    }
  | { kind: 'and' | 'or'; operands: readonly SourceQueryNode[] }
  | { kind: 'not'; operand: SourceQueryNode }

/** A signal query as the connectors understand it. */
export interface SourceQuery {
  terms: {
    /** As typed by the user. */
    text: string
    /** The words and phrases to look for; a document matches when it holds any of them. Never empty strings. */
    phrases: string[]
  }
  /** The whole question, for sources that understand more than words; write it with `writeNativeQuery`. */
  node?: SourceQueryNode
  /** ISO 3166-1 alpha-2, or null for everywhere. */
  geo: string | null
  /** First day or moment, inclusive, ISO 8601; null for no bound. */
  from: string | null
  /** Last day or moment, inclusive, ISO 8601; null for no bound. */
  to: string | null
  /** Feed addresses that the user follows; only `rss` reads them. */
  feeds?: string[]
}

/** How far a search has come. */
export interface SourceProgress {
  requests: number
  documentsSeen: number
}

export interface SearchOptions {
  /** Aborting rejects the search with an `AbortError`. */
  signal: AbortSignal
  /** Milliseconds since 1970 after which no further request begins: what was found by then is the answer. */
  stopAtMs?: number
  /** Most documents to return, newest first. */
  limit: number
  onProgress?: (progress: SourceProgress) => void
}

/** What an installation gives to a source: a key, a contact, or its consent. */
export interface SourceSetting {
  /** Name of the setting, as the installation's configuration writes it. */
  name: string
  /** Whether the source cannot be asked without it. */
  required: boolean
  /** Where to get it, or what it is for, in one sentence. */
  how: string
}

/** What every source says about itself, for the coverage page and the page of sources. */
export interface SourceFacts {
  key: SourceKey
  label: string
  /** Terms of use in one sentence. */
  licence: string
  /** Rate that the connector keeps to, in words. */
  rate: string
  homepage: string
  /** What has to be shown beside its data; absent when its terms ask for nothing. */
  attribution?: string
  /** How far back it reaches and how fresh it is, in words. */
  reach?: string
  /** Absent when it needs nothing. */
  setting?: SourceSetting
}

/** How a source answered when it was asked for as little as possible. */
export interface SourceProbe {
  /** `ok` when the answer was data. */
  status: SourceStatus
  /** One sentence for a person; null when there is nothing to explain. */
  reason: string | null
  /** Milliseconds the source asked us to wait, or null. */
  retryAfterMs: number | null
  /** Set when nothing at all came from the source. */
  outage?: Outage
}

interface Probeable {
  /** Tells how the source answers to the smallest question. Never throws but for an abort. */
  probe: (signal: AbortSignal) => Promise<SourceProbe>
}

/** What a search brought. */
export interface SearchResult {
  run: SourceRun
  documents: SourceDocument[]
  /** Native ids of what the source said was deleted or removed; what is stored of it has to go. */
  gone?: readonly string[]
}

/** What can be asked of a source of documents. Failures are returned as the run's status; only an abort throws. */
export interface DocumentClient extends Probeable {
  search: (query: SourceQuery, options: SearchOptions) => Promise<SearchResult>
  /**
   * Tells which of these native ids, all of which it once gave, the source no longer shows. Absent when it cannot be asked
   * for that. What is not known (a failure) counts as still there; at most 100 are looked at.
   */
  findGone?: (nativeIds: readonly string[], options: { signal: AbortSignal }) => Promise<string[]>
}

/** A source of documents that is switched on. */
export interface DocumentSource extends SourceFacts, DocumentClient {
  kind: 'documents'
}

/** One value a day. Days without a point are unknown, not zero. */
export interface DailySeries {
  name: string
  unit: string
  points: { day: string; value: number }[]
}

/** What can be asked of a source of daily figures, such as page views. */
export interface SeriesClient extends Probeable {
  unit: string
  fetchSeries: (
    query: SourceQuery,
    options: { signal: AbortSignal },
  ) => Promise<{ run: SourceRun; series: DailySeries | null }>
}

/** A source of daily figures that is switched on. */
export interface SeriesSource extends SourceFacts, SeriesClient {
  kind: 'series'
}
