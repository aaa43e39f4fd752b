import type { PostingHttp, RunFailure } from '../http/http.types.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { z } from 'zod'
import { createTokenSession, refusedCredentials } from '../http/token-session.ts'
import { booleanOperators, type Dialect } from '../query/dialect.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { type Bounds, type Page, searchPages, toBounds } from '../search-pages.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import { parseReddit, parseToken } from './reddit.parse.ts'

/** `q` of Reddit's search: AND, OR and NOT in capitals, parentheses, quotes. */
const redditDialect: Dialect = {
  key: 'reddit',
  name: 'Reddit',
  ...booleanOperators,
  fields: {
    author: ({ value }) => (/^[\w-]{2,20}$/.test(value) ? `author:${value}` : null),
    outlet: ({ value }) => {
      const community = /^reddit\/r\/(\w{2,21})$/i.exec(value)?.[1]
      return community === undefined ? null : `subreddit:${community}`
    },
  },
  maxLength: 512,
}

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
  const sendSignedIn = createTokenSession({
    clock,
    parseToken,
    requestToken: (signal) =>
      http.post({
        url: tokenUrl,
        form: { grant_type: 'client_credentials' },
        headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        signal,
        expect: 'json',
        failureTexts: refusedCredentials,
      }),
  })
  const fetchJson = (path: string, parameters: Record<string, string>, signal: AbortSignal) =>
    sendSignedIn(
      (headers) =>
        http.get({
          url: `${baseUrl}${path}?${new URLSearchParams({ raw_json: '1', ...parameters })}`,
          signal,
          expect: 'json',
          headers,
        }),
      signal,
    )

  return {
    async probe(signal) {
      const answer = await fetchJson('/search', { q: 'news', limit: '1', type: 'link' }, signal)
      return toProbe(answer, (body) => parseReddit(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const notHonoured =
        query.geo === null ? [] : ['Reddit does not record countries; the location filter was not applied.']
      const age = ageOf(bounds, clock().getTime())
      const fetchPage = async (words: string, cursor: string | null): Promise<Page<string> | RunFailure> => {
        const limit = String(Math.min(pageSize, search.limit))
        const params = { q: words, sort: 'new', type: 'link', t: age, limit, ...(cursor !== null && { after: cursor }) }
        const answer = await fetchJson('/search', params, search.signal)
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
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
    async findGone(nativeIds, { signal }) {
      const requestedIds = nativeIds.slice(0, pageSize)
      const answer = await fetchJson('/api/info', { id: requestedIds.join(',') }, signal)
      const page = answer.ok ? parseReddit(answer.body) : null
      if (page === null) return []
      const existing = new Set(page.ids.filter((id) => !page.gone.includes(id)))
      return requestedIds.filter((id) => !existing.has(id))
    },
  }
}

/** The shortest age that still includes the first day. */
function ageOf({ fromMs }: Bounds, nowMs: number): string {
  if (fromMs === null) return 'all'
  return ages.find(([, ms]) => nowMs - fromMs <= ms)?.[0] ?? 'all'
}

export const reddit: SourceDescriptor = {
  key: 'reddit',
  number: 13,
  kind: 'documents',
  label: 'Reddit',
  licence:
    'Posts belong to their authors; excerpts with a link, deleted here when deleted there, and no model is trained on them.',
  rate: 'One request a second; an application has 100 a minute.',
  homepage: 'https://www.reddit.com/dev/api/',
  attribution: 'Posts from Reddit',
  reach: 'About the 1,000 newest posts of a search, fresh to minutes.',
  setting: {
    name: 'REDDIT_CREDENTIALS',
    required: true,
    how: 'Reddit has to approve an application first (its Responsible Builder Policy); then write its client id and secret, joined by a colon.',
  },
  settings: {
    REDDIT_CREDENTIALS: {
      example: 'client-id:0a1b2c3d',
      schema: z.string().regex(/^[^\s:]+:[^\s:]+$/, 'must be a client id and its key, joined by a colon'),
    },
  },
  hosts: {
    'oauth.reddit.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
    'www.reddit.com': { intervalMs: 1000, burst: 2, concurrency: 1 },
  },
  dialect: redditDialect,
  create: ({ http, clock, settings }) => {
    const { REDDIT_CREDENTIALS: credentials } = settings
    return credentials === undefined ? null : createRedditSource({ http, clock, credentials })
  },
}
