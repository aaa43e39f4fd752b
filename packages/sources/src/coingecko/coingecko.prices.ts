import { type Close, dayOfMs, failuresOf, type PriceClient, readCloses, tidyCloses } from '../prices/price-results.ts'
import { parseJson } from '../text/parse-json.ts'
import type { Http } from '../http/http.types.ts'
import { toProbe } from '../source-run.ts'
import type { Clock } from '../source.types.ts'
import { secretSetting, type SourceDescriptor } from '../source-descriptor.ts'

const dayMs = 86_400_000

/** `prices: [[ms, value]]`. A value at midnight closes the day before; one at another time belongs to the current day. Null for another shape. */
function parseMarketChart(body: string): Close[] | null {
  const chart = parseJson(body)
  if (typeof chart !== 'object' || chart === null || !('prices' in chart)) return null
  return readCloses(chart.prices, ([ms, close]) =>
    typeof ms !== 'number' || typeof close !== 'number'
      ? null
      : { day: dayOfMs(ms % dayMs === 0 ? ms - dayMs : ms), close },
  )
}

/** The highest-ranked coin with exactly this symbol; undefined when there is none, null when the body has another shape. */
function parseCoinSearch(body: string, symbol: string): { id: string; name: string } | undefined | null {
  const answer = parseJson(body)
  if (typeof answer !== 'object' || answer === null || !('coins' in answer) || !Array.isArray(answer.coins)) return null
  const coins = (answer.coins as unknown[]).filter(isCoin).filter((coin) => coin.symbol.toUpperCase() === symbol)
  return coins.toSorted((a, b) => (a.market_cap_rank ?? Infinity) - (b.market_cap_rank ?? Infinity))[0]
}

interface Coin {
  id: string
  name: string
  symbol: string
  market_cap_rank: number | null
}

function isCoin(value: unknown): value is Coin {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'symbol' in value &&
    typeof value.symbol === 'string'
  )
}

export interface CoingeckoOptions {
  http: Http
  clock: Clock
  apiKey: string
  baseUrl?: string
}

const failures = failuresOf('CoinGecko')

const failureTexts = [{ pattern: /API key|error_code":\s*100(02|10|11)/i, status: 'auth' as const }]
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
      const answer = await fetchData('/search', { query: symbol }, signal)
      if (!answer.ok) return failures.ofRequest(answer)
      const coin = parseCoinSearch(answer.body, symbol)
      if (coin === null) return failures.shapeUnknown
      if (coin === undefined) return failures.symbolUnknown(symbol)
      const requestedDays = Math.ceil((clock().getTime() - Date.parse(from)) / dayMs) + 1
      const days = String(Math.max(2, Math.min(maxDays, requestedDays)))
      const chart = await fetchData(
        `/coins/${encodeURIComponent(coin.id)}/market_chart`,
        { vs_currency: 'usd', days, interval: 'daily' },
        signal,
      )
      if (!chart.ok) return failures.ofRequest(chart)
      const closes = parseMarketChart(chart.body)
      if (closes === null) return failures.shapeUnknown
      const tidy = tidyCloses(closes, { from, now: clock() })
      return { ok: true, series: { symbol, name: coin.name, currency: 'USD', adjusted: true, closes: tidy } }
    },
    async probe(signal) {
      return toProbe(await fetchData('/ping', {}, signal), (body) => body.includes('gecko_says'))
    },
  }
}

export const coingecko: SourceDescriptor = {
  key: 'coingecko',
  number: 22,
  kind: 'prices',
  label: 'CoinGecko',
  licence: 'Free with a demo key for own use; its terms ask for attribution.',
  rate: 'One request in two seconds; 10,000 a month with a demo key.',
  homepage: 'https://www.coingecko.com/en/api',
  attribution: 'Data provided by CoinGecko',
  reach: 'The last 365 days of about 15,000 currencies, to yesterday.',
  setting: {
    name: 'COINGECKO_API_KEY',
    required: true,
    how: 'A free demo key from coingecko.com/en/developers/dashboard.',
  },
  settings: {
    COINGECKO_API_KEY: secretSetting('CG-0a1b2c3d4e5f'),
  },
  hosts: {
    'api.coingecko.com': { intervalMs: 2000, burst: 2, concurrency: 1 },
  },
  create: ({ http, clock, settings }) => {
    const { COINGECKO_API_KEY: apiKey } = settings
    return apiKey === undefined ? null : createCoingeckoPrices({ http, clock, apiKey })
  },
}
