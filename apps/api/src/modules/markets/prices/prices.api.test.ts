import type { CorrelationResult, ImportClosesInput, SearchState, StockForecast, StockList } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandomId } from '../../../kernel/ids.ts'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { createFakeProvider, documentsOf, plantCloses, plantCounts } from '../testing/planted-market.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'

describe('prices api', () => {
  let api: TestApi
  let signalId: string

  const firstDay = '2026-07-01'
  const counts = plantCounts(140)
  const crypto = createFakeProvider({ key: 'binance', label: 'Binance', market: 'crypto' })
  const second = createFakeProvider({ key: 'coinbase', label: 'Coinbase Exchange', market: 'crypto' })

  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' }, priceProviders: [crypto, second] })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
    await documents.storeDocuments(documentsOf(counts, firstDay))
    const started = await post('/explore/topicQuery', { query_term: 'oat milk' })
    signalId = started.json<SearchState>().signal_id
  })
  afterAll(() => api.close())

  const post = (path: string, body: object, as: PersonName = 'mira') => api.request({ method: 'POST', path, as, body })
  const correlate = (market: 'Stock' | 'Crypto', body: object) =>
    post(`/explore/correlate${market}`, { signalId, ...body })
  const importCloses = (body: ImportClosesInput, as: PersonName = 'importer') => post('/closes', body, as)

  describe('importing prices', () => {
    test('stores them once, even if the file is sent again', async () => {
      const closes = plantCloses(counts, { firstDay, lagDays: 2 })
      const input = { symbol: 'OATS', market: 'stock', name: 'Oats Inc.', currency: 'USD', closes } as const
      const reply = await importCloses(input)
      expect(reply).toMatchObject({ statusCode: 200 })
      expect(reply.json()).toEqual({
        symbol: 'OATS',
        market: 'stock',
        days: 140,
        firstDay,
        lastDay: closes.at(-1)?.day,
      })
      expect((await importCloses(input)).json()).toEqual(reply.json())
      await importCloses({
        ...input,
        symbol: 'ALONE',
        name: null,
        closes: plantCloses(counts, { firstDay, lagDays: null }),
      })
    })

    test.each(['0001-01-01', '1989-12-31', '2026-12-31', '9999-12-31'])(
      'refuses %s, and identifies the row',
      async (day) => {
        const closes = [
          { day: firstDay, close: 1 },
          { day, close: 2 },
        ]
        const reply = await importCloses({ symbol: 'BOUND', market: 'stock', closes })
        expect(reply.json()).toMatchObject({
          status: 422,
          code: 'prices.day_outside',
          errors: [{ pointer: '/closes/1/day' }],
        })
        const { rows } = await api.database.pool.query("select 1 from price_close where symbol = 'BOUND'")
        expect(rows).toEqual([])
      },
    )

    test('ignores impossible days that an earlier version accepted', async () => {
      await importCloses({ symbol: 'BOUND', market: 'stock', closes: [{ day: firstDay, close: 1 }] })
      await api.database.pool.query(
        "insert into price_close values ('imported', 'stock', 'BOUND', '0001-01-01', 1), ('imported', 'stock', 'BOUND', '9999-12-31', 1)",
      )
      const reply = await importCloses({ symbol: 'BOUND', market: 'stock', closes: [{ day: firstDay, close: 2 }] })
      expect(reply.json()).toEqual({ symbol: 'BOUND', market: 'stock', days: 1, firstDay, lastDay: firstDay })
    })

    test('needs the role importer', async () => {
      const closes = [{ day: firstDay, close: 1 }]
      expect(await importCloses({ symbol: 'OATS', market: 'stock', closes }, 'mira')).toMatchObject({ statusCode: 403 })
    })

    test('refuses demo symbols', async () => {
      const reply = await importCloses({ symbol: 'DEMO.QLN', market: 'stock', closes: [{ day: firstDay, close: 1 }] })
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ code: 'prices.demo_symbol' })
    })
  })

  describe('comparing a signal with a stock', () => {
    test('finds the planted lag, with its confidence, the price provider, and a caveat about causation', async () => {
      const reply = await correlate('Stock', { symbol: 'OATS', maxLagDays: 7 })
      const result = reply.json<CorrelationResult>()
      if (result.outcome === 'failed') throw new Error(result.message)
      expect(result).toMatchObject({ outcome: 'linked', lagDays: 2, symbol: 'OATS', signalId })
      expect(result.coefficient.low).toBeGreaterThan(0)
      expect(result.pValue).toBeLessThan(0.01)
      expect(result.lags).toHaveLength(15)
      expect(result.origin).toMatchObject({
        provider: 'imported',
        provenance: 'real',
        adjusted: false,
        currency: 'USD',
      })
      expect(result.notCausal).toMatch(/no proof/)
      expect(result.days.find(({ day }) => day === firstDay)).toMatchObject({ signal: counts[0] })
    })

    test('reports explicitly that there is no link', async () => {
      const result = (await correlate('Stock', { symbol: 'ALONE', maxLagDays: 7 })).json<CorrelationResult>()
      expect(result).toMatchObject({ outcome: 'no-link-found', verdict: expect.stringMatching(/^No link found/) })
    })

    test('fails with a readable message for too few common days', async () => {
      const reply = await correlate('Stock', { symbol: 'OATS', startDate: '2026-11-10' })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({
        outcome: 'failed',
        error: true,
        display: true,
        message: expect.stringMatching(/40/),
      })
    })

    test('says what to do without a provider and imported prices', async () => {
      expect((await correlate('Stock', { symbol: 'TSLA' })).json()).toMatchObject({
        outcome: 'failed',
        display: true,
        message: expect.stringMatching(/ALPHA_VANTAGE_API_KEY/),
      })
    })

    test.each(['0000-12-31', '2026-02-30'])('refuses %s, and points to it', async (day) => {
      const body = { symbol: 'OATS', startDate: day }
      for (const market of ['Stock', 'Crypto'] as const)
        expect((await correlate(market, body)).json()).toMatchObject({
          status: 422,
          errors: [{ pointer: '/startDate' }],
        })
    })

    const ends = ['0001-01-01', '1989-12-31', '2127-01-01', '9999-12-31']
    test.each(
      ends.flatMap((first) => [{ startDate: first }, ...ends.map((last) => ({ startDate: first, endDate: last }))]),
    )('succeeds for any valid days: %j', async (days) => {
      await importCloses({ symbol: 'MILK', market: 'crypto', closes: [{ day: firstDay, close: 1 }] })
      for (const [market, symbol] of [
        ['Stock', 'OATS'],
        ['Crypto', 'MILK'],
      ] as const)
        for (const dates of [days, { ...days, startDate: null }])
          expect(await correlate(market, { symbol, maxLagDays: 60, ...dates })).toMatchObject({ statusCode: 200 })
    })

    test.each(ends)('succeeds for a search that ends on %s', async (day) => {
      const started = await post('/explore/topicQuery', { query_term: 'oat milk', startDate: day, endDate: day })
      const { signal_id: id } = started.json<SearchState>()
      expect(await api.request({ method: 'GET', path: `/signal/json/${id}`, as: 'mira' })).toMatchObject({
        statusCode: 200,
      })
      expect(await correlate('Stock', { symbol: 'OATS', signalId: id })).toMatchObject({ statusCode: 200 })
      expect(await correlate('Crypto', { symbol: 'MILK', signalId: id })).toMatchObject({ statusCode: 200 })
    })

    test('a signal that nobody searched is not found', async () => {
      expect(await correlate('Stock', { symbol: 'OATS', signalId: 'sig_nobody' })).toMatchObject({ statusCode: 404 })
    })
  })

  describe('comparing a signal with a currency', () => {
    test('queries the first provider once a day, and names it', async () => {
      const closes = plantCloses(counts, { firstDay, lagDays: 0 })
      crypto.answer({ ok: true, series: { symbol: 'OAT', name: null, currency: 'USD', adjusted: true, closes } })
      const first = (await correlate('Crypto', { symbol: 'OAT' })).json<CorrelationResult>()
      expect(first).toMatchObject({
        outcome: 'linked',
        lagDays: 0,
        origin: { provider: 'binance', providerName: 'Binance' },
      })
      await correlate('Crypto', { symbol: 'OAT', measure: 'tone' })
      expect(crypto.queriedSymbols).toEqual(['OAT'])
    })

    test('does not find a symbol unknown to all providers', async () => {
      crypto.answer({ ok: false, status: 'not_found', reason: 'Binance knows no XYZ.', retryAfterMs: null })
      expect(await correlate('Crypto', { symbol: 'XYZ' })).toMatchObject({ statusCode: 404 })
      expect(second.queriedSymbols).toContain('XYZ')
    })

    test('passes on the message of an unavailable provider', async () => {
      crypto.answer({ ok: false, status: 'upstream_down', reason: 'Binance does not answer.', retryAfterMs: null })
      expect((await correlate('Crypto', { symbol: 'DOWN' })).json()).toEqual({
        outcome: 'failed',
        error: true,
        message: 'Binance does not answer.',
        display: true,
      })
    })

    test('shows our own message for an unreadable provider response', async () => {
      crypto.answer({ ok: false, status: 'schema_changed', reason: 'Another shape.', retryAfterMs: null })
      expect((await correlate('Crypto', { symbol: 'ODD' })).json()).toMatchObject({ outcome: 'failed', display: false })
    })
  })

  describe('forecasting a price', () => {
    const forecast = (symbol: string) => post('/explore/getStockForecast', { symbol, horizonDays: 10 })

    test('returns bands, all models including the naive one, and a disclaimer', async () => {
      const long = plantCounts(400)
      const closes = plantCloses(long, { firstDay: '2025-10-01', lagDays: null })
      await importCloses({ symbol: 'LONG', market: 'stock', currency: 'EUR', closes })
      const predicted = (await forecast('LONG')).json<StockForecast>()
      expect(predicted).toMatchObject({ symbol: 'LONG', currency: 'EUR', horizonDays: 10, asOf: closes.at(-1)?.day })
      expect(predicted.days).toHaveLength(10)
      expect(predicted.days.every(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()))).toBe(true)
      expect(predicted.models.map(({ name }) => name)).toContain('naive')
      expect(predicted.models[0]?.chosen).toBe(true)
      expect(predicted.note).toMatch(/Not advice/)
    })

    test('returns the same forecast for a day whatever the horizon, including one day', async () => {
      const closes = plantCloses(plantCounts(400), { firstDay: '2025-10-01', lagDays: null })
      await importCloses({ symbol: 'FARR', market: 'stock', currency: 'EUR', closes })
      const over = async (horizonDays: number) =>
        (await post('/explore/getStockForecast', { symbol: 'FARR', horizonDays })).json<StockForecast>()
      const fullRange = await over(60)
      expect(fullRange.days).toHaveLength(60)
      for (const horizonDays of [1, 2, 5, 20])
        expect(await over(horizonDays)).toEqual({
          ...fullRange,
          horizonDays,
          days: fullRange.days.slice(0, horizonDays),
        })
    })

    test('refuses fewer than 250 trading days', async () => {
      const reply = await forecast('OATS')
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toMatchObject({ code: 'prices.too_few_days', title: 'Only 140 trading days are known' })
    })

    test('reports a missing provider, an unknown currency as 404, and a timeout as 503', async () => {
      expect((await forecast('TSLA')).json()).toMatchObject({ status: 409, code: 'prices.no_provider' })
      crypto.answer({ ok: false, status: 'not_found', reason: 'Binance knows no DOT.', retryAfterMs: null })
      expect(await forecast('DOT')).toMatchObject({ statusCode: 404 })
      crypto.answer({ ok: false, status: 'rate_limited', reason: 'Binance asks to wait.', retryAfterMs: 5000 })
      const reply = await forecast('ETH')
      expect(reply.statusCode).toBe(503)
      expect(reply.headers['retry-after']).toBe('5')
    })
  })

  describe('suggesting symbols', () => {
    const suggest = async (query: string) => (await post('/explore/stockAutocomplete', { query })).json<StockList>()

    test('finds stored and well-known ones by symbol and name, exact matches first', async () => {
      expect((await suggest('oat')).items.map(({ symbol }) => symbol)).toEqual(['OAT', 'OATS', 'OTLY'])
      expect((await suggest('tesla')).items).toEqual([
        { symbol: 'TSLA', name: 'Tesla, Inc.', exchange: 'NASDAQ', kind: 'stock' },
      ])
      expect((await suggest('btc')).items[0]).toMatchObject({ symbol: 'BTC', kind: 'crypto' })
      expect(await suggest('no such firm')).toEqual({ items: [], provenance: 'real' })
    })
  })
})

