import type { FailureText, Http } from '../http/http.types.ts'
import { toBounds } from '../query-bounds.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { type Page, searchPages } from '../search-pages.ts'
import { type RunFailure, schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { stackExchangeDialect } from './stack-exchange.dialect.ts'
import { parseStackExchange } from './stack-exchange.parse.ts'

export interface StackExchangeOptions {
  http: Http
  clock: Clock
  baseUrl?: string
  /** Optional key of an application; it raises the daily limit. */
  apiKey?: string | undefined
}

const pageSize = 100
/** Sites that are queried without a key, and the additional ones with a key. */
const sites = ['stackoverflow']
const moreSites = ['serverfault', 'superuser', 'money', 'diy', 'health']
const maxPages = 6
/** Failures come as an object with a name and a status of 400 or 502. */
const failureTexts: readonly FailureText[] = [
  { pattern: /throttle_violation|too many requests from this ip/i, status: 'rate_limited' },
  { pattern: /access_denied|key_required|invalid_key|key is not valid|`key`/i, status: 'auth' },
  { pattern: /temporarily_unavailable|internal_error/i, status: 'upstream_down' },
  { pattern: /bad_parameter/i, status: 'bad_query' },
]

/** Questions of Stack Exchange with their text, newest first. A requested pause is observed, as its rules demand. */
export function createStackExchangeSource(options: StackExchangeOptions): DocumentClient {
  const { http, clock, baseUrl = 'https://api.stackexchange.com/2.3', apiKey } = options
  let pausedUntilMs = 0
  const fetchQuestions = async (parameters: Record<string, string>, signal: AbortSignal) => {
    const url = `${baseUrl}/search/advanced?${new URLSearchParams({
      order: 'desc',
      sort: 'creation',
      filter: 'withbody',
      ...parameters,
      ...(apiKey && { key: apiKey }),
    })}`
    return http.get({ url, signal, expect: 'json', failureTexts })
  }

  return {
    async probe(signal) {
      const waitMs = pausedUntilMs - clock().getTime()
      if (waitMs > 0) return pauseFailure(waitMs)
      const answer = await fetchQuestions({ site: 'stackoverflow', q: 'test', pagesize: '1' }, signal)
      return toProbe(answer, (body) => parseStackExchange(body) !== null)
    },
    async search(query, search) {
      const bounds = toBounds(query, clock)
      const queriedSites = apiKey ? [...sites, ...moreSites] : sites
      const notHonoured = [`Answer were ${queriedSites.join(', ')}.`]
      if (query.geo !== null) notHonoured.push('Stack Exchange does not know countries; the place was not applied.')
      const askPage = async (
        { site, words }: { site: string; words: string },
        cursor: number | null,
      ): Promise<Page<number> | RunFailure> => {
        const waitMs = pausedUntilMs - clock().getTime()
        if (waitMs > 0) return pauseFailure(waitMs)
        const page = cursor ?? 1
        const answer = await fetchQuestions(
          {
            site,
            q: words,
            page: String(page),
            pagesize: String(Math.min(pageSize, search.limit)),
            ...(bounds.fromMs !== null && { fromdate: String(Math.floor(bounds.fromMs / 1000)) }),
            todate: String(Math.floor(bounds.toMs / 1000)),
          },
          search.signal,
        )
        if (!answer.ok) return answer
        const read = parseStackExchange(answer.body)
        if (read === null) return schemaChanged
        if (read.backoffSeconds !== null) pausedUntilMs = clock().getTime() + read.backoffSeconds * 1000
        if (read.quotaLeft !== null && read.quotaLeft < quotaReserve)
          notHonoured.push(`Only ${read.quotaLeft} requests are left today; STACKEXCHANGE_KEY raises the limit.`)
        return { documents: read.documents, next: read.hasMore && isWorthIt(read.quotaLeft) ? page + 1 : null }
      }
      const native = writeNativeQuery(query, stackExchangeDialect)
      const requests = native.requests.flatMap((words) => queriedSites.map((site) => ({ site, words })))
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, askPage })
    },
  }
}

/** Requests reserved for other searches of the day: below this, no second page is read. */
const quotaReserve = 50

function isWorthIt(quotaLeft: number | null): boolean {
  return quotaLeft === null || quotaLeft >= quotaReserve
}

function pauseFailure(ms: number): RunFailure {
  const reason = `Stack Exchange asked for a pause; ${Math.ceil(ms / 1000)} s of it are left.`
  return { status: 'rate_limited', reason, retryAfterMs: ms }
}
