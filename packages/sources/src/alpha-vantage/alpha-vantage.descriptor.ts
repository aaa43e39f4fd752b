import type { SourceDescriptor } from '../source-descriptor.ts'
import { secret } from '../source-settings.ts'
import { createAlphaVantagePrices } from './alpha-vantage.prices.ts'

export const alphaVantage: SourceDescriptor = {
  key: 'alpha_vantage',
  number: 23,
  kind: 'prices',
  label: 'Alpha Vantage',
  licence: 'Free with a key for own use; its terms forbid passing prices on.',
  rate: 'One request in 12 seconds; 25 a day with a free key.',
  homepage: 'https://www.alphavantage.co/documentation/',
  reach: 'The last 100 trading days of a stock or fund, unadjusted; more is a paid plan.',
  setting: { name: 'ALPHA_VANTAGE_API_KEY', required: true, how: 'A free key from alphavantage.co/support/#api-key.' },
  settings: {
    ALPHA_VANTAGE_API_KEY: secret('0A1B2C3D4E5F'),
  },
  hosts: {
    'www.alphavantage.co': { intervalMs: 12_000, burst: 1, concurrency: 1 },
  },
  create: ({ http, clock, settings }) => {
    const { ALPHA_VANTAGE_API_KEY: apiKey } = settings
    return apiKey === undefined ? null : createAlphaVantagePrices({ http, clock, apiKey })
  },
}
