import { addDays, daysBetween } from '@auspex/analytics'
import type { TrendList } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleDocument } from '../../reports/testing/sample-documents.ts'

const newsBegin = '2026-03-01'
const newsEnd = '2026-10-30'
const forumEnd = '2026-08-31'

const daysFrom = (first: string, last: string) =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))

function publish(kind: 'article' | 'post', day: string, outlet: string, title: string) {
  const publishedAt = `${day}T09:00:00Z`
  const nativeId = `${day} ${outlet} ${title}`
  return sampleDocument({ nativeId, url: null, kind, title, body: `Text of ${nativeId}.`, outlet, publishedAt })
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
  ...(day > '2026-08-03' ? [1, 2] : []).map((n) => publish('post', day, `r/pets${n}`, `Hamster wheel ${n} of ${day}`)),
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

describe('trends of a library in which an archive ended', () => {
  test('count stories: what sixty outlets copy is one story, and no trend', async () => {
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

  test('say what drives them, and how much only where it can be told', async () => {
    const [top] = (await list('')).items
    expect(top?.headline).toMatchObject({ title: expect.stringMatching(/^Lithium mine \d+, 2026-10-03$/) })
    expect(top?.peakDay).toBe('2026-10-03')
    // from nothing to 56 stories: certain, but the factor is unknown
    expect(top?.isRatioTold).toBe(false)
    expect(top?.why).toBe(
      '56 stories in the last 28 days, none in the 28 days before: its share of what was collected grew for certain, how much cannot be told.',
    )
  })

  test('the end of an archive is neither a fall of its topics nor a growth of what goes on', async () => {
    const after = await list('&asOf=2026-09-14')
    expect(after.asOf).toBe('2026-09-14')
    expect(termsOf(after)).toEqual(['hamster wheel'])
    // compared over the days that the forum covers, and stated as such
    expect(after.items[0]?.why).toMatch(
      /^28 stories on the 14 covered days of the last 28, 28 in the 28 days before: its share may have grown/,
    )
    expect(after.items[0]?.momentum.value).toBeCloseTo(1.8, 1)
  })

  test('any day can be looked at: the forum grew before it ended', async () => {
    const trends = await list(`&asOf=${forumEnd}`)
    expect(trends).toMatchObject({ asOf: forumEnd, latestDay: newsEnd })
    expect(trends.items[0]).toMatchObject({ term: 'hamster wheel', stories: 56, change: 'grew' })
    expect(termsOf(trends)).not.toContain('lithium mine')
  })

  test('a day after the last covered one is the last covered one', async () => {
    expect((await list('&asOf=2031-01-01')).asOf).toBe(newsEnd)
  })

  test.each([
    [7, 1, 14],
    [90, 7, 25],
    [365, 7, 104],
  ])('windows of %i days are drawn in steps of %i', async (windowDays, stepDays, values) => {
    const trends = await list(`&windowDays=${windowDays}`)
    expect(trends).toMatchObject({ windowDays, stepDays, asOf: newsEnd })
    for (const { days } of trends.items) expect(days).toHaveLength(values)
  })

  test('a window that nobody offers, or a day that does not exist, is refused', async () => {
    for (const query of ['windowDays=30', 'asOf=yesterday', 'asOf=2026-02-30']) {
      const reply = await api.request({ method: 'GET', path: `/explore/generalTrends?${query}`, as: 'mira' })
      expect([query, reply.statusCode]).toEqual([query, 422])
    }
  })

  test('the terms of a category are measured in the same window, as of the same day', async () => {
    const { items } = (await api.request({ method: 'GET', path: '/explore/categories', as: 'mira' })).json<{
      items: { id: string; terms: string[] }[]
    }>()
    const category = items[0]
    const path = `/explore/categoryTrends?category=${category?.id}&windowDays=7&asOf=${forumEnd}`
    const reply = await api.request({ method: 'GET', path, as: 'mira' })
    expect(reply.json()).toMatchObject({ asOf: forumEnd, windowDays: 7, latestDay: newsEnd })
  })
})
