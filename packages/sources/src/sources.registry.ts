import { createArxivSource } from './arxiv/arxiv.source.ts'
import { createBlueskySource } from './bluesky/bluesky.source.ts'
import { createClinicalTrialsSource } from './clinical-trials/clinical-trials.source.ts'
import { createGdeltArchiveSource } from './gdelt-archive/gdelt-archive.source.ts'
import { createGdeltSource } from './gdelt/gdelt.source.ts'
import { createGoogleNewsSource } from './google-news/google-news.source.ts'
import { createHackerNewsSource } from './hacker-news/hacker-news.source.ts'
import type { HostPolicy } from './http/host-gate.ts'
import type { Http, PostingHttp } from './http/http.types.ts'
import { createLemmySource } from './lemmy/lemmy.source.ts'
import { createMastodonSource } from './mastodon/mastodon.source.ts'
import { createOpenfdaSource } from './openfda/openfda.source.ts'
import { createPubmedSource } from './pubmed/pubmed.source.ts'
import { createRedditSource } from './reddit/reddit.source.ts'
import { createRssSource } from './rss/rss.source.ts'
import type { Clock, DocumentSource, SeriesSource } from './source.types.ts'
import { createSecEdgarSource } from './sec-edgar/sec-edgar.source.ts'
import { createStackExchangeSource } from './stack-exchange/stack-exchange.source.ts'
import { createWikipediaSource } from './wikipedia/wikipedia.source.ts'
import { createYoutubeSource } from './youtube/youtube.source.ts'

/** `live` and `auto` ask the network; `demo` asks nobody. */
export type SourcesMode = 'auto' | 'live' | 'demo'

/** What an installation gave to its sources. Absent: not given. */
export interface SourceSettings {
  /** E-mail address at which a source may complain. */
  contact?: string | undefined
  ncbiKey?: string | undefined
  openfdaKey?: string | undefined
  stackExchangeKey?: string | undefined
  /** Whether somebody decided to read Google News, whose feed has no terms. */
  googleNews?: boolean | undefined
  /** The instances that are asked; absent: the largest public ones. */
  mastodonUrl?: string | undefined
  lemmyUrl?: string | undefined
  mastodonToken?: string | undefined
  /** Client id and secret of an application that Reddit approved, joined by a colon. */
  redditCredentials?: string | undefined
  youtubeKey?: string | undefined
}

export interface CreateSourcesOptions {
  mode: SourcesMode
  clock: Clock
  /** The client for the fixed hosts; make it with `sourceHostPolicies`, and with the contact in its user agent. */
  http: PostingHttp
  /** The guarded client for feed addresses that users give. */
  guardedHttp: Http
  settings?: SourceSettings
  /** Other addresses for the services, for tests and mirrors. */
  baseUrls?: Partial<Record<SourceAddress, string>>
}

/** Addresses that can be replaced, by source; Hacker News, Wikipedia, Reddit and EDGAR have two. */
type SourceAddress =
  | 'gdeltArchive'
  | 'gdelt'
  | 'googleNews'
  | 'hackerNews'
  | 'hackerNewsItems'
  | 'bluesky'
  | 'mastodon'
  | 'lemmy'
  | 'reddit'
  | 'redditToken'
  | 'youtube'
  | 'stackExchange'
  | 'arxiv'
  | 'pubmed'
  | 'clinicalTrials'
  | 'openfda'
  | 'secEdgarSearch'
  | 'secEdgarArchive'
  | 'wikipediaSearch'
  | 'wikipediaMetrics'

export interface Sources {
  documents: readonly DocumentSource[]
  series: readonly SeriesSource[]
}

