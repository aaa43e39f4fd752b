import type { Portfolio, Project, ProjectDashboard } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { readUntil } from '../../../testing/finish-search.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { listEvents, type MeasuredSignal } from './dashboard-parts.ts'

describe('dashboard api', () => {
  let api: TestApi
  let project: Project
  let portfolio: Portfolio
  type Who = TestRequest['as']
  const post = async <T>(path: string, body: object, as: Who = 'mira') =>
    (await api.request({ method: 'POST', path, as, body })).json<T>()
  const read = async <T>(path: string, as: Who = 'mira') => (await api.request({ method: 'GET', path, as })).json<T>()
  const dashboard = (query = '') => read<ProjectDashboard>(`/project/${project.projectId}/dashboard${query}`)

  /** Forty days of a paper that prints the same number each day: oat milk replaces matcha in the last week. */
  const mentions = [
    'price',
    'taste',
    'foam',
    'harvest',
    'factory',
    'recall',
    'recipe',
    'law',
    'shop',
    'farm',
    'barista',
    'lawsuit',
  ]
  const library = Array.from({ length: 40 }, (_, day) =>
    mentions.map((thing, n) =>
      sampleDocument({
        nativeId: `d${day}n${n}`,
        url: `https://example.org/${day}/${n}`,
        title: `${n < (day >= 33 ? 10 : 2) ? 'Oat milk' : 'Matcha'}: a wonderful ${thing} ${day} and ${mentions[(n + day) % 12]}`,
        publishedAt: new Date(Date.UTC(2026, 9, 12 + day, n)).toISOString(),
      }),
    ),
  ).flat()

  beforeAll(async () => {
    api = await createTestApi({ jobs: true, config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments(library)
    while (await documents.enrich.step());
    await documents.enrich.stop()
    const trends: { signalId: string }[] = []
    for (const trend_name of ['oat milk', 'matcha', 'wonderful'])
      trends.push({ signalId: (await post<{ signalId: string }>('/signal/smartRedirect', { trend_name })).signalId })
    const made = await post<Portfolio>('/portfolio/createWithTrendsBulk', { title: 'Drinks', trends })
    portfolio = await readUntil(
      () => read<Portfolio>(`/portfolio/${made.id}`),
      ({ refresh }) => refresh.state !== 'running',
    )
    const twice = await post<Portfolio>('/portfolio/createWithTrendsBulk', {
      title: 'Twice',
      trends: trends.slice(0, 1),
    })
    const portfolios = [{ id: portfolio.id }, { id: twice.id }]
    project = await post<Project>('/project/create', { title: 'spring launch', portfolios })
  })
  afterAll(() => api.close())

  describe('the dashboard of a project', () => {
    test('shows at the first visit the changes of seven days, with the numbers of the portfolio', async () => {
      const shown = await dashboard()
      expect(shown).toMatchObject({ basis: 'first-visit', since: '2026-11-14T08:00:00.000Z', signals: 3, measured: 3 })
      expect(shown.moved.map(({ signal, direction }) => [signal.title, direction])).toEqual(
        expect.arrayContaining([
          ['oat milk', 'up'],
          ['matcha', 'down'],
        ]),
      )
      expect(shown.steady + shown.unclear + shown.moved.length).toBe(3)
      const oat = shown.moved.find(({ signal }) => signal.title === 'oat milk')
      const trend = portfolio.trends.find(({ signalId }) => signalId === oat?.signal.signalId)
      expect([oat?.level, oat?.stage]).toEqual([trend?.level, trend?.stage])
      // its course is that of the portfolio, in which an uncovered day is not 0
      expect(oat?.signal.recent).toEqual(trend?.sparkline.map(({ documents }) => documents))
      const days = trend?.sparkline.slice(-(oat?.days ?? 0)).map(({ documents }) => documents ?? 0) ?? []
      expect(oat?.after).toBe(days.reduce((sum, count) => sum + count, 0))
      expect(oat?.ratio?.low).toBeGreaterThan(1)
    })

    test('has the sentiment of its signals, lowest first, and the documents of each source', async () => {
      const { tone, sources } = await dashboard()
      expect(tone.positive + tone.neutral + tone.negative + tone.unknown).toBe(3)
      const means = tone.items.map(({ mean }) => mean.value)
      expect(means).toEqual(means.toSorted((a, b) => a - b))
      expect(sources).toMatchObject([{ source: 'imported', signals: 3, failing: 0, lastDay: '2026-11-20' }])
      expect(sources[0]?.documents).toBe(portfolio.trends.reduce((sum, { documents }) => sum + (documents ?? 0), 0))
    })

    test('compares with the previous visit; requests within half an hour are one visit', async () => {
      api.clock.set('2026-11-21T08:20:00Z')
      expect(await dashboard()).toMatchObject({ basis: 'first-visit' })
      api.clock.set('2026-11-21T09:00:00Z')
      expect(await dashboard()).toMatchObject({ basis: 'previous-visit', since: '2026-11-21T08:20:00.000Z' })
      api.clock.set('2026-11-21T09:10:00Z')
      expect(await dashboard()).toMatchObject({ basis: 'previous-visit', since: '2026-11-21T08:20:00.000Z' })
      api.clock.set('2026-11-22T09:00:00Z')
      expect(await dashboard()).toMatchObject({ since: '2026-11-21T09:10:00.000Z' })
    })

    test('compares with any requested time without counting a visit, and refuses a future time', async () => {
      const shown = await dashboard('?since=2026-11-12T08:00:00Z')
      expect(shown).toMatchObject({ basis: 'query', since: '2026-11-12T08:00:00.000Z' })
      expect(shown.moved[0]?.days).toBe(9)
      api.clock.set('2026-11-22T10:00:00Z')
      expect(await dashboard()).toMatchObject({ since: '2026-11-22T09:00:00.000Z' })
      expect(await dashboard('?since=2027-01-01T00:00:00Z')).toMatchObject({ code: 'projects.since_in_future' })
    })

    test('lists signals whose stage has changed', async () => {
      await api.database.pool.query(
        `insert into trend_stage (signal_id, changed_at, stage) select signal_id, '2026-11-01T00:00:00Z', 'dormant' from portfolio_trend
       where title = 'wonderful'`,
      )
      const { moved } = await dashboard('?since=2026-11-15T08:00:00Z')
      const wonderful = moved.find(({ signal }) => signal.title === 'wonderful')
      expect(wonderful).toMatchObject({ stageBefore: 'dormant', direction: 'unclear' })
      expect(moved.indexOf(wonderful as (typeof moved)[number])).toBe(moved.length - 1)
    })

    test('of a project without portfolios shows zeros and no time', async () => {
      const empty = await post<Project>('/project/create', { title: 'empty' })
      expect(await read(`/project/${empty.projectId}/dashboard`)).toMatchObject({
        signals: 0,
        measured: 0,
        refreshedAt: null,
        moved: [],
        sources: [],
      })
    })
  })
})

describe('dashboard parts', () => {
  /** A signal of an archive that ends on a day, with an event on each of some days. */
  function signalOf(lastDay: string, days: readonly string[]): MeasuredSignal {
    const events = days.map((day, at) => ({ day, ratio: 9 - at, stories: 12 }))
    return {
      signalId: 'sig_1',
      title: 'salmon',
      portfolioId: 'pf_1',
      trendId: 'tr_1',
      reading: { level: { day: lastDay }, events, sparkline: [] },
    } as unknown as MeasuredSignal // no other field of a signal is read
  }
  const signals = [signalOf('2013-08-20', ['2013-08-02', '2013-06-30', '2012-12-24'])]
  const daysOf = (since: string | null) => listEvents(signals, since).map(({ event }) => event?.day)

  describe('the events of a dashboard', () => {
    test('are those since the requested day', () => {
      expect(daysOf('2012-01-01')).toEqual(['2013-08-02', '2013-06-30', '2012-12-24'])
      expect(daysOf('2013-06-30')).toEqual(['2013-08-02', '2013-06-30'])
      expect(daysOf('2013-08-03')).toEqual([])
    })

    test('are those of the last 90 covered days when no day is requested', () => {
      expect(daysOf(null)).toEqual(['2013-08-02', '2013-06-30'])
    })
  })
})
