import type { Http, HttpFailure } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { newest, recordRun, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentSource, SourceDocument, SourceFacts, SourceProbe } from '../source.types.ts'
import { parseRss } from './rss.parse.ts'

export interface RssOptions {
  /** A guarded client: feed addresses come from users. */
  http: Http
  clock: Clock
  /** A feed that is always there, for the probe; without it the probe says true. */
  probeUrl?: string
}

export const rssFacts = {
  key: 'rss',
  label: 'Feeds',
  licence: 'Entries belong to their publishers; shown as excerpts with a link.',
  rate: 'Each feed is read once per search.',
  homepage: 'https://www.rssboard.org/rss-specification',
  reach: 'The latest entries of each feed.',
} as const satisfies SourceFacts

/**
 * Feeds by address: RSS, Atom and JSON Feed. A feed has only its latest entries, and they are all returned: finding
 * the ones that match the query is the caller's work, with the same words as for every other source.
 */
export function createRssSource({ http, clock, probeUrl }: RssOptions): DocumentSource {
  return {
    ...rssFacts,
    kind: 'documents',
    async probe(signal) {
      if (probeUrl === undefined) return ownAddresses
      return toProbe(await http.get({ url: probeUrl, signal, expect: 'feed' }))
    },
    async search(query, { signal, limit, onProgress }) {
      const feeds = query.feeds ?? []
      const { fromMs, toMs } = toBounds(query, clock)
      const degraded = ['A feed holds only its latest entries; older ones are not there.']
      if (query.geo !== null) degraded.push('Feeds do not say countries; the place was not applied.')
      const run = recordRun({ nativeQuery: feeds.join(' '), degraded, onProgress })
      const found: SourceDocument[] = []
      const failures: { url: string; failure: Pick<HttpFailure, 'status' | 'reason' | 'retryAfterMs'> }[] = []
      for (const url of feeds) {
        run.asked()
        const answer = await http.get({ url, signal, expect: 'feed' })
        const feed = answer.ok ? parseRss(answer.body, { feedUrl: answer.url, now: clock() }) : null
        if (!feed) {
          failures.push({ url, failure: answer.ok ? schemaChanged : answer })
          continue
        }
        if (feed.unusable > 0) degraded.push(`${feed.unusable} entries of ${hostOf(url)} have no date or no text.`)
        const inTime = feed.documents.filter(({ publishedAt }) => {
          const at = Date.parse(publishedAt)
          return (fromMs === null || at >= fromMs) && at <= toMs
        })
        run.saw(inTime.length)
        found.push(...inTime)
      }
      const documents = newest(found, limit)
      const [first] = failures
      if (!first) return { run: run.done({ complete: documents.length === found.length }), documents }
      const reason = `${failures.length} of ${feeds.length} feeds failed; ${hostOf(first.url)}: ${first.failure.reason}`
      if (failures.length === feeds.length) return { run: run.failed({ ...first.failure, reason }), documents }
      return { run: run.done({ complete: false, reason }), documents }
    },
  }
}

/** Feeds are whatever addresses people give. */
const ownAddresses: SourceProbe = {
  status: 'empty',
  reason: 'Feeds have no address of their own; each is asked when a search names it.',
  retryAfterMs: null,
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url.slice(0, 60)
}
