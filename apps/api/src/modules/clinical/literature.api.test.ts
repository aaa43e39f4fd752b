import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createWrittenWorld } from './testing/written-register.ts'

const world = createWrittenWorld()
let api: TestApi
let day = 0
beforeAll(async () => {
  api = await createTestApi({ medicine: world.medicine })
})
afterAll(() => api.close())
/** Advances the clock, so that no stored page of an earlier test is still valid. */
const nextDay = () => {
  day += 2
  api.clock.set(new Date(Date.UTC(2026, 6, 1 + day, 8)).toISOString())
}
beforeEach(() => {
  nextDay()
  Object.assign(world, { articles: [], yearTotal: 1000, requests: [] })
  world.failures.clear()
})
const get = (path: string) => api.request({ method: 'GET', path, as: 'mira' })
const silent = { status: 'upstream_down', reason: 'Nobody answers.' } as const
const about = (words: string, year: number, count: number, { first = year * 1000, mesh = [] as string[] } = {}) =>
  Array.from({ length: count }, (_, index) => ({
    pmid: String(first + index),
    title: `On ${words} ${index}`,
    year,
    mesh,
  }))

describe('articles about a condition', () => {
  test('have their abstract, journal, headings and links, and PubMed’s interpretation of the query', async () => {
    world.articles = [
      {
        pmid: '77',
        title: 'Gout and sleep',
        year: 2026,
        abstract: 'People slept. See NCT01234567.',
        journal: 'Sleep Letters',
        mesh: ['Gout'],
      },
    ]
    const page = (await get('/pubmed?condition=gout')).json()
    expect(page).toMatchObject({
      items: [
        {
          pmid: '77',
          abstract: 'People slept. See NCT01234567.',
          journal: 'Sleep Letters',
          authors: ['Berg A'],
          publishedAt: '2026-05',
          meshTerms: ['Gout'],
          nctIds: ['NCT01234567'],
          doi: '10.5555/77',
          url: 'https://pubmed.ncbi.nlm.nih.gov/77/',
        },
      ],
      page: { total: 1 },
      queryTranslation: '"gout"[All Fields]',
      origin: { source: 'pubmed', notice: null },
    })
  })

  test('can be limited to one year, as the chart does', async () => {
    world.articles = [...about('lupus', 2024, 2), ...about('lupus', 2025, 3)]
    expect((await get('/pubmed?condition=lupus&year=2024')).json()).toMatchObject({
      page: { total: 2 },
      origin: { source: 'pubmed' },
    })
  })

  test('come from Europe PMC when PubMed does not answer, and say so', async () => {
    world.articles = about('rickets', 2025, 1)
    world.failures.set('ncbi', silent)
    expect((await get('/pubmed?condition=rickets')).json()).toMatchObject({
      items: [{ pmid: '2025000' }],
      origin: { source: 'europe_pmc', notice: 'PubMed did not answer; this is what Europe PMC says.' },
    })
  })

  test('fail with a specific error when neither answers', async () => {
    world.failures.set('ncbi', silent).set('ebi', silent)
    expect((await get('/pubmed?condition=scurvy')).json()).toMatchObject({
      status: 503,
      code: 'clinical.source_failed',
      message: 'PubMed and Europe PMC did not answer',
    })
  })

  test('beyond the first ten thousand are refused, and the error says what to do', async () => {
    expect((await get('/pubmed?condition=cancer&page=101&perPage=100')).json()).toMatchObject({
      status: 422,
      code: 'clinical.page_too_far',
    })
  })
})

describe('articles by year', () => {
  const series = async (condition: string, from: number) =>
    (await get(`/pubmed/time_series?condition=${condition}&fromYear=${from}`)).json()

  test('are shown with all articles of the year, and the current year is marked', async () => {
    world.articles = [...about('gout', 2024, 2), ...about('gout', 2026, 5)]
    const answer = await series('gout', 2024)
    expect(answer).toMatchObject({ isComplete: true, gapReason: null, lastYearIsPartial: true })
    expect(answer.years).toEqual([
      { year: 2024, articles: 2, total: 1000, perMillion: 2000 },
      { year: 2025, articles: 0, total: 1000, perMillion: 0 },
      { year: 2026, articles: 5, total: 1000, perMillion: 5000 },
    ])
  })

  test('over a long time are counted step by step, newest first; uncounted years are unknown, not 0', async () => {
    world.articles = about('asthma', 2000, 3)
    const first = await series('asthma', 1995)
    expect(first).toMatchObject({ isComplete: false, gapReason: null })
    expect(first.years.at(-1).articles).toBe(0)
    expect(first.years[0]).toEqual({ year: 1995, articles: null, total: null, perMillion: null })
    let answer = first
    for (let step = 0; step < 5 && !answer.isComplete; step += 1) answer = await series('asthma', 1995)
    expect(answer.isComplete).toBe(true)
    expect(answer.years.find(({ year }: { year: number }) => year === 2000).articles).toBe(3)
  })

  test('are fetched once: past years for two weeks, the current year each day', async () => {
    await series('measles', 2024)
    world.requests = []
    await series('measles', 2024)
    expect(world.requests).toHaveLength(0)
    nextDay()
    await series('measles', 2024)
    expect(world.requests.every(({ searchParams }) => searchParams.get('mindate') === '2026/01/01')).toBe(true)
    expect(world.requests.length).toBeGreaterThan(0)
  })

  test('come from Europe PMC when PubMed does not answer; the two are never mixed', async () => {
    world.articles = about('mumps', 2025, 4)
    world.failures.set('ncbi', silent)
    const answer = await series('mumps', 2025)
    expect(answer.origin).toMatchObject({
      source: 'europe_pmc',
      notice: expect.stringContaining('PubMed did not answer'),
    })
    expect(answer.years[0].articles).toBe(4)
  })
})

describe('topics of articles', () => {
  test('a heading that grew is listed with its interval; a stable one is not', async () => {
    world.articles = [
      ...about('obesity', 2025, 60, { first: 1, mesh: ['Humans', 'Diet', 'Semaglutide'] }),
      ...about('obesity', 2022, 60, { first: 1000, mesh: ['Humans', 'Diet'] }),
    ]
    const topics = (await get('/pubmed/topics?condition=obesity')).json()
    expect(topics.risingHeadings.map(({ term }: { term: string }) => term)).toEqual(['Semaglutide'])
    expect(topics.risingHeadings[0]).toMatchObject({ recent: 60, earlier: 0 })
    expect(topics.risingHeadings[0].growth.low).toBeGreaterThan(1)
    expect(topics.authors).toEqual([{ name: 'Berg A', articles: 60 }])
  })
})