describe('demo prices api', () => {
  let api: TestApi
  const provider = createFakeProvider({ key: 'binance', label: 'Binance', market: 'crypto' })
  beforeAll(async () => {
    api = await createTestApi({ priceProviders: [provider] })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
    const demo = Array.from({ length: 20 }, (_, n) =>
      sampleArticle({ nativeId: `demo${n}`, sourceKey: 'demo', url: null }),
    )
    await documents.storeDocuments(demo)
  })
  afterAll(() => api.close())

  const post = (path: string, body: object) => api.request({ method: 'POST', path, as: 'mira', body })

  describe('demo prices', () => {
    test('are the only suggestions, and are labelled as a demo', async () => {
      const result = (await post('/explore/stockAutocomplete', { query: 'demo' })).json<StockList>()
      expect(result.provenance).toBe('demo')
      expect(result.items).toHaveLength(7)
      expect(result.items.every(({ name }) => name.endsWith('(demo)'))).toBe(true)
      expect((await post('/explore/stockAutocomplete', { query: 'tesla' })).json()).toEqual({
        items: [],
        provenance: 'demo',
      })
    })

    test('are forecast with their origin, and real symbols are not found', async () => {
      const predicted = (
        await post('/explore/getStockForecast', { symbol: 'DEMOBTC', horizonDays: 14 })
      ).json<StockForecast>()
      expect(predicted.origin).toMatchObject({
        provider: 'demo',
        providerName: 'Demo prices (demo)',
        provenance: 'demo',
      })
      expect(await post('/explore/getStockForecast', { symbol: 'BTC', horizonDays: 14 })).toMatchObject({
        statusCode: 404,
      })
    })

    test('exclude imported prices and query no provider', async () => {
      const closes = [{ day: '2026-11-18', close: 5 }]
      await api.request({
        method: 'POST',
        path: '/closes',
        as: 'importer',
        body: { symbol: 'OATS', market: 'stock', closes },
      })
      const { signal_id: signalId } = (
        await post('/explore/topicQuery', { query_term: 'oat milk' })
      ).json<SearchState>()
      expect(await post('/explore/correlateStock', { signalId, symbol: 'OATS' })).toMatchObject({ statusCode: 404 })
      expect(await post('/explore/correlateCrypto', { signalId, symbol: 'BTC' })).toMatchObject({ statusCode: 404 })
      const result = (await post('/explore/correlateCrypto', { signalId, symbol: 'DEMOBTC' })).json<CorrelationResult>()
      expect(result.outcome).toBe('failed') // the signal has too few days
      expect(provider.queriedSymbols).toEqual([])
    })
  })
})
