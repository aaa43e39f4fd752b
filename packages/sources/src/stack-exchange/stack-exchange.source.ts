import { type Dialect, wordsAndPhrases } from '../query/dialect.ts'
import type { FailureText, Http, RunFailure } from '../http/http.types.ts'
import { type Page, searchPages, toBounds } from '../search-pages.ts'
import { writeNativeQuery } from '../query/write-native-query.ts'
import { schemaChanged, toProbe } from '../source-run.ts'
import type { Clock, DocumentClient } from '../source.types.ts'
import { parseStackExchange } from './stack-exchange.parse.ts'
import { secretSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** The free text of `search/advanced`: quotes are documented for the sites' own search, nothing else is. */
const stackExchangeDialect: Dialect = {
  key: 'stack_exchange',
  name: 'Stack Exchange',
  ...wordsAndPhrases,
  fields: {},
  maxLength: 240,
  // An address without a key has only 300 requests a day.
  maxRequests: 2,
}

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
      const notHonoured = [`Searched: ${queriedSites.join(', ')}.`]
      if (query.geo !== null)
        notHonoured.push('Stack Exchange does not record countries; the location filter was not applied.')
      const fetchPage = async (
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
      return searchPages({ native, requests, notHonoured, bounds, search, clock, maxPages, fetchPage })
    },
  }
}

/** Requests reserved for other searches of the day: below this, no second page is read. */
const quotaReserve = 50

function isWorthIt(quotaLeft: number | null): boolean {
  return quotaLeft === null || quotaLeft >= quotaReserve
}

function pauseFailure(ms: number): RunFailure {
  const reason = `Stack Exchange asked for a pause; ${Math.ceil(ms / 1000)} s remain.`
  return { status: 'rate_limited', reason, retryAfterMs: ms }
}

export const stackExchange: SourceDescriptor = {
  key: 'stack_exchange',
  number: 12,
  kind: 'documents',
  label: 'Stack Exchange',
  licence: 'CC BY-SA; the author, the link and the licence are shown.',
  rate: 'One request a second; 300 a day without a key and 10,000 with one.',
  homepage: 'https://api.stackexchange.com/docs',
  attribution: 'Questions from Stack Exchange, CC BY-SA',
  reach: 'Questions since 2008, fresh to minutes.',
  setting: {
    name: 'STACKEXCHANGE_KEY',
    required: false,
    how: 'Free: register an application at stackapps.com; it raises the limit from 300 to 10,000 requests a day and asks more sites.',
  },
  settings: {
    STACKEXCHANGE_KEY: secretSetting('0a1b2c3d4e5f'),
  },
  hosts: {
    'api.stackexchange.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
  },
  dialect: stackExchangeDialect,
  create: ({ http, clock, settings }) =>
    createStackExchangeSource({ http, clock, apiKey: settings['STACKEXCHANGE_KEY'] }),
}
