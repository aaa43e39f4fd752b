import type { SourceDescriptor } from '../source-descriptor.ts'
import { createCoinbasePrices } from './coinbase.prices.ts'

export const coinbase: SourceDescriptor = {
  key: 'coinbase',
  number: 21,
  kind: 'prices',
  label: 'Coinbase Exchange',
  licence: 'Public market data, free to read; Coinbase’s market data terms hold for passing it on.',
  rate: 'Three requests a second.',
  homepage: 'https://docs.cdp.coinbase.com/exchange/',
  reach: 'The last 900 days of a pair with the US dollar, to yesterday.',
  hosts: {
    'api.exchange.coinbase.com': { intervalMs: 334, burst: 3, concurrency: 1 },
  },
  create: ({ http, clock }) => createCoinbasePrices({ http, clock }),
}
