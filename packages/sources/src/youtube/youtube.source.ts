import type { FailureText, Http } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { type Page, searchPages } from '../search-pages.ts'
import { type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { youtubeDialect } from './youtube.dialect.ts'
import { parseVideoIds, parseVideos } from './youtube.parse.ts'

export interface YoutubeOptions {
  http: Http
  clock: Clock
  baseUrl?: string | undefined
  apiKey: string
}

const pageSize = 50
const maxPages = 2
const failureTexts: readonly FailureText[] = [
  { pattern: /quotaExceeded|rateLimitExceeded|userRateLimitExceeded/i, status: 'rate_limited' },
  { pattern: /keyInvalid|API key not valid|API_KEY_INVALID|accessNotConfigured|SERVICE_DISABLED/i, status: 'auth' },
]

/** Videos by their titles and descriptions, newest first, with the counts that their owners publish. */
export function createYoutubeSource(options: YoutubeOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://www.googleapis.com/youtube/v3', apiKey } = options
  const fetchList = (method: 'search' | 'videos', parameters: Record<string, string>, signal: AbortSignal) =>
    http.get({
      url: `${baseUrl}/${method}?${new URLSearchParams({ ...parameters, key: apiKey })}`,
      signal,
      expect: 'json',
      failureTexts,
    })
  const readVideos = async (ids: readonly string[], signal: AbortSignal) => {
    const answer = await fetchList('videos', { part: 'snippet,statistics', id: ids.join(',') }, signal)
    return answer.ok ? (parseVideos(answer.body) ?? schemaChanged) : answer
  }

  return {
    // Not a search: only a hundred of those are allowed a day.
    async probe(signal) {
      const given = { part: 'id', chart: 'mostPopular', maxResults: '1' }
      return toProbe(await fetchList('videos', given, signal), (body) => body.includes('"items"'))
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured =
        query.geo === null
          ? []
          : ['YouTube knows where videos may be seen, not where they are from; the place was not applied.']
      const askPage = async (
        words: string,
        cursor: string | null,
        countRequest: () => void,
      ): Promise<Page<string> | RunFailure> => {
        const given = {
          part: 'snippet',
          type: 'video',
          order: 'date',
          q: words,
          maxResults: String(Math.min(pageSize, search.limit)),
          ...(bounds.fromMs !== null && { publishedAfter: new Date(bounds.fromMs).toISOString() }),
          publishedBefore: new Date(bounds.toMs + 1000).toISOString(),
          ...(cursor !== null && { pageToken: cursor }),
        }
        const answer = await fetchList('search', given, search.signal)
        if (!answer.ok) return answer
        const page = parseVideoIds(answer.body)
        if (page === null) return schemaChanged
        if (page.ids.length === 0) return { documents: [], next: null }
        countRequest()
        const videos = await readVideos(page.ids, search.signal)
        return 'status' in videos ? videos : { documents: videos.documents, next: page.next }
      }
      const native = writeNativeQuery(query, youtubeDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, askPage })
    },
    async findGone(nativeIds, { signal }) {
      const goneIds: string[] = []
      for (let at = 0; at < Math.min(nativeIds.length, 2 * pageSize); at += pageSize) {
        const requestedIds = nativeIds.slice(at, at + pageSize)
        const videos = await readVideos(requestedIds, signal)
        if ('status' in videos) return goneIds
        const there = new Set(videos.ids)
        goneIds.push(...requestedIds.filter((id) => !there.has(id)))
      }
      return goneIds
    },
  }
}
