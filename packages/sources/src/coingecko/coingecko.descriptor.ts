import type { SourceDescriptor } from '../source-descriptor.ts'
import { secret } from '../source-settings.ts'
import { createCoingeckoPrices } from './coingecko.prices.ts'

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
    COINGECKO_API_KEY: secret('CG-0a1b2c3d4e5f'),
  },
  hosts: {
    'api.coingecko.com': { intervalMs: 2000, burst: 2, concurrency: 1 },
  },
  create: ({ http, clock, settings }) => {
    const { COINGECKO_API_KEY: apiKey } = settings
    return apiKey === undefined ? null : createCoingeckoPrices({ http, clock, apiKey })
  },
}
