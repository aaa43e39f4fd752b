import type { SearchState } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandomId } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'

type Request = Pick<TestRequest, 'method' | 'path' | 'body'>

let api: TestApi
let signalId: string
let otherId: string

beforeAll(async () => {
  api = await createTestApi()
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
  await documents.storeDocuments(
    Array.from({ length: 20 }, (_, n) => sampleDocument({ nativeId: `${n}`, title: `Oat milk in district ${n}` })),
  )
  signalId = await search('oat milk')
  otherId = await search('district')
})
afterAll(() => api.close())

async function search(term: string): Promise<string> {
  const body = { query_term: term, sources: ['imported'] }
  const reply = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
  return reply.json<SearchState>().signal_id
}

const get = (path: string): Request => ({ method: 'GET', path })
const post = (path: string, body: object): Request => ({ method: 'POST', path, body })

/** Every request that takes a first and a last day from the caller. */
const requests: Record<string, (first: string, last: string) => Request> = {
  search: (startDate, endDate) => post('/explore/topicQuery', { query_term: 'oat milk', startDate, endDate }),
  'search of sources': (startDate, endDate) =>
    post('/explore/signalBySources', { query_term: 'oat milk', startDate, endDate }),
  'recent search': (startDate, endDate) =>
    post('/explore/saveRecentSearch', { query_term: 'oat milk', startDate, endDate }),
  'topics at once': (startDate, endDate) =>
    post('/explore/topicQueryLiteBulk', { queries: [{ query_term: 'oat milk' }], startDate, endDate }),
  report: (from, to) => get(`/signal/json/${signalId}?from=${from}&to=${to}`),
  momentum: (from, to) => get(`/signal/json/${signalId}/momentum?from=${from}&to=${to}`),
  events: (from, to) => get(`/signal/json/${signalId}/events?from=${from}&to=${to}`),
  forecast: (from, to) => get(`/signal/json/${signalId}/forecast?from=${from}&to=${to}`),
  'list of documents': (from, to) => get(`/signals/${signalId}/documents?from=${from}&to=${to}`),
  comparison: (from, to) => get(`/signals/compare?ids=${signalId},${otherId}&from=${from}&to=${to}`),
  chatter: (startDate, endDate) => post('/signal/getChatter', { id: signalId, startDate, endDate }),
  places: (startDate, endDate) => post('/signal/fetchLocationMetrics', { id: signalId, startDate, endDate }),
  voices: (startDate, endDate) => post('/signal/influential-voices', { id: signalId, startDate, endDate }),
  summary: (startDate, endDate) => post('/signal/getExecutiveSummary', { id: signalId, startDate, endDate }),
  'point of a series': (day) => get(`/signal/getInflectionPointSummary?id=${signalId}&day=${day}`),
  audience: (from, to) => get(`/signal/narrative/meta/estimate?id=${signalId}&age_min=18&from=${from}&to=${to}`),
  trends: (_, asOf) => get(`/explore/generalTrends?asOf=${asOf}`),
  'trends of a category': (_, asOf) => get(`/explore/categoryTrends?category=food_drink&asOf=${asOf}`),
  stories: (_, asOf) => get(`/explore/getClusters?asOf=${asOf}`),
  news: (startDate, endDate) => post('/newsfeed', { startDate, endDate }),
  'stories of the news': (startDate, endDate) => post('/newsfeed/clusters', { startDate, endDate }),
}

const ends = ['0000-01-01', '0001-01-01', '1989-12-31', '2127-01-01', '9999-12-31']

describe.each(Object.entries(requests))('%s', (_, toRequest) => {
  test('is a valid request of the contract', async () => {
    const reply = await api.request({ ...toRequest('2026-01-01', '2026-11-01'), as: 'mira' })
    // nothing happened on that very day
    expect([200, 201, 202, 404]).toContain(reply.statusCode)
  })

  test.each(ends.flatMap((first) => ends.map((last) => [first, last] as const)))(
    'from %s to %s succeeds or is refused, without an internal error',
    async (first, last) => {
      const reply = await api.request({ ...toRequest(first, last), as: 'mira' })
      expect(reply.statusCode).toBeLessThan(500)
    },
  )
})
