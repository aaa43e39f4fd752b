import type { CorrelationResult, SearchState, StockForecast, StockList } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandomId } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { createFakeProvider } from '../testing/planted-market.ts'
import { sampleDocument } from '../../reports/testing/sample-documents.ts'

let api: TestApi
const provider = createFakeProvider({ key: 'binance', label: 'Binance', market: 'crypto' })
beforeAll(async () => {
  api = await createTestApi({ priceProviders: [provider] })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
  const demo = Array.from({ length: 20 }, (_, n) =>
    sampleDocument({ nativeId: `demo${n}`, sourceKey: 'demo', url: null }),
  )
  await documents.storeDocuments(demo)
})
afterAll(() => api.close())

const post = (path: string, body: object) => api.request({ method: 'POST', path, as: 'mira', body })

describe('prices of the demo world', () => {
  test('are suggested alone, and say that they are a demo', async () => {
    const found = (await post('/explore/stockAutocomplete', { query: 'demo' })).json<StockList>()
    expect(found.provenance).toBe('demo')
    expect(found.items).toHaveLength(7)
    expect(found.items.every(({ name }) => name.endsWith('(demo)'))).toBe(true)
    expect((await post('/explore/stockAutocomplete', { query: 'tesla' })).json()).toEqual({
      items: [],
      provenance: 'demo',
    })
  })

  test('are forecast with their origin, and a real symbol is not found', async () => {
    const made = (await post('/explore/getStockForecast', { symbol: 'DEMOBTC', horizonDays: 14 })).json<StockForecast>()
    expect(made.origin).toMatchObject({ provider: 'demo', providerName: 'Demo prices (demo)', provenance: 'demo' })
    expect(await post('/explore/getStockForecast', { symbol: 'BTC', horizonDays: 14 })).toMatchObject({
      statusCode: 404,
    })
  })

  test('imported prices stay out of it, and no provider is asked', async () => {
    const closes = [{ day: '2026-11-18', close: 5 }]
    await api.request({
      method: 'POST',
      path: '/closes',
      as: 'importer',
      body: { symbol: 'OATS', market: 'stock', closes },
    })
    const { signal_id: signalId } = (await post('/explore/topicQuery', { query_term: 'oat milk' })).json<SearchState>()
    expect(await post('/explore/correlateStock', { signalId, symbol: 'OATS' })).toMatchObject({ statusCode: 404 })
    expect(await post('/explore/correlateCrypto', { signalId, symbol: 'BTC' })).toMatchObject({ statusCode: 404 })
    const found = (await post('/explore/correlateCrypto', { signalId, symbol: 'DEMOBTC' })).json<CorrelationResult>()
    expect(found.outcome).toBe('failed') // the signal has too few days
    expect(provider.asked).toEqual([])
  })
})
