import type { Http, HttpFailure, RunFailure } from '../http/http.types.ts'
import { toBounds } from '../search-pages.ts'
import { newestDocuments, recordRun, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient, SourceDocument, SourceProbe } from '../source.types.ts'
import { hostOf, type ParsedFeed, parseRss } from './rss.parse.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'

export interface RssOptions {
  /** A guarded client: feed addresses come from users. */
  http: Http
  clock: Clock
  /** A feed that always exists, for the probe; without it the probe always succeeds. */
  probeUrl?: string
}

/**
 * Feeds by address: RSS, Atom and JSON Feed. A feed has only its latest entries, and they are all returned: the caller
 * filters the ones that match the query, with the same words as for every other source. Its runs name feeds by host:
 * addresses contain tokens, and runs are shown to everybody who opens the report.
 */
export function createRssSource({ http, clock, probeUrl }: RssOptions): DocumentClient {
  return {
    async probe(signal) {
      if (probeUrl === undefined) return ownAddresses
      return toProbe(await http.get({ url: probeUrl, signal, expect: 'feed' }))
    },
    async search(query, { signal, limit, onProgress }) {
      const feeds = query.feeds ?? []
      const { fromMs, toMs } = toBounds(query, clock)
      const notHonoured = ['A feed contains only its latest entries.']
      if (query.geo !== null) notHonoured.push('Feeds do not state countries; the location filter was not applied.')
      const run = recordRun({ nativeQuery: [...new Set(feeds.map(hostOf))].join(' '), notHonoured, onProgress })
      const found: SourceDocument[] = []
      const losses: string[] = []
      const failures: { url: string; failure: RunFailure }[] = []
      const fetchFeed = async (url: string) => {
        run.countRequest()
        return { url, answer: await http.get({ url, signal, expect: 'feed' }) }
      }
      for await (const { url, answer } of inTurns(feeds, fetchFeed)) {
        const feed = answer.ok ? parseRss(answer.body, { feedUrl: answer.url, requestedUrl: url, now: clock() }) : null
        if (!feed) {
          failures.push({ url, failure: answer.ok ? schemaChanged : withoutQuotation(answer) })
          continue
        }
        losses.push(...describeLosses(feed, hostOf(url)))
        const inTime = feed.documents.filter(({ publishedAt }) => {
          const at = Date.parse(publishedAt)
          return (fromMs === null || at >= fromMs) && at <= toMs
        })
        run.countDocuments(inTime.length)
        found.push(...inTime)
      }
      const documents = newestDocuments(found, limit)
      notHonoured.push(...losses)
      const [first] = failures
      if (!first) {
        const reason = losses.length === 0 ? null : losses.join(' ')
        return { run: run.finish({ complete: documents.length === found.length, reason }), documents }
      }
      const reason = `${failures.length} of ${feeds.length} feeds failed; ${hostOf(first.url)}: ${first.failure.reason}`
      if (failures.length === feeds.length) return { run: run.fail({ ...first.failure, reason }), documents }
      return { run: run.finish({ complete: false, reason }), documents }
    },
  }
}

/** Number of feeds read at the same time: a silent one, or a name that does not resolve, delays only itself. */
const atATime = 5

/** Fetches a few at a time, and returns the results in the order of the feeds: only those are in memory. */
async function* inTurns<Answer>(
  feeds: readonly string[],
  fetchOne: (url: string) => Promise<Answer>,
): AsyncGenerator<Answer> {
  for (let at = 0; at < feeds.length; at += atATime)
    yield* await Promise.all(feeds.slice(at, at + atATime).map(async (url) => fetchOne(url)))
}

/** Feeds have arbitrary addresses, so there is nothing to probe. */
const ownAddresses: SourceProbe = {
  status: 'empty',
  reason: 'Feeds have no common address; each is queried when a search names it.',
  retryAfterMs: null,
}

/** The response of a server that does not send a feed may repeat the requested address: it is not quoted. */
function withoutQuotation(failure: HttpFailure): HttpFailure {
  const isQuoted = failure.httpStatus !== null && failure.httpStatus < 300
  return isQuoted ? { ...failure, reason: 'The address answered with something else than a feed.' } : failure
}

/** Maximum number of reasons reported for one feed: a feed of a thousand entries may have a thousand. */
const maxReasons = 5

/** The losses of a feed, as sentences. */
function describeLosses({ leftOut, unreadable }: ParsedFeed, host: string): string[] {
  const reasons = [...leftOut].toSorted(([, a], [, b]) => b - a)
  const rest = reasons.slice(maxReasons).reduce((sum, [, entries]) => sum + entries, 0)
  const shownReasons = reasons
    .slice(0, maxReasons)
    .map(([reason, entries]) => `${countOf(entries)} of ${host} left out for ${reason}.`)
  if (unreadable > 0)
    shownReasons.unshift(`${countOf(unreadable)} of ${host} could not be read: the feed is damaged there.`)
  return rest === 0 ? shownReasons : [...shownReasons, `${countOf(rest)} of ${host} left out for other reasons.`]
}

function countOf(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`
}

export const rss: SourceDescriptor = {
  key: 'rss',
  number: 4,
  kind: 'documents',
  label: 'Feeds',
  licence: 'Entries belong to their publishers; shown as excerpts with a link.',
  rate: 'Each feed is read once per search.',
  homepage: 'https://www.rssboard.org/rss-specification',
  reach: 'The latest entries of each feed.',
  create: ({ guardedHttp, clock }) => createRssSource({ http: guardedHttp, clock }),
}
