import { createGdeltSource } from './gdelt/gdelt.source.ts'
import { createHackerNewsSource } from './hacker-news/hacker-news.source.ts'
import type { HostPolicy } from './http/host-gate.ts'
import type { Http } from './http/http.types.ts'
import { createRssSource } from './rss/rss.source.ts'
import type { Clock, DocumentSource, SeriesSource } from './source.types.ts'
import { createWikipediaSource } from './wikipedia/wikipedia.source.ts'

/** `live` and `auto` ask the network; `demo` asks nobody. */
export type SourcesMode = 'auto' | 'live' | 'demo'

export interface CreateSourcesOptions {
  mode: SourcesMode
  clock: Clock
  /** The client for the fixed hosts; make it with `sourceHostPolicies`. */
  http: Http
  /** The guarded client for feed addresses that users give. */
  guardedHttp: Http
  /** Other addresses for the services, for tests and mirrors. */
  baseUrls?: { hackerNews?: string; gdelt?: string; wikipediaSearch?: string; wikipediaMetrics?: string }
}

export interface Sources {
  documents: readonly DocumentSource[]
  series: readonly SeriesSource[]
}

/** The politeness that each host asks for (see the folder READMEs), for `createHttp`. */
export const sourceHostPolicies: Readonly<Record<string, HostPolicy>> = {
  'hn.algolia.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
  'api.gdeltproject.org': { intervalMs: 5000, burst: 1, concurrency: 1 },
  'wikimedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
  'en.wikipedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
}

/**
 * All connectors that need no key, in the order in which reports list them. In `demo` there are none: the caller
 * stores `generateDemoDocuments` instead, and never beside real documents. Whether `auto` falls back to the demo
 * corpus is the caller's decision too; `anySourceAnswers` tells what it needs to know.
 */
export function createSources({ mode, clock, http, guardedHttp, baseUrls = {} }: CreateSourcesOptions): Sources {
  if (mode === 'demo') return { documents: [], series: [] }
  return {
    documents: [
      createGdeltSource({ http, clock, baseUrl: baseUrls.gdelt }),
      createHackerNewsSource({ http, clock, baseUrl: baseUrls.hackerNews }),
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
