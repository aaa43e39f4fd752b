import { type Close, dayOfMs, failuresOf, type PriceClient, readCloses, tidyCloses } from '../prices/price-results.ts'
import { parseJson } from '../text/parse-json.ts'
import type { Http } from '../http/http.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import type { SourceDescriptor } from '../source-descriptor.ts'

/** Daily candles: `[openTime, open, high, low, close, …]`, prices as strings. Null when the body has another shape. */
function parseBinance(body: string): Close[] | null {
  return readCloses(parseJson(body), ([openTime, , , , close]) =>
    typeof openTime !== 'number' || typeof close !== 'string' ? null : { day: dayOfMs(openTime), close: Number(close) },
  )
}

export interface BinanceOptions {
  http: Http
  clock: Clock
  baseUrl?: string
}

const failures = failuresOf('Binance')

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
      if (!answer.ok) return failures.ofRequest(answer)
      if (answer.httpStatus >= 400) return failures.symbolUnknown(symbol)
      const closes = parseBinance(answer.body)
      if (closes === null) return failures.shapeUnknown
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

export const binance: SourceDescriptor = {
  key: 'binance',
  number: 20,
  kind: 'prices',
  label: 'Binance',
  licence: 'Public market data, free to read; Binance’s terms of use apply to passing it on.',
  rate: 'Two requests a second; repeated abuse is banned by address.',
  homepage: 'https://developers.binance.com/docs/binance-spot-api-docs',
  reach: 'The last 1,000 days of a pair with Tether, to yesterday.',
  hosts: {
    'data-api.binance.vision': { intervalMs: 500, burst: 2, concurrency: 1 },
  },
  create: ({ http, clock }) => createBinancePrices({ http, clock }),
}
