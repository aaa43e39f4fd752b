import type { Portfolio, PortfolioPage, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createSignalsModule, type Signals } from '../../reports/index.ts'
import { createPortfolioJobs } from './portfolios.jobs.ts'
import { stub } from '../../../testing/stub.ts'

describe('refresh api', () => {
  let api: TestApi
  let signalIds: string[] = []
  const send = (path: string, body: object) => api.request({ method: 'POST', path, as: 'mira', body })
  const post = async <T = Portfolio>(path: string, body: object) => (await send(path, body)).json<T>()
  const read = async <T = Portfolio>(path: string) => (await api.request({ method: 'GET', path, as: 'mira' })).json<T>()
  const find = async (term: string) =>
    (await post<{ signalId: string }>('/signal/smartRedirect', { trend_name: term })).signalId
  const save = (title: string, ids: readonly string[]) =>
    post('/portfolio/createWithTrendsBulk', { title, trends: ids.map((signalId) => ({ signalId })) })

  /** Polls the portfolio until its refresh has ended; returns the states seen on the way. */
  async function settle(id: string): Promise<{ portfolio: Portfolio; seen: Portfolio['refresh'][] }> {
    const seen: Portfolio['refresh'][] = []
    for (;;) {
      const portfolio = await read(`/portfolio/${id}`)
      seen.push(portfolio.refresh)
      if (portfolio.refresh.state !== 'running') return { portfolio, seen }
    }
  }

  /** Forty days of documents: oat milk grows in the last week, and matcha does not. */
  const library = Array.from({ length: 40 }, (_, day) =>
    Array.from({ length: 12 }, (_each, n) => {
      const topic = n < (day >= 33 ? 9 : 3) ? 'Oat milk' : 'Matcha'
      return sampleDocument({
        nativeId: `d${day}n${n}`,
        url: `https://example.org/${day}/${n}`,
        outlet: `outlet-${n}.example`,
        title: `${topic} is a wonderful thing, says witness ${day * 12 + n} of the ${n}th street`,
        publishedAt: new Date(Date.UTC(2026, 9, 12 + day, n)).toISOString(),
      })
    }),
  ).flat()

  beforeAll(async () => {
    api = await createTestApi({ jobs: true, config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments(library)
    while (await documents.enrich.step());
    await documents.enrich.stop()
    signalIds = [await find('oat milk'), await find('matcha')]
  })
  afterAll(() => api.close())

  describe('newly saved signals', () => {
    test('are measured automatically, with the same values as their reports', async () => {
      const created = await save('Drinks', signalIds)
      expect(created.refresh).toMatchObject({ state: 'running', trends: 2, done: 0 })
      expect(created.trends[0]).toMatchObject({ documents: null, level: null, sparkline: [], outcome: null })
      const { portfolio } = await settle(created.id)
      expect(portfolio.refresh).toMatchObject({ state: 'completed', trends: 2, done: 2, failed: 0 })
      expect(portfolio.revision).toBe(created.revision)
      for (const trend of portfolio.trends) {
        const report = await read<SignalReport>(`/signal/json/${trend.signalId}`)
        expect(trend).toMatchObject({
          documents: report.counts.documents,
          stage: report.stage.stage,
          momentum: report.momentum.ratio,
          tone: report.tone.mean,
          outcome: { state: 'ok', code: null, reason: null },
          refreshedAt: expect.any(String),
        })
        // unknown values always have a reason
        expect(trend.momentum === null).toBe(trend.momentumReason !== null)
        const last = report.volume.points.findLast(({ coveredDays }) => coveredDays > 0)
        expect(trend.level).toMatchObject({ day: last?.lastDay, documents: last?.documents })
        const shown = report.volume.points.map(({ documents }) => documents)
        expect(trend.sparkline.map(({ documents }) => documents)).toEqual(shown.slice(0, trend.sparkline.length))
        expect(trend.weeks.at(-1)).toMatchObject({
          week: '2026-W47',
          firstDay: '2026-11-16',
          documents: expect.any(Number),
        })
        expect(trend.weeks.length).toBeGreaterThan(4)
      }
    })

    test('return the same days and weeks as plain numbers on request, or leave them out', async () => {
      const { portfolio } = await settle((await save('Drinks to look at', signalIds)).id)
      const path = `/portfolio/${portfolio.id}`
      const packed = await read(`${path}?series=packed`)
      for (const [place, { sparkline, weeks, ...trend }] of portfolio.trends.entries())
        expect(packed.trends[place]).toEqual({
          ...trend,
          sparkline: [],
          weeks: [],
          counts: {
            firstDay: sparkline[0]?.day,
            days: sparkline.map(({ documents }) => documents),
            firstWeek: weeks[0]?.firstDay,
            weeks: weeks.map(({ documents }) => documents),
            coveredDays: weeks.map(({ coveredDays }) => coveredDays),
          },
        })
      const bare = portfolio.trends.map((trend) => ({ ...trend, sparkline: [], weeks: [] }))
      expect((await read(`${path}?series=none`)).trends).toEqual(bare)
      expect(await read(`${path}?series=listed`)).toEqual(portfolio)
      for (const list of ['/portfolio', '/portfolio/getPortfolios']) {
        const { items } = await read<PortfolioPage>(`${list}?series=none`)
        expect(items.find(({ id }) => id === portfolio.id)?.trends).toEqual(bare)
      }
      const refused = await api.request({ method: 'GET', path: `${path}?series=some`, as: 'mira' })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ pointer: expect.stringContaining('series') }] })
    })

    test('show no days and weeks where a stored measurement has none', async () => {
      const { portfolio } = await settle((await save('Drinks without days', signalIds)).id)
      const { pool } = api.database
      const { rows } = await pool.query('select numbers from trend_reading where signal_id = $1', [signalIds[0]])
      try {
        await pool.query("update trend_reading set numbers = numbers - 'sparkline' - 'weeks' where signal_id = $1", [
          signalIds[0],
        ])
        const { trends } = await read(`/portfolio/${portfolio.id}`)
        expect(trends.find(({ signalId }) => signalId === signalIds[0])).toMatchObject({ sparkline: [], weeks: [] })
      } finally {
        const stored = [signalIds[0], rows[0]?.['numbers']]
        await pool.query('update trend_reading set numbers = $2 where signal_id = $1', stored)
      }
    })

    test('have their values immediately if another portfolio has measured them', async () => {
      const first = (await settle((await save('Drinks before', signalIds.slice(0, 1))).id)).portfolio.trends[0]
      const created = await save('More drinks', signalIds.slice(0, 1))
      // its own refresh may have ended by now, so the outcome is not compared
      const numbers = ({ documents, level, momentum, sparkline }: Portfolio['trends'][number]) => ({
        documents,
        level,
        momentum,
        sparkline,
      })
      expect(created.trends.map(numbers)).toEqual([first].map((trend) => trend && numbers(trend)))
      await settle(created.id)
    })
  })

  describe('a refresh', () => {
    test('of a portfolio without signals ends at once', async () => {
      const { id } = await post('/portfolio/create', { title: 'Empty' })
      const { refresh } = await post('/portfolio/refreshPortfolio', { id })
      expect(refresh).toMatchObject({ state: 'completed', trends: 0, done: 0, finishedAt: expect.any(String) })
      expect((await read(`/portfolio/${id}`)).refresh).toEqual(refresh)
    })

    test('is not stopped by a trend that cannot be measured, which says why and keeps its numbers', async () => {
      const deletedSignal = await find('cold brew')
      const { id } = await save('Three drinks', [deletedSignal, ...signalIds])
      await settle(id)
      await api.database.pool.query('delete from signal_report where signal_id = $1', [deletedSignal])
      await api.database.pool.query('delete from signal where id = $1', [deletedSignal])
      await post('/portfolio/refreshPortfolio', { id })
      const { portfolio } = await settle(id)
      expect(portfolio.refresh).toMatchObject({ state: 'completed', trends: 3, done: 3, failed: 1 })
      expect(portfolio.trends.map(({ outcome }) => outcome?.state)).toEqual(['failed', 'ok', 'ok'])
      expect(portfolio.trends[0]).toMatchObject({
        documents: 0,
        outcome: { code: 'signals.not_found', reason: expect.stringMatching(/\w/) },
      })
    })

    test('of more signals than one batch completes', async () => {
      const ids: string[] = []
      for (let n = 1; n <= 45; n += 1) ids.push(await find(`witness ${n}`))
      const created = await save('Many', ids)
      const { portfolio, seen } = await settle(created.id)
      expect(created.trendCount).toBeGreaterThan(20)
      expect(portfolio.refresh).toMatchObject({
        state: 'completed',
        trends: created.trendCount,
        done: created.trendCount,
      })
      const steps = seen.map(({ done }) => done)
      expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      expect(portfolio.trends).toHaveLength(created.trendCount)
      expect(portfolio.trends.filter(({ documents }) => documents === null)).toEqual([])
    })
  })
})

