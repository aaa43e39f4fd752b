import type { PostingHttp } from '../http/http.types.ts'
import { type Bounds, toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { type Page, searchPages } from '../search-pages.ts'
import { type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { redditDialect } from './reddit.dialect.ts'
import { parseReddit } from './reddit.parse.ts'
import { createRedditSession } from './reddit.session.ts'

export interface RedditOptions {
  http: PostingHttp
  clock: Clock
  baseUrl?: string | undefined
  tokenUrl?: string | undefined
  /** Client id and secret of an approved application, joined by a colon. */
  credentials: string
}

const pageSize = 100
const maxPages = 10
const day = 86_400_000
/** Age filters of the search. */
const ages = [
  ['day', day],
  ['week', 7 * day],
  ['month', 30 * day],
  ['year', 365 * day],
] as const

/** Posts of Reddit (not their comments, which cannot be searched), newest first, for an approved application. */
export function createRedditSource(options: RedditOptions): DocumentClient {
  const { http, clock, credentials, baseUrl = 'https://oauth.reddit.com' } = options
  const { tokenUrl = 'https://www.reddit.com/api/v1/access_token' } = options
  const session = createRedditSession({ http, clock, tokenUrl, credentials })
  const fetchJson = (path: string, parameters: Record<string, string>, signal: AbortSignal) =>
    session.get(`${baseUrl}${path}?${new URLSearchParams({ raw_json: '1', ...parameters })}`, signal)

  return {
    async probe(signal) {
      const answer = await fetchJson('/search', { q: 'news', limit: '1', type: 'link' }, signal)
      return toProbe(answer, (body) => parseReddit(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured = query.geo === null ? [] : ['Reddit does not know countries; the place was not applied.']
      const age = ageOf(bounds, clock().getTime())
      const askPage = async (words: string, cursor: string | null): Promise<Page<string> | RunFailure> => {
        const limit = String(Math.min(pageSize, search.limit))
        const given = { q: words, sort: 'new', type: 'link', t: age, limit, ...(cursor !== null && { after: cursor }) }
        const answer = await fetchJson('/search', given, search.signal)
        if (!answer.ok) return answer
        const page = parseReddit(answer.body)
        if (page === null) return schemaChanged
        const { documents, gone, next } = page
        const oldest = documents.at(-1)?.publishedAt
        const isPast = oldest !== undefined && bounds.fromMs !== null && Date.parse(oldest) < bounds.fromMs
        return { documents, gone, next: isPast ? null : next }
      }
      const native = writeNativeQuery(query, redditDialect)
      const { requests } = native
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, askPage })
    },
    async findGone(nativeIds, { signal }) {
      const requestedIds = nativeIds.slice(0, pageSize)
      const answer = await fetchJson('/api/info', { id: requestedIds.join(',') }, signal)
      const page = answer.ok ? parseReddit(answer.body) : null
      if (page === null) return []
      const there = new Set(page.ids.filter((id) => !page.gone.includes(id)))
      return requestedIds.filter((id) => !there.has(id))
    },
  }
}

/** The shortest age that still includes the first day. */
function ageOf({ fromMs }: Bounds, nowMs: number): string {
  if (fromMs === null) return 'all'
  return ages.find(([, ms]) => nowMs - fromMs <= ms)?.[0] ?? 'all'
}
