import type { Http } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { type Page, searchPages } from '../search-pages.ts'
import { type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { blueskyDialect } from './bluesky.dialect.ts'
import { createBlueskyPosts } from './bluesky.posts.ts'
import { parseBluesky } from './bluesky.parse.ts'

export interface BlueskyOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const pageSize = 100
const maxPages = 12

/**
 * Public posts of Bluesky, newest first. Signed-out clients get one page per search, so the next page is requested as a
 * separate search that ends where the previous page did.
 */
export function createBlueskySource(options: BlueskyOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://api.bsky.app' } = options
  const fetchSearch = (parameters: Record<string, string>, signal: AbortSignal) =>
    http.get({
      url: `${baseUrl}/xrpc/app.bsky.feed.searchPosts?${new URLSearchParams({ sort: 'latest', ...parameters })}`,
      signal,
      expect: 'json',
    })
  const posts = createBlueskyPosts({ http, baseUrl })

  return {
    async probe(signal) {
      return toProbe(await fetchSearch({ q: 'news', limit: '1' }, signal), (body) => parseBluesky(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured = query.geo === null ? [] : ['Bluesky does not know countries; the place was not applied.']
      let hidden = 0
      const askPage = async (words: string, cursor: number | null): Promise<Page<number> | RunFailure> => {
        const untilMs = cursor ?? bounds.toMs
        const size = Math.min(pageSize, search.limit)
        const given = {
          q: words,
          limit: String(size),
          ...(bounds.fromMs !== null && { since: new Date(bounds.fromMs).toISOString() }),
          // The bound is exclusive; posts of that second are requested again.
          until: new Date(untilMs + 1000).toISOString(),
        }
        const answer = await fetchSearch(given, search.signal)
        if (!answer.ok) return answer
        const page = parseBluesky(answer.body)
        if (page === null) return schemaChanged
        hidden += page.hiddenIds.length
        const isLast = page.ids.length < size || page.oldestMs === null || page.oldestMs >= untilMs
        return { documents: page.documents, next: isLast ? null : page.oldestMs }
      }
      const native = writeNativeQuery(query, blueskyDialect)
      const result = await searchPages({
        native,
        requests: native.requests,
        notHonoured,
        bounds,
        search,
        clock,
        maxPages,
        askPage,
      })
      if (hidden > 0)
        result.run.notHonoured.push(
          `${hidden} ${hidden === 1 ? 'post was' : 'posts were'} left out: the authors show them to members only.`,
        )
      return result
    },
    findGone: posts.findGone,
  }
}
