import type { Http } from '../http/http.types.ts'
import { priceFailure, priceShapeUnknown, symbolUnknown, tidyCloses } from '../prices/price-results.ts'
import type { PriceClient } from '../prices/price.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { parseBinance } from './binance.parse.ts'

export interface BinanceOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const label = 'Binance'

const maxDays = 1000

/** Daily closes of a currency in Tether (USDT), which is treated as the US dollar. Keyless. */
export function createBinancePrices({
  http,
  clock,
  baseUrl = 'https://data-api.binance.vision',
}: BinanceOptions): PriceClient {
  const fetchCandles = (parameters: Record<string, string>, signal: AbortSignal) =>
    http.get({
      url: `${baseUrl}/api/v3/klines?${new URLSearchParams({ interval: '1d', timeZone: '0', ...parameters })}`,
      signal,
      expect: 'json',
      nothingFound: /Invalid symbol/,
    })
  return {
    market: 'crypto',
    async fetchCloses({ symbol, from, signal }) {
      const answer = await fetchCandles({ symbol: `${symbol}USDT`, limit: String(maxDays) }, signal)
      if (!answer.ok) return priceFailure(label, answer)
      if (answer.httpStatus >= 400) return symbolUnknown(label, symbol)
      const closes = parseBinance(answer.body)
      if (closes === null) return priceShapeUnknown
      const tidy = tidyCloses(closes, { from, now: clock() })
      return { ok: true, series: { symbol, name: null, currency: 'USD', adjusted: true, closes: tidy } }
    },
    async probe(signal) {
      return toProbe(
        await fetchCandles({ symbol: 'BTCUSDT', limit: '1' }, signal),
        (body) => parseBinance(body) !== null,
      )
    },
  }
}
