import type { FailureText, Http } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { type Page, searchPages } from '../search-pages.ts'
import { type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { mastodonDialect, mastodonTagDialect } from './mastodon.dialect.ts'
import { parseMastodon } from './mastodon.parse.ts'
import { toTagRequests } from './tag-requests.ts'

export interface MastodonOptions {
  http: Http
  clock: Clock
  /** The instance to query. */
  baseUrl?: string | undefined
  /** A member's access token; with it texts are searched, without it hashtags are read. */
  token?: string | undefined
}

const pageSize = 40
const maxPages = 12
/** Instances that are visible only to members answer 401, or 422 with a sentence. */
const failureTexts: readonly FailureText[] = [{ pattern: /authenticated user|access token/i, status: 'auth' }]
const byTags = 'Mastodon was read by hashtags, so posts without them are missing; MASTODON_TOKEN lets it look in texts.'

/** Public posts that one Mastodon instance knows, newest first. */
export function createMastodonSource(options: MastodonOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://mastodon.social', token } = options
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const fetchJson = (path: string, parameters: readonly (readonly [string, string])[], signal: AbortSignal) =>
    http.get({
      failureTexts,
      url: `${baseUrl}${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`,
      signal,
      expect: 'json',
      headers,
    })

  return {
    async probe(signal) {
      const answer = await (token === undefined
        ? fetchJson('/api/v1/timelines/tag/news', [['limit', '1']], signal)
        : fetchJson(
            '/api/v2/search',
            [
              ['q', 'news'],
              ['type', 'statuses'],
              ['limit', '1'],
            ],
            signal,
          ))
      return toProbe(answer, (body) => parseMastodon(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const size = Math.min(pageSize, search.limit)
      const notHonoured = token === undefined ? [byTags] : []
      if (query.geo !== null) notHonoured.push('Mastodon does not know countries; the place was not applied.')
      let hidden = 0
      const read = async (answer: Awaited<ReturnType<typeof fetchJson>>) => {
        if (!answer.ok) return answer
        const page = parseMastodon(answer.body)
        if (page === null) return schemaChanged
        hidden += page.hidden
        return page
      }

      /** A timeline is ordered by id, so it is complete when a page extends before the first day. */
      const askTag = async (
        { tag, conditions }: ReturnType<typeof toTagRequests>[number],
        lastId: string | null,
      ): Promise<Page<string> | RunFailure> => {
        const paged = [
          ...conditions,
          ['limit', String(size)] as const,
          ...(lastId === null ? [] : [['max_id', lastId] as const]),
        ]
        const page = await read(
          await fetchJson(`/api/v1/timelines/tag/${encodeURIComponent(tag)}`, paged, search.signal),
        )
        if ('status' in page) return page
        const oldest = page.documents.at(-1)?.publishedAt
        const isPast = oldest !== undefined && bounds.fromMs !== null && Date.parse(oldest) < bounds.fromMs
        return { documents: page.documents, next: page.entryCount < size || isPast ? null : page.lastId }
      }
      const askText = async (words: string, lastId: string | null): Promise<Page<string> | RunFailure> => {
        const dates = bounds.fromMs === null ? [] : [`after:${dayBefore(bounds.fromMs)}`]
        const parameters = [
          ['q', [words, ...dates].join(' ')] as const,
          ['type', 'statuses'] as const,
          ['limit', String(size)] as const,
          ...(lastId === null ? [] : [['max_id', lastId] as const]),
        ]
        const page = await read(await fetchJson('/api/v2/search', parameters, search.signal))
        if ('status' in page) return page
        return { documents: page.documents, next: page.entryCount < size ? null : page.lastId }
      }

      const native = writeNativeQuery(query, token === undefined ? mastodonTagDialect : mastodonDialect)
      const common = { notHonoured, bounds, search, clock, maxPages }
      const tags = toTagRequests(native.requests)
      const taggedNative = { ...native, nativeQuery: tags.map(({ text }) => text).join(' | ') }
      const result = await (token === undefined
        ? searchPages({ ...common, native: taggedNative, requests: tags, askPage: askTag })
        : searchPages({ ...common, native, requests: native.requests, askPage: askText }))
      if (hidden > 0)
        result.run.notHonoured.push(
          `${hidden} ${hidden === 1 ? 'post was' : 'posts were'} left out: the authors do not want to be found.`,
        )
      return result
    },
  }
}

/** `after:` excludes the day that it names. */
function dayBefore(epochMs: number): string {
  return new Date(epochMs - 86_400_000).toISOString().slice(0, 10)
}
