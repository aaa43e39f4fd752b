import { addDays } from '@auspex/analytics'
import type { DocumentPage, TrendList } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleDocument } from '../../reports/testing/sample-documents.ts'
import { categories } from '../../library/index.ts'
import { createSnapshots } from './snapshots.ts'
import { createTrendJobs } from './trends.module.ts'
import { createTrendsRepository } from './trends.repository.ts'
import { getTrendsAge, listTrends } from './trends.usecases.ts'

let api: TestApi
let documents: ReturnType<typeof createDocumentsModule>

const first = '2026-09-05'
const about = (title: string, index: number, outlet: number) =>
  sampleDocument({
    nativeId: `${title}-${index}-${outlet}`,
    url: null,
    title,
    body: `Text ${index} ${outlet}.`,
    outlet: `outlet-${outlet}.example`,
    publishedAt: `${addDays(first, index)}T09:00:00Z`,
  })

/** Eight weeks in which the weather is constant and oat milk comes up in the last four. */
const library = Array.from({ length: 56 }, (_, index) => [
  ...[1, 2, 3, 4].map((outlet) => about('Weather mild', index, outlet)),
  ...(index >= 28 ? [1, 2] : index % 7 === 0 ? [1] : []).map((outlet) => about('Oat milk', index, outlet)),
]).flat()

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
})

afterAll(async () => api.close())

async function get<T>(path: string): Promise<T> {
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<T>()
}

describe('trends', () => {
  test('of an empty library are none, and refuse a category that does not exist', async () => {
    const { items } = await get<{ items: { id: string }[] }>('/explore/categories')
    expect(await get(`/explore/categoryTrends?category=${items[0]?.id}`)).toMatchObject({ asOf: null, items: [] })
    const reply = await api.request({ method: 'GET', path: '/explore/categoryTrends?category=nonsense', as: 'mira' })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'trends.category_not_found'])
    expect((await api.request({ method: 'GET', path: '/explore/generalTrends' })).statusCode).toBe(401)
  })

  test('are the terms whose share grew for certain, and their numbers open to documents', async () => {
    await documents.storeDocuments([
      ...library,
      sampleDocument({ nativeId: 'demo', sourceKey: 'demo', publishedAt: '2027-01-01T00:00:00Z' }),
    ])
    const trends = await get<TrendList>('/explore/generalTrends?limit=5')
    expect(trends).toMatchObject({ asOf: '2026-10-30', windowDays: 28, provenance: 'real' })
    const [top] = trends.items
    expect(top).toMatchObject({ term: 'oat milk', documents: 56, previous: 4, change: 'grew' })
    expect(top?.days).toHaveLength(56)
    expect(top?.momentum.low).toBeGreaterThan(1)
    expect(trends.items.map(({ term }) => term)).not.toContain('milk') // the pair is more specific
    expect(trends.items.map(({ term }) => term)).not.toContain('weather')

    const redirect = await api.request({
      method: 'POST',
      path: '/signal/smartRedirect',
      as: 'mira',
      body: { trend_name: top?.term },
    })
    const { signalId } = redirect.json<{ signalId: string }>()
    const page = await get<DocumentPage>(`/signals/${signalId}/documents?from=2026-10-03&to=2026-10-30`)
    expect(page.page.total).toBe(top?.documents)
  })

  test('of a category are its terms, whether they grew or not', async () => {
    const { items } = await get<{ items: { id: string; terms: string[] }[] }>('/explore/categories')
    const category = items.find(({ terms }) => terms.includes('oat milk'))
    const trends = await get<TrendList>(`/explore/categoryTrends?category=${category?.id}`)
    expect(trends).toMatchObject({ asOf: '2026-10-30', items: [{ term: 'oat milk', documents: 56, previous: 4 }] })
  })

  test('are computed again once the library changed and came to rest', async () => {
    const { database, clock } = api
    const reading = { documents, provenance: async () => 'real' as const, clock }
    const snapshots = createSnapshots({ ...reading, repository: createTrendsRepository(database) })
    const deps = { ...reading, snapshots, categories }
    const jobs = createTrendJobs(deps)
    const late = Array.from({ length: 40 }, (_, outlet) => about('Zeppelin flights', 55, 10 + outlet))
    await documents.storeDocuments(late)
    expect((await listTrends({ limit: 100 }, deps)).items.map(({ term }) => term)).not.toContain('zeppelin flights')
    clock.set('2026-11-21T08:09:00Z')
    await runOnce(jobs) // it may still be growing
    await runOnce(jobs) // unchanged since, and computed nine minutes ago
    expect((await getTrendsAge(deps)).isOld).toBe(true)
    clock.set('2026-11-21T08:11:00Z')
    await runOnce(jobs)
    expect((await getTrendsAge(deps)).isOld).toBe(false)
  })

  test('of every window that is offered are computed with them, so that nobody waits for a long one', async () => {
    const late = Array.from({ length: 40 }, (_, outlet) => about('Airship flights', 55, 10 + outlet))
    await documents.storeDocuments(late)
    for (const windowDays of [7, 28, 90, 365]) {
      const trends = await get<TrendList>(`/explore/generalTrends?limit=100&windowDays=${windowDays}`)
      // computed from the earlier library, and therefore before this request
      const terms = trends.items.map(({ term }) => term)
      expect([windowDays, terms.includes('airship flights')]).toEqual([windowDays, false])
      expect(trends.windowDays).toBe(windowDays)
    }
  })
})
