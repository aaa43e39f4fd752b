import type { FailureText, Http } from '../http/http.types.ts'
import { type Bounds, toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { isWithin, type Page, searchPages } from '../search-pages.ts'
import { type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { type Edition, editionOf } from './editions.ts'
import { googleNewsDialect } from './google-news.dialect.ts'
import { parseGoogleNews } from './google-news.parse.ts'

export interface GoogleNewsOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

/** Maximum number of headlines in one feed. */
const cap = 100
const usual: Edition = { hl: 'en-US', gl: 'US', ceid: 'US:en' }
const failureTexts: readonly FailureText[] = [
  { pattern: /consent\.google|before you continue|unusual traffic|\/sorry\//i, status: 'blocked' },
]

/** Headlines of a Google News search, from its feed. A feed contains at most the 100 newest, so each query needs one request. */
export function createGoogleNewsSource(options: GoogleNewsOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://news.google.com/rss' } = options
  const fetchFeed = (words: string, edition: Edition, signal: AbortSignal) => {
    const url = `${baseUrl}/search?${new URLSearchParams({ q: words, ...edition })}`
    return http.get({ url, signal, expect: 'feed', failureTexts })
  }

  return {
    async probe(signal) {
      return toProbe(await fetchFeed('news', usual, signal), (body) => parseGoogleNews(body, clock()) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const edition = query.geo === null ? null : editionOf(query.geo)
      const notHonoured = ['Google News gives headlines without text, and a link through Google.']
      if (query.geo !== null)
        notHonoured.push(
          edition === null
            ? 'Google News has no edition for this country; the English edition of the United States was asked.'
            : 'The edition of the country was asked; it also shows outlets of other countries.',
        )
      let isFull = false
      const askPage = async (words: string): Promise<Page<never> | RunFailure> => {
        const answer = await fetchFeed(`${words}${toRange(bounds)}`, edition ?? usual, search.signal)
        if (!answer.ok) return answer
        const feed = parseGoogleNews(answer.body, clock())
        if (feed === null) return schemaChanged
        isFull ||= feed.entryCount >= cap && feed.documents.some((document) => isWithin(document, bounds))
        return { documents: feed.documents, next: null }
      }
      const native = writeNativeQuery(query, googleNewsDialect)
      const { requests } = native
      const result = await searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages: 2, askPage })
      if (!isFull || !result.run.complete) return result
      const reason = `Google News shows ${cap} headlines at most; older ones were left out.`
      return { ...result, run: { ...result.run, complete: false, reason } }
    },
  }
}

/** `after` and `before` take days and exclude them. */
function toRange({ fromMs, toMs }: Bounds): string {
  const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10)
  const dayMs = 86_400_000
  const after = fromMs === null ? '' : ` after:${day(fromMs - dayMs)}`
  return `${after} before:${day(toMs + dayMs)}`
}
