import type { SourceDescriptor } from '../source-descriptor.ts'
import { createBinancePrices } from './binance.prices.ts'

export const binance: SourceDescriptor = {
  key: 'binance',
  number: 20,
  kind: 'prices',
  label: 'Binance',
  licence: 'Public market data, free to read; Binance’s terms of use hold for passing it on.',
  rate: 'Two requests a second; repeated abuse is banned by address.',
  homepage: 'https://developers.binance.com/docs/binance-spot-api-docs',
  reach: 'The last 1,000 days of a pair with Tether, to yesterday.',
  hosts: {
    'data-api.binance.vision': { intervalMs: 500, burst: 2, concurrency: 1 },
  },
  create: ({ http, clock }) => createBinancePrices({ http, clock }),
}
