import { type Close, failuresOf, type PriceClient, type PriceSymbol, tidyCloses } from '../prices/price-results.ts'
import { parseJson } from '../text/parse-json.ts'
import { parsePublishedAt } from '../text/published-at.ts'
import type { FailureText, Http, HttpResult } from '../http/http.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { secretSetting, type SourceDescriptor } from '../source-descriptor.ts'

/** `Time Series (Daily)`: by day, with `4. close` as a string. Null when the body has another shape. */
function parseDailySeries(body: string): Close[] | null {
  const days = objectAt(parseJson(body), 'Time Series (Daily)')
  if (days === null) return null
  const closes: Close[] = []
  for (const [day, row] of Object.entries(days)) {
    const close: unknown =
      typeof row === 'object' && row !== null ? (row as Record<string, unknown>)['4. close'] : undefined
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || parsePublishedAt(day) === null || typeof close !== 'string') return null
    closes.push({ day, close: Number(close) })
  }
  return closes
}

/** `bestMatches` of a symbol search, best first. Null when the body has another shape. */
function parseSymbolSearch(body: string): PriceSymbol[] | null {
  const answer = parseJson(body)
  if (typeof answer !== 'object' || answer === null || !('bestMatches' in answer) || !Array.isArray(answer.bestMatches))
    return null
  return (answer.bestMatches as Record<string, unknown>[]).flatMap((match) => {
    const [symbol, name, type, region] = ['1. symbol', '2. name', '3. type', '4. region'].map((key) => match[key])
    if (typeof symbol !== 'string' || typeof name !== 'string' || !/^[A-Z0-9.^=-]{1,20}$/.test(symbol)) return []
    const kind = /etf|fund/i.test(String(type)) ? 'fund' : 'stock'
    return [{ symbol, name, exchange: typeof region === 'string' ? region : null, kind }]
  })
}

function objectAt(value: unknown, key: string): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null
  const member = (value as Record<string, unknown>)[key]
  return typeof member === 'object' && member !== null ? (member as Record<string, unknown>) : null
}

export interface AlphaVantageOptions {
  http: Http
  clock: Clock
  apiKey: string
  baseUrl?: string
}

const failures = failuresOf('Alpha Vantage')

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
      if (!answer.ok) return answer.status === 'bad_query' ? failures.symbolUnknown(symbol) : failures.ofRequest(answer)
      const closes = parseDailySeries(answer.body)
      if (closes === null) return failures.shapeUnknown
      const tidy = tidyCloses(closes, { from, now: clock() })
      // A suffix names another exchange, whose currency is not in the response.
      const currency = /^[A-Z]+$/.test(symbol) ? 'USD' : null
      return { ok: true, series: { symbol, name: null, currency, adjusted: false, closes: tidy } }
    },
    async searchSymbols(text, signal) {
      const answer = await fetchData({ function: 'SYMBOL_SEARCH', keywords: text }, signal)
      if (!answer.ok) return failures.ofRequest(answer)
      const symbols = parseSymbolSearch(answer.body)
      return symbols === null ? failures.shapeUnknown : { ok: true, symbols }
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

export const alphaVantage: SourceDescriptor = {
  key: 'alpha_vantage',
  number: 23,
  kind: 'prices',
  label: 'Alpha Vantage',
  licence: 'Free with a key for own use; its terms forbid passing prices on.',
  rate: 'One request in 12 seconds; 25 a day with a free key.',
  homepage: 'https://www.alphavantage.co/documentation/',
  reach: 'The last 100 trading days of a stock or fund, unadjusted; more is a paid plan.',
  setting: { name: 'ALPHA_VANTAGE_API_KEY', required: true, how: 'A free key from alphavantage.co/support/#api-key.' },
  settings: {
    ALPHA_VANTAGE_API_KEY: secretSetting('0A1B2C3D4E5F'),
  },
  hosts: {
    'www.alphavantage.co': { intervalMs: 12_000, burst: 1, concurrency: 1 },
  },
  create: ({ http, clock, settings }) => {
    const { ALPHA_VANTAGE_API_KEY: apiKey } = settings
    return apiKey === undefined ? null : createAlphaVantagePrices({ http, clock, apiKey })
  },
}
