import type { Http } from '../http/http.types.ts'
import { dayOfMs, priceFailure, priceShapeUnknown, symbolUnknown, tidyCloses } from '../prices/price-results.ts'
import type { Close, PriceClient } from '../prices/price.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { parseCoinbase } from './coinbase.parse.ts'

export interface CoinbaseOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const label = 'Coinbase Exchange'

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
        if (!answer.ok) return priceFailure(label, answer)
        if (answer.httpStatus >= 400) return symbolUnknown(label, symbol)
        const read = parseCoinbase(answer.body)
        if (read === null) return priceShapeUnknown
        closes.push(...read)
        if (read.length < pageDays) break
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
