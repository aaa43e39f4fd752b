import { addDays, daysBetween } from '@auspex/analytics'
import type { DocumentPage, TrendList } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { categories, createDocumentsModule } from '../../library/index.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'
import { createSnapshots } from './snapshots.ts'
import { createTrendJobs } from './trends.module.ts'
import { createTrendsRepository } from './trends.repository.ts'
import { getTrendsAge, listTrends } from './trends.usecases.ts'

describe('trends api', () => {
  let api: TestApi
  let documents: ReturnType<typeof createDocumentsModule>

  const first = '2026-09-05'
  const about = (title: string, index: number, outlet: number) =>
    sampleArticle({
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
    test('are empty for an empty library, and refuse an unknown category', async () => {
      const { items } = await get<{ items: { id: string }[] }>('/explore/categories')
      expect(await get(`/explore/categoryTrends?category=${items[0]?.id}`)).toMatchObject({ asOf: null, items: [] })
      const reply = await api.request({ method: 'GET', path: '/explore/categoryTrends?category=nonsense', as: 'mira' })
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'trends.category_not_found'])
      expect((await api.request({ method: 'GET', path: '/explore/generalTrends' })).statusCode).toBe(401)
    })

    test('are terms with significant growth in share, with numbers that link to documents', async () => {
      await documents.storeDocuments([
        ...library,
        sampleArticle({ nativeId: 'demo', sourceKey: 'demo', publishedAt: '2027-01-01T00:00:00Z' }),
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

    test('of a category include all its terms, growing or not', async () => {
      const { items } = await get<{ items: { id: string; terms: string[] }[] }>('/explore/categories')
      const category = items.find(({ terms }) => terms.includes('oat milk'))
      const trends = await get<TrendList>(`/explore/categoryTrends?category=${category?.id}`)
      expect(trends).toMatchObject({ asOf: '2026-10-30', items: [{ term: 'oat milk', documents: 56, previous: 4 }] })
    })

    test('are recomputed once the library has changed and settled', async () => {
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

    test('are precomputed for every window, so that long ones do not cause delays', async () => {
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
})

describe('trends of archives api', () => {
  const newsBegin = '2026-03-01'
  const newsEnd = '2026-10-30'
  const forumEnd = '2026-08-31'

  const daysFrom = (first: string, last: string) =>
    Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))

  function publish(kind: 'article' | 'post', day: string, outlet: string, title: string) {
    const publishedAt = `${day}T09:00:00Z`
    const nativeId = `${day} ${outlet} ${title}`
    return sampleArticle({ nativeId, url: null, kind, title, body: `Text of ${nativeId}.`, outlet, publishedAt })
  }

  /** News to the end of October, in which lithium comes up in the last four weeks and sixty outlets copy one story about tulips. */
  const news = daysFrom(newsBegin, newsEnd).flatMap((day) => [
    ...[1, 2, 3, 4, 5, 6].map((n) => publish('article', day, `paper-${n}.example`, `Weather ${n} on ${day}`)),
    ...(day > '2026-10-02' ? [1, 2] : []).map((n) =>
      publish('article', day, `paper-${n}.example`, `Lithium mine ${n}, ${day}`),
    ),
  ])
  const copies = Array.from({ length: 60 }, (_, n) =>
    publish('article', '2026-10-20', `copier-${n}.example`, 'Tulip bulbs become scarce all over the world'),
  )
  /** A forum that ends two months earlier: cats all the time, hamsters in its last four weeks. */
  const forum = daysFrom(newsBegin, forumEnd).flatMap((day) => [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => publish('post', day, `r/pets${n}`, `Cat ${n} of ${day}`)),
    ...(day > '2026-08-03' ? [1, 2] : []).map((n) =>
      publish('post', day, `r/pets${n}`, `Hamster wheel ${n} of ${day}`),
    ),
  ])

  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments([...news, ...copies, ...forum])
  })
  afterAll(async () => api.close())

  async function list(query: string): Promise<TrendList> {
    const reply = await api.request({ method: 'GET', path: `/explore/generalTrends?limit=100${query}`, as: 'mira' })
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<TrendList>()
  }

  const termsOf = ({ items }: TrendList) => items.map(({ term }) => term)

  describe('trends of a library with an archive that ended', () => {
    test('count stories: a text copied by sixty outlets is one story and not a trend', async () => {
      const trends = await list('')
      expect(trends).toMatchObject({
        asOf: newsEnd,
        latestDay: newsEnd,
        firstDay: newsBegin,
        windowDays: 28,
        stepDays: 1,
      })
      const [top] = trends.items
      expect(top).toMatchObject({ term: 'lithium mine', stories: 56, previousStories: 0, change: 'grew' })
      expect(termsOf(trends).filter((term) => /tulip|bulbs|scarce/.test(term))).toEqual([])
    })

    test('state what drives them, and how much only if it is known', async () => {
      const [top] = (await list('')).items
      expect(top?.headline).toMatchObject({ title: expect.stringMatching(/^Lithium mine \d+, 2026-10-03$/) })
      expect(top?.peakDay).toBe('2026-10-03')
      // from nothing to 56 stories: certain, but the factor is unknown
      expect(top?.isRatioTold).toBe(false)
      expect(top?.why).toBe(
        '56 pieces in the last 28 days, none in the 28 days before: its share of what was collected clearly grew, but by how much is unclear.',
      )
    })

    test('say how to search them, who tells them, since when, and why no year before is compared', async () => {
      const [top] = (await list('')).items
      expect(top).toMatchObject({
        terms: ['lithium mine'],
        query: '"lithium mine"',
        outlets: 2,
        since: '2026-10-03',
        yearBefore: { fromDay: '2025-10-04', toDay: '2025-10-31', stories: null, growth: null },
      })
      expect(top?.yearBefore.reason).toBe('The library does not cover these weeks.')
      expect(top?.headlines[0]).toEqual(top?.headline)
    })

    test('do not take the end of an archive for a fall of its topics or growth of others', async () => {
      const after = await list('&asOf=2026-09-14')
      expect(after.asOf).toBe('2026-09-14')
      expect(termsOf(after)).toEqual(['hamster wheel'])
      // compared over the days that the forum covers, and stated as such
      expect(after.items[0]?.why).toMatch(
        /^28 pieces on the 14 covered days of the last 28, 28 in the 28 days before: its share may have grown/,
      )
      expect(after.items[0]?.momentum.value).toBeCloseTo(1.8, 1)
    })

    test('are available for any day: the forum grew before it ended', async () => {
      const trends = await list(`&asOf=${forumEnd}`)
      expect(trends).toMatchObject({ asOf: forumEnd, latestDay: newsEnd })
      expect(trends.items[0]).toMatchObject({ term: 'hamster wheel', stories: 56, change: 'grew' })
      expect(termsOf(trends)).not.toContain('lithium mine')
    })

    test('clamp later days to the last covered day', async () => {
      expect((await list('&asOf=2031-01-01')).asOf).toBe(newsEnd)
    })

    test.each([
      [7, 1, 14],
      [90, 7, 25],
      [365, 7, 104],
    ])('charts windows of %i days in steps of %i', async (windowDays, stepDays, values) => {
      const trends = await list(`&windowDays=${windowDays}`)
      expect(trends).toMatchObject({ windowDays, stepDays, asOf: newsEnd })
      for (const { days } of trends.items) expect(days).toHaveLength(values)
    })

    test('refuse an unsupported window or an invalid date', async () => {
      for (const query of ['windowDays=30', 'asOf=yesterday', 'asOf=2026-02-30']) {
        const reply = await api.request({ method: 'GET', path: `/explore/generalTrends?${query}`, as: 'mira' })
        expect([query, reply.statusCode]).toEqual([query, 422])
      }
    })

    test('measure category terms in the same window, as of the same day', async () => {
      const { items } = (await api.request({ method: 'GET', path: '/explore/categories', as: 'mira' })).json<{
        items: { id: string; terms: string[] }[]
      }>()
      const category = items[0]
      const path = `/explore/categoryTrends?category=${category?.id}&windowDays=7&asOf=${forumEnd}`
      const reply = await api.request({ method: 'GET', path, as: 'mira' })
      expect(reply.json()).toMatchObject({ asOf: forumEnd, windowDays: 7, latestDay: newsEnd })
    })
  })
})

describe('category trends api', () => {
  const first = '2026-09-05'
  const about = (title: string, index: number, outlet: number) =>
    sampleArticle({
      nativeId: `${title}-${index}-${outlet}`,
      url: null,
      title,
      body: `Text ${index} ${outlet}.`,
      outlet: `outlet-${outlet}.example`,
      publishedAt: `${addDays(first, index)}T09:00:00Z`,
    })

  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments(
      Array.from({ length: 56 }, (_, index) => [
        ...[1, 2, 3, 4].map((outlet) => about('Weather mild', index, outlet)),
        ...(index >= 28 ? [1, 2] : index % 7 === 0 ? [1] : []).map((outlet) => about('Measles', index, outlet)),
      ]).flat(),
    )
  })
  afterAll(() => api.close())

  async function termsOf(category: string, rest = ''): Promise<string[]> {
    const path = `/explore/categoryTrends?category=${category}${rest}`
    const { items } = (await api.request({ method: 'GET', path, as: 'mira' })).json<TrendList>()
    return items.map(({ term }) => term)
  }

  describe('trends of a category', () => {
    test('include trending words of its vocabulary beyond its eight terms', async () => {
      expect(await termsOf('health')).toEqual(['measles'])
      expect(await termsOf('health', '&windowDays=7&asOf=2026-10-09')).toEqual(['measles'])
      expect(await termsOf('travel')).toEqual([])
    })
  })
})
