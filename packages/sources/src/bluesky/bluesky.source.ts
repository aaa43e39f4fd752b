import { type Dialect, wordsAndPhrases } from '../query/dialect.ts'
import type { Http, RunFailure } from '../http/http.types.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient, SourceDocument } from '../source.types.ts'
import { parseBluesky } from './bluesky.parse.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { onOffSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** `q` of `searchPosts`: all words are required, quotes make phrases, `from:` and `lang:` filter. There is no exclusion. */
const blueskyDialect: Dialect = {
  key: 'bluesky',
  name: 'Bluesky',
  ...wordsAndPhrases,
  fields: {
    // A handle is a host name; no account has another kind of name.
    author: ({ value }) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value) ? `from:${value}` : null),
    lang: ({ value }) => `lang:${value}`,
  },
  maxLength: 400,
  maxRequests: 6,
}

/** Maximum number of posts per request. */
const atOnce = 25
const maxLookups = 100

export type BlueskyPosts = ReturnType<typeof createBlueskyPosts>

/** Looks up posts by their addresses: their current state with author names, or whether they no longer exist. */
export function createBlueskyPosts({
  http,
  baseUrl = 'https://api.bsky.app',
}: {
  http: Http
  baseUrl?: string | undefined
}) {
  const fetchPosts = async (uris: readonly string[], signal: AbortSignal) => {
    const named = new URLSearchParams(uris.map((uri) => ['uris', uri]))
    const answer = await http.get({ url: `${baseUrl}/xrpc/app.bsky.feed.getPosts?${named}`, signal, expect: 'json' })
    if (!answer.ok) return answer
    return parseBluesky(answer.body) ?? schemaChanged
  }

  return {
    /** The posts that exist and are public, in no particular order; the failure when one request failed. */
    async read(uris: readonly string[], signal: AbortSignal): Promise<SourceDocument[] | RunFailure> {
      const documents: SourceDocument[] = []
      for (let at = 0; at < uris.length; at += atOnce) {
        const page = await fetchPosts(uris.slice(at, at + atOnce), signal)
        if ('status' in page) return page
        documents.push(...page.documents)
      }
      return documents
    },
    /** The posts among these that no longer exist. */
    async findGone(uris: readonly string[], { signal }: { signal: AbortSignal }): Promise<string[]> {
      const deletedUris: string[] = []
      for (let at = 0; at < Math.min(uris.length, maxLookups); at += atOnce) {
        const requestedUris = uris.slice(at, Math.min(at + atOnce, maxLookups))
        const page = await fetchPosts(requestedUris, signal)
        if ('status' in page) return deletedUris
        // A post that its author has hidden from the public counts as gone; one that exists but cannot be parsed does
        // not
        const hidden = new Set(page.hiddenIds)
        const visibleIds = new Set(page.ids.filter((id) => !hidden.has(id)))
        deletedUris.push(...requestedUris.filter((uri) => !visibleIds.has(uri)))
      }
      return deletedUris
    },
  }
}

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
      const notHonoured =
        query.geo === null ? [] : ['Bluesky does not record countries; the location filter was not applied.']
      let hidden = 0
      const fetchPage = async (words: string, cursor: number | null): Promise<Page<number> | RunFailure> => {
        const untilMs = cursor ?? bounds.toMs
        const size = Math.min(pageSize, search.limit)
        const params = {
          q: words,
          limit: String(size),
          ...(bounds.fromMs !== null && { since: new Date(bounds.fromMs).toISOString() }),
          // The bound is exclusive; posts of that second are requested again.
          until: new Date(untilMs + 1000).toISOString(),
        }
        const answer = await fetchSearch(params, search.signal)
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
        fetchPage,
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

export const bluesky: SourceDescriptor = {
  key: 'bluesky',
  number: 9,
  kind: 'documents',
  label: 'Bluesky',
  licence: 'Posts belong to their authors; excerpts with a link, and what is deleted there is deleted here.',
  rate: 'Four requests a second; the service allows 3,000 in five minutes.',
  homepage: 'https://docs.bsky.app',
  reach: 'Posts since 2023, fresh to seconds; what its search finds of them.',
  setting: {
    name: 'AUSPEX_BLUESKY_STREAM',
    required: false,
    how: 'Set it to on to read posts as they are written, for what monitors watch, and to learn of deletions immediately. Every post of the network is then received, and posts that no monitor watches are dropped.',
  },
  settings: {
    AUSPEX_BLUESKY_STREAM: onOffSetting,
  },
  hosts: {
    'api.bsky.app': { intervalMs: 250, burst: 4, concurrency: 2 },
  },
  dialect: blueskyDialect,
  create: ({ http, clock }) => createBlueskySource({ http, clock }),
}