describe('portfolios jobs', () => {
  let api: TestApi
  let signals: Signals
  const signalIds: string[] = []
  /** Payloads that a job with remaining work added to the queue. */
  const queuedJobs: object[] = []

  const post = async <T = Portfolio>(path: string, body: object) =>
    (await api.request({ method: 'POST', path, as: 'mira', body })).json<T>()
  const read = async (id: string) =>
    (await api.request({ method: 'GET', path: `/portfolio/${id}`, as: 'mira' })).json<Portfolio>()
  const save = () =>
    post('/portfolio/createWithTrendsBulk', { title: 'Drinks', trends: signalIds.map((signalId) => ({ signalId })) })

  /** The measuring job, as a process runs it. `onReport` is called for each report it requests. */
  function refreshJob(onReport: (signalId: string) => void = () => {}): Job {
    const [job] = createPortfolioJobs({
      database: api.database,
      signals: stub({
        readReport: (id) => {
          onReport(id)
          return signals.readReport(id)
        },
      }),
      queue: stub({ enqueue: async (_queue, payload) => void queuedJobs.push(payload) }),
      clock: api.clock,
      log: createLogger('silent'),
    })
    return job as Job // the first of two
  }

  async function payloadOf(id: string): Promise<{ portfolioId: string; refreshId: string }> {
    const { rows } = await api.database.pool.query<{ refresh_id: string }>(
      'select refresh_id from portfolio where id = $1',
      [id],
    )
    return { portfolioId: id, refreshId: rows[0]?.refresh_id ?? '' }
  }

  beforeAll(async () => {
    api = await createTestApi()
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    signals = createSignalsModule({
      database,
      documents,
      provenance: async () => 'real',
      connectors: [],
      clock,
    }).signals
    for (const trend_name of ['oat milk', 'matcha', 'cold brew', 'chai'])
      signalIds.push((await post<{ signalId: string }>('/signal/smartRedirect', { trend_name })).signalId)
  })
  afterAll(() => api.close())

  describe('a refresh whose process ends', () => {
    test('is continued by another process, and measures each trend once', async () => {
      const { id } = await save()
      const payload = await payloadOf(id)
      const end = new AbortController()
      const before: string[] = []
      const killed = runOnce(
        refreshJob((signalId) => {
          before.push(signalId)
          if (before.length === 3) end.abort(new Error('the process stops'))
        }),
        { payload, signal: end.signal },
      )
      await expect(killed).rejects.toThrow('the process stops')
      expect((await read(id)).refresh).toMatchObject({ state: 'running', trends: 4, done: 2 })
      const after: string[] = []
      await runOnce(
        refreshJob((signalId) => void after.push(signalId)),
        { payload },
      )
      expect((await read(id)).refresh).toMatchObject({ state: 'completed', trends: 4, done: 4, failed: 0 })
      // the third was in progress, so its outcome is unknown
      expect([...before.slice(0, 2), ...after]).toEqual(signalIds)
    })

    test('run by two processes concurrently counts each trend once', async () => {
      const { id } = await save()
      const payload = await payloadOf(id)
      await Promise.all([runOnce(refreshJob(), { payload }), runOnce(refreshJob(), { payload })])
      expect((await read(id)).refresh).toMatchObject({ state: 'completed', trends: 4, done: 4 })
    })

    test('that failed at every attempt is shown as failed, and so is each trend that it did not measure', async () => {
      const { id } = await save()
      const payload = await payloadOf(id)
      await refreshJob().giveUp?.(payload)
      const { refresh, trends } = await read(id)
      expect(refresh).toMatchObject({ state: 'failed', trends: 4, done: 4, failed: 4, finishedAt: expect.any(String) })
      for (const { outcome } of trends)
        expect(outcome).toMatchObject({ state: 'failed', code: 'portfolios.measuring_failed' })
      expect((await post('/portfolio/refreshPortfolio', { id })).refresh.state).toBe('running')
    })
  })

  describe('a refresh that a newer one replaced', () => {
    test('measures nothing more', async () => {
      const { id } = await save()
      const oldPayload = await payloadOf(id)
      await post('/portfolio/refreshPortfolio', { id })
      await runOnce(refreshJob(), { payload: oldPayload })
      expect((await read(id)).refresh).toMatchObject({ state: 'running', done: 0 })
      await runOnce(refreshJob(), { payload: await payloadOf(id) })
      expect((await read(id)).refresh).toMatchObject({ state: 'completed', done: 4 })
      expect(queuedJobs).toEqual([])
    })

    test('of a portfolio that was deleted in the meantime ends without an error', async () => {
      const { id } = await save()
      const payload = await payloadOf(id)
      await post('/portfolio/remove', { id })
      await runOnce(refreshJob(), { payload })
      expect(queuedJobs).toEqual([])
    })
  })
})
