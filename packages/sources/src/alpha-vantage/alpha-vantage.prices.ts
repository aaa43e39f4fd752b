import type { FailureText, Http, HttpResult } from '../http/http.types.ts'
import { priceFailure, priceShapeUnknown, symbolUnknown, tidyCloses } from '../prices/price-results.ts'
import type { PriceClient } from '../prices/price.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { parseDailySeries, parseSymbolSearch } from './alpha-vantage.parse.ts'

export interface AlphaVantageOptions {
  http: Http
  clock: Clock
  apiKey: string
  baseUrl?: string
}

const label = 'Alpha Vantage'

/** Every failure comes with HTTP 200 and one of these sentences. The sentence about the limit also mentions paid plans, so it is tested first. */
const failureTexts: readonly FailureText[] = [
  { pattern: /requests per (day|minute)|call frequency|rate limit/i, status: 'rate_limited' },
  { pattern: /demo\W* api key|apikey.*(invalid|missing)|invalid.*apikey/i, status: 'auth' },
  { pattern: /premium/i, status: 'blocked' },
  { pattern: /invalid api call/i, status: 'bad_query' },
]

/** Daily closes of stocks and funds, as traded (not adjusted for splits and dividends). Needs a free key. */
export function createAlphaVantagePrices({
  http,
  clock,
  apiKey,
  baseUrl = 'https://www.alphavantage.co',
}: AlphaVantageOptions): PriceClient {
  const fetchData = (parameters: Record<string, string>, signal: AbortSignal): Promise<HttpResult> =>
    http.get({
      url: `${baseUrl}/query?${new URLSearchParams({ ...parameters, apikey: apiKey })}`,
      signal,
      expect: 'json',
      failureTexts,
    })
  return {
    market: 'stock',
    async fetchCloses({ symbol, from, signal }) {
      const answer = await fetchData({ function: 'TIME_SERIES_DAILY', symbol, outputsize: 'compact' }, signal)
      if (!answer.ok) return answer.status === 'bad_query' ? symbolUnknown(label, symbol) : priceFailure(label, answer)
      const closes = parseDailySeries(answer.body)
      if (closes === null) return priceShapeUnknown
      const tidy = tidyCloses(closes, { from, now: clock() })
      // A suffix names another exchange, whose currency is not in the response.
      const currency = /^[A-Z]+$/.test(symbol) ? 'USD' : null
      return { ok: true, series: { symbol, name: null, currency, adjusted: false, closes: tidy } }
    },
    async searchSymbols(text, signal) {
      const answer = await fetchData({ function: 'SYMBOL_SEARCH', keywords: text }, signal)
      if (!answer.ok) return priceFailure(label, answer)
      const symbols = parseSymbolSearch(answer.body)
      return symbols === null ? priceShapeUnknown : { ok: true, symbols }
    },
    async probe(signal) {
      const answer = await fetchData({ function: 'SYMBOL_SEARCH', keywords: 'IBM' }, signal)
      const { status, retryAfterMs } = toProbe(answer, (body) => parseSymbolSearch(body) !== null)
      // The response can quote the key, so it is not repeated.
      const reason = status === 'ok' || status === 'empty' ? null : 'Alpha Vantage did not give data; see its status.'
      return { status, reason, retryAfterMs }
    },
  }
}