/** The politeness that each host asks for (see the folder READMEs), for `createHttp`. */
export const sourceHostPolicies: Readonly<Record<string, HostPolicy>> = {
  'storage.googleapis.com': { intervalMs: 25, burst: 16, concurrency: 6 },
  'news.google.com': { intervalMs: 60_000, burst: 2, concurrency: 1 },
  'api.bsky.app': { intervalMs: 250, burst: 4, concurrency: 2 },
  'oauth.reddit.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
  'www.reddit.com': { intervalMs: 1000, burst: 2, concurrency: 1 },
  'www.googleapis.com': { intervalMs: 500, burst: 4, concurrency: 2 },
  'api.stackexchange.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
  'export.arxiv.org': { intervalMs: 3000, burst: 1, concurrency: 1 },
  'eutils.ncbi.nlm.nih.gov': { intervalMs: 500, burst: 2, concurrency: 2 },
  'clinicaltrials.gov': { intervalMs: 1000, burst: 2, concurrency: 1 },
  'api.fda.gov': { intervalMs: 500, burst: 4, concurrency: 2 },
  'efts.sec.gov': { intervalMs: 500, burst: 2, concurrency: 1 },
  'www.sec.gov': { intervalMs: 200, burst: 5, concurrency: 4 },
  'hacker-news.firebaseio.com': { intervalMs: 50, burst: 20, concurrency: 8 },
  'hn.algolia.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
  'api.gdeltproject.org': { intervalMs: 5000, burst: 1, concurrency: 1 },
  'wikimedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
  'en.wikipedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
}

/**
 * All connectors that can be asked here, in the order in which reports list them; those that need a setting only when it
 * is given. In `demo` there are none: the caller stores `generateDemoDocuments` instead, and never beside real
 * documents. Whether `auto` falls back to the demo corpus is the caller's decision too; `anySourceAnswers` tells what it
 * needs to know.
 */
export function createSources(options: CreateSourcesOptions): Sources {
  const { mode, clock, http, guardedHttp, settings = {}, baseUrls = {} } = options
  if (mode === 'demo') return { documents: [], series: [] }
  const { contact, ncbiKey, openfdaKey, stackExchangeKey, redditCredentials, youtubeKey } = settings
  const given = { http, clock }
  return {
    documents: [
      createGdeltArchiveSource({ ...given, baseUrl: baseUrls.gdeltArchive }),
      createGdeltSource({ ...given, baseUrl: baseUrls.gdelt }),
      ...(settings.googleNews ? [createGoogleNewsSource({ ...given, baseUrl: baseUrls.googleNews })] : []),
      createHackerNewsSource({ ...given, baseUrl: baseUrls.hackerNews, itemsUrl: baseUrls.hackerNewsItems }),
      createBlueskySource({ ...given, baseUrl: baseUrls.bluesky }),
      createMastodonSource({
        ...given,
        baseUrl: baseUrls.mastodon ?? settings.mastodonUrl,
        token: settings.mastodonToken,
      }),
      createLemmySource({ ...given, baseUrl: baseUrls.lemmy ?? settings.lemmyUrl }),
      ...(redditCredentials
        ? [
            createRedditSource({
              ...given,
              baseUrl: baseUrls.reddit,
              tokenUrl: baseUrls.redditToken,
              credentials: redditCredentials,
            }),
          ]
        : []),
      ...(youtubeKey ? [createYoutubeSource({ ...given, baseUrl: baseUrls.youtube, apiKey: youtubeKey })] : []),
      createStackExchangeSource({ ...given, baseUrl: baseUrls.stackExchange, apiKey: stackExchangeKey }),
      createArxivSource({ ...given, baseUrl: baseUrls.arxiv }),
      createPubmedSource({ ...given, baseUrl: baseUrls.pubmed, apiKey: ncbiKey, contact }),
      createClinicalTrialsSource({ ...given, baseUrl: baseUrls.clinicalTrials }),
      createOpenfdaSource({ ...given, baseUrl: baseUrls.openfda, apiKey: openfdaKey }),
      ...(contact
        ? [
            createSecEdgarSource({
              ...given,
              searchUrl: baseUrls.secEdgarSearch,
              archiveUrl: baseUrls.secEdgarArchive,
            }),
          ]
        : []),
      createRssSource({ http: guardedHttp, clock }),
    ],
    series: [
      createWikipediaSource({
        http,
        clock,
        searchUrl: baseUrls.wikipediaSearch,
        metricsUrl: baseUrls.wikipediaMetrics,
      }),
    ],
  }
}

/** Whether a source that is on the network by itself answers. Feeds are left out: they are the user's own. */
export async function anySourceAnswers({ documents, series }: Sources, signal: AbortSignal): Promise<boolean> {
  const probed = [...documents, ...series].filter(({ key }) => key !== 'rss')
  const answers = await Promise.all(probed.map((source) => source.probe(signal)))
  return answers.some(({ status }) => status === 'ok')
}
