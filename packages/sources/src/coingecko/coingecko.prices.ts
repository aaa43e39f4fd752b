import type { Http } from '../http/http.types.ts'
import { priceFailure, priceShapeUnknown, symbolUnknown, tidyCloses } from '../prices/price-results.ts'
import type { PriceClient } from '../prices/price.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { parseCoinSearch, parseMarketChart } from './coingecko.parse.ts'

export interface CoingeckoOptions {
  http: Http
  clock: Clock
  apiKey: string
  baseUrl?: string
}

const label = 'CoinGecko'

const failureTexts = [{ pattern: /API key|error_code":\s*100(02|10|11)/i, status: 'auth' as const }]
const dayMs = 86_400_000
const maxDays = 365

/** Daily closes of a currency in US dollars, over all exchanges. Needs a free key, which is a parameter of the request. */
export function createCoingeckoPrices({
  http,
  clock,
  apiKey,
  baseUrl = 'https://api.coingecko.com',
}: CoingeckoOptions): PriceClient {
  const fetchData = (path: string, parameters: Record<string, string>, signal: AbortSignal) =>
    http.get({
      url: `${baseUrl}/api/v3${path}?${new URLSearchParams({ ...parameters, x_cg_demo_api_key: apiKey })}`,
      signal,
      expect: 'json',
      failureTexts,
    })
  return {
    market: 'crypto',
    async fetchCloses({ symbol, from, signal }) {
      const found = await fetchData('/search', { query: symbol }, signal)
      if (!found.ok) return priceFailure(label, found)
      const coin = parseCoinSearch(found.body, symbol)
      if (coin === null) return priceShapeUnknown
      if (coin === undefined) return symbolUnknown(label, symbol)
      const requestedDays = Math.ceil((clock().getTime() - Date.parse(from)) / dayMs) + 1
      const days = String(Math.max(2, Math.min(maxDays, requestedDays)))
      const chart = await fetchData(
        `/coins/${encodeURIComponent(coin.id)}/market_chart`,
        { vs_currency: 'usd', days, interval: 'daily' },
        signal,
      )
      if (!chart.ok) return priceFailure(label, chart)
      const closes = parseMarketChart(chart.body)
      if (closes === null) return priceShapeUnknown
      const tidy = tidyCloses(closes, { from, now: clock() })
      return { ok: true, series: { symbol, name: coin.name, currency: 'USD', adjusted: true, closes: tidy } }
    },
    async probe(signal) {
      return toProbe(await fetchData('/ping', {}, signal), (body) => body.includes('gecko_says'))
    },
  }
}
