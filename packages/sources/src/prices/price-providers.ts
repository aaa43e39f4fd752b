import { createAlphaVantagePrices } from '../alpha-vantage/alpha-vantage.prices.ts'
import { createBinancePrices } from '../binance/binance.prices.ts'
import { createCoinbasePrices } from '../coinbase/coinbase.prices.ts'
import { createCoingeckoPrices } from '../coingecko/coingecko.prices.ts'
import type { HostPolicy } from '../http/host-gate.ts'
import type { Http } from '../http/http.types.ts'
import type { Clock } from '../source.types.ts'
import type { PriceProvider } from './price.types.ts'

/** Keys of an installation; a provider without its key is left out. */
export interface PriceKeys {
  coingecko?: string | undefined
  alphaVantage?: string | undefined
}

/** The politeness that each host asks for, for `createHttp`. */
export const priceHostPolicies: Readonly<Record<string, HostPolicy>> = {
  'data-api.binance.vision': { intervalMs: 500, burst: 2, concurrency: 1 },
  'api.exchange.coinbase.com': { intervalMs: 334, burst: 3, concurrency: 1 },
  'api.coingecko.com': { intervalMs: 2000, burst: 2, concurrency: 1 },
  'www.alphavantage.co': { intervalMs: 12_000, burst: 1, concurrency: 1 },
}

/** The providers that can be asked, in the order in which they are: the next one only when one does not answer or knows no such symbol. */
export function createPriceProviders({
  http,
  clock,
  keys,
}: {
  http: Http
  clock: Clock
  keys: PriceKeys
}): readonly PriceProvider[] {
  const { coingecko, alphaVantage } = keys
  return [
    createBinancePrices({ http, clock }),
    createCoinbasePrices({ http, clock }),
    ...(coingecko === undefined ? [] : [createCoingeckoPrices({ http, clock, apiKey: coingecko })]),
    ...(alphaVantage === undefined ? [] : [createAlphaVantagePrices({ http, clock, apiKey: alphaVantage })]),
  ]
}
