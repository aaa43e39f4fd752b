import type { Dialect } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parseVideoIds, parseVideos } from './youtube.parse.ts'
import { secretSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** `q` of `search.list`: a bar between alternatives, which binds closer than a space, and a minus for exclusion. */
const youtubeDialect: Dialect = {
  key: 'youtube',
  name: 'YouTube',
  and: ' ',
  or: '|',
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  fields: {},
  nesting: 'or_in_and',
  group: (part) => part,
  maxLength: 400,
}

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
      const params = { part: 'id', chart: 'mostPopular', maxResults: '1' }
      return toProbe(await fetchList('videos', params, signal), (body) => body.includes('"items"'))
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured =
        query.geo === null
          ? []
          : ['YouTube knows where videos may be seen, not where they are from; the location filter was not applied.']
      const fetchPage = async (
        words: string,
        cursor: string | null,
        countRequest: () => void,
      ): Promise<Page<string> | RunFailure> => {
        const params = {
          part: 'snippet',
          type: 'video',
          order: 'date',
          q: words,
          maxResults: String(Math.min(pageSize, search.limit)),
          ...(bounds.fromMs !== null && { publishedAfter: new Date(bounds.fromMs).toISOString() }),
          publishedBefore: new Date(bounds.toMs + 1000).toISOString(),
          ...(cursor !== null && { pageToken: cursor }),
        }
        const answer = await fetchList('search', params, search.signal)
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
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
    async findGone(nativeIds, { signal }) {
      const deletedIds: string[] = []
      for (let at = 0; at < Math.min(nativeIds.length, 2 * pageSize); at += pageSize) {
        const requestedIds = nativeIds.slice(at, at + pageSize)
        const videos = await readVideos(requestedIds, signal)
        if ('status' in videos) return deletedIds
        const existing = new Set(videos.ids)
        deletedIds.push(...requestedIds.filter((id) => !existing.has(id)))
      }
      return deletedIds
    },
  }
}

export const youtube: SourceDescriptor = {
  key: 'youtube',
  number: 14,
  kind: 'documents',
  label: 'YouTube',
  licence:
    'Titles and descriptions belong to their channels; excerpts with a link, and what is deleted there is deleted here.',
  rate: 'Two pages a search at most: a key has 100 searches a day.',
  homepage: 'https://developers.google.com/youtube/v3',
  attribution: 'Videos from YouTube',
  reach: 'Videos since 2005 as its search chooses them, fresh to minutes.',
  setting: {
    name: 'YOUTUBE_API_KEY',
    required: true,
    how: 'Free: make a project at console.cloud.google.com, switch on YouTube Data API v3 and create an API key. It has 100 searches a day.',
  },
  settings: {
    YOUTUBE_API_KEY: secretSetting('0a1b2c3d4e5f'),
  },
  hosts: {
    'www.googleapis.com': { intervalMs: 500, burst: 4, concurrency: 2 },
  },
  dialect: youtubeDialect,
  create: ({ http, clock, settings }) => {
    const { YOUTUBE_API_KEY: apiKey } = settings
    return apiKey === undefined ? null : createYoutubeSource({ http, clock, apiKey })
  },
}
