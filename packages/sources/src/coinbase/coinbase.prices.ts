import { type Close, dayOfMs, failuresOf, type PriceClient, readCloses, tidyCloses } from '../prices/price-results.ts'
import { parseJson } from '../text/parse-json.ts'
import type { Http } from '../http/http.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'

/** Daily candles: `[time s, low, high, open, close, volume]`, newest first. Null when the body has another shape. */
function parseCoinbase(body: string): Close[] | null {
  return readCloses(parseJson(body), ([seconds, , , , close]) =>
    typeof seconds !== 'number' || typeof close !== 'number' ? null : { day: dayOfMs(seconds * 1000), close },
  )
}

export interface CoinbaseOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const failures = failuresOf('Coinbase Exchange')

const dayMs = 86_400_000
/** Maximum number of candles per response. */
const pageDays = 300
const maxPages = 3

/** Daily closes of a currency in US dollars. Keyless; it requires a user agent, which the shared client sends. */
export function createCoinbasePrices({
  http,
  clock,
  baseUrl = 'https://api.exchange.coinbase.com',
}: CoinbaseOptions): PriceClient {
  const fetchCandles = (symbol: string, period: { start: string; end: string }, signal: AbortSignal) =>
    http.get({
      url: `${baseUrl}/products/${encodeURIComponent(`${symbol}-USD`)}/candles?${new URLSearchParams({ granularity: '86400', ...period })}`,
      signal,
      expect: 'json',
      nothingFound: /NotFound/i,
    })
  return {
    market: 'crypto',
    async fetchCloses({ symbol, from, signal }) {
      const closes: Close[] = []
      let end = Date.parse(dayOfMs(clock().getTime())) - dayMs
      for (let page = 0; page < maxPages && dayOfMs(end) >= from; page++) {
        const start = end - (pageDays - 1) * dayMs
        const answer = await fetchCandles(symbol, { start: dayOfMs(start), end: dayOfMs(end) }, signal)
        if (!answer.ok) return failures.ofRequest(answer)
        if (answer.httpStatus >= 400) return failures.symbolUnknown(symbol)
        const closesOfPage = parseCoinbase(answer.body)
        if (closesOfPage === null) return failures.shapeUnknown
        closes.push(...closesOfPage)
        if (closesOfPage.length < pageDays) break
        end = start - dayMs
      }
      const tidy = tidyCloses(closes, { from, now: clock() })
      return { ok: true, series: { symbol, name: null, currency: 'USD', adjusted: true, closes: tidy } }
    },
    async probe(signal) {
      const yesterday = dayOfMs(clock().getTime() - dayMs)
      const answer = await fetchCandles('BTC', { start: yesterday, end: yesterday }, signal)
      return toProbe(answer, (body) => parseCoinbase(body) !== null)
    },
  }
}

export const coinbase: SourceDescriptor = {
  key: 'coinbase',
  number: 21,
  kind: 'prices',
  label: 'Coinbase Exchange',
  licence: 'Public market data, free to read; Coinbase’s market data terms apply to passing it on.',
  rate: 'Three requests a second.',
  homepage: 'https://docs.cdp.coinbase.com/exchange/',
  reach: 'The last 900 days of a pair with the US dollar, to yesterday.',
  hosts: {
    'api.exchange.coinbase.com': { intervalMs: 334, burst: 3, concurrency: 1 },
  },
  create: ({ http, clock }) => createCoinbasePrices({ http, clock }),
}
