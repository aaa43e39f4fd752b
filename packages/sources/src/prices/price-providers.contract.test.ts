import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createAlphaVantagePrices } from '../alpha-vantage/alpha-vantage.prices.ts'
import { createBinancePrices } from '../binance/binance.prices.ts'
import { createCoinbasePrices } from '../coinbase/coinbase.prices.ts'
import { createCoingeckoPrices } from '../coingecko/coingecko.prices.ts'
import { answer, type Behaviour, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { describePriceProvider, secretKey } from './price-provider.contract.ts'
import { demoInstruments, generateDemoPrices } from './demo-prices.ts'

describe('price providers contract', () => {
  const clock = () => testNow
  const sample = (path: string) => answer({ body: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') })
  const notice = (key: string, text: string) => answer({ body: JSON.stringify({ [key]: text }) })

  describePriceProvider('Binance', {
    create: ({ http, url }) => createBinancePrices({ http, clock, baseUrl: url }),
    good: sample('binance/samples/klines.json'),
    symbol: 'BTC',
    closes: [
      { day: '2026-05-28', close: 64_800.5 },
      { day: '2026-05-29', close: 65_750.25 },
      { day: '2026-05-30', close: 65_010 },
      { day: '2026-05-31', close: 64_420.75 },
    ],
    currency: 'USD',
    unknownSymbol: answer({ status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' }),
    faults: [['a ban (418)', answer({ status: 418, body: '{"code":-1003}' }), 'blocked']],
  })

  describePriceProvider('Coinbase', {
    create: ({ http, url }) => createCoinbasePrices({ http, clock, baseUrl: url }),
    good: sample('coinbase/samples/candles.json'),
    symbol: 'BTC',
    closes: [
      { day: '2026-05-28', close: 64_811.9 },
      { day: '2026-05-29', close: 65_740.2 },
      { day: '2026-05-30', close: 65_020.3 },
      { day: '2026-05-31', close: 64_431.15 },
    ],
    currency: 'USD',
    unknownSymbol: answer({ status: 404, body: '{"message":"NotFound"}' }),
  })

  const coingeckoAnswers: Behaviour = (request, response) =>
    sample(`coingecko/samples/${request.url?.includes('/search') ? 'search' : 'market-chart'}.json`)(request, response)

  describePriceProvider('CoinGecko', {
    create: ({ http, url }) => createCoingeckoPrices({ http, clock, apiKey: secretKey, baseUrl: url }),
    good: coingeckoAnswers,
    symbol: 'BTC',
    closes: [
      { day: '2026-05-28', close: 64_811.9 },
      { day: '2026-05-29', close: 65_740.2 },
      { day: '2026-05-30', close: 65_020.3 },
      { day: '2026-05-31', close: 64_431.15 },
    ],
    currency: 'USD',
    unknownSymbol: answer({ body: '{"coins":[]}' }),
    faults: [
      [
        'a missing key',
        answer({ status: 401, body: '{"status":{"error_code":10002,"error_message":"API Key Missing"}}' }),
        'auth',
      ],
    ],
  })

  describePriceProvider('Alpha Vantage', {
    create: ({ http, url }) => createAlphaVantagePrices({ http, clock, apiKey: secretKey, baseUrl: url }),
    good: sample('alpha-vantage/samples/daily.json'),
    symbol: 'IBM',
    closes: [
      { day: '2026-05-27', close: 248.02 },
      { day: '2026-05-28', close: 250.11 },
      { day: '2026-05-29', close: 252.34 },
    ],
    currency: 'USD',
    unknownSymbol: notice(
      'Error Message',
      'Invalid API call. Please retry or visit the documentation for TIME_SERIES_DAILY.',
    ),
    faults: [
      [
        'the daily limit with HTTP 200, which quotes the key',
        notice(
          'Information',
          `We have detected your API key as ${secretKey} and our standard API rate limit is 25 requests per day. Please subscribe to any of the premium plans.`,
        ),
        'rate_limited',
      ],
      [
        'the limit a minute with HTTP 200',
        notice('Note', 'Thank you! Our standard API call frequency is 5 calls per minute.'),
        'rate_limited',
      ],
      [
        'a paid function with HTTP 200',
        notice('Information', 'Thank you for using Alpha Vantage! This is a premium endpoint.'),
        'blocked',
      ],
      ['the demo key with HTTP 200', notice('Information', 'The **demo** API key is for demo purposes only.'), 'auth'],
    ],
  })

  test('Alpha Vantage finds symbols by the typed text, and distinguishes funds from stocks', async () => {
    const server = await startFaultServer()
    server.behave(sample('alpha-vantage/samples/search.json'))
    const provider = createAlphaVantagePrices({
      http: testHttp({ timeoutMs: 500 }),
      clock,
      apiKey: secretKey,
      baseUrl: server.url,
    })
    expect(await provider.searchSymbols?.('IBM', AbortSignal.timeout(1000))).toEqual({
      ok: true,
      symbols: [
        { symbol: 'IBM', name: 'International Business Machines Corp', exchange: 'United States', kind: 'stock' },
        { symbol: 'IBMM', name: 'iShares iBonds Term Muni Bond ETF', exchange: 'United States', kind: 'fund' },
      ],
    })
    await server.close()
  })
})

describe('demo prices', () => {
  const prices = generateDemoPrices({ seed: 7, until: '2026-11-21' })

  test('are the same for the same seed and end, and end the day before', () => {
    expect(generateDemoPrices({ seed: 7, until: '2026-11-21' })).toEqual(prices)
    expect(prices.get('DEMOBTC')?.at(-1)?.day).toBe('2026-11-20')
    expect(prices.get('DEMOBTC')).toHaveLength(1095)
  })

  test('have no prices on weekends when the exchange is closed', () => {
    const weekdays = new Set(prices.get('DEMO.QLN')?.map(({ day }) => new Date(day).getUTCDay()))
    expect(weekdays).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  test('are marked as a demo in symbol and name', () => {
    for (const { symbol, name } of demoInstruments) {
      expect(symbol).toMatch(/^DEMO/)
      expect(name).toMatch(/\(demo\)$/)
    }
  })
})
