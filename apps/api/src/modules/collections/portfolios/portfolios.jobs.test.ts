import type { Portfolio } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { createSignalsModule, type Signals } from '../../reports/index.ts'
import { createPortfolioJobs } from './portfolios.jobs.ts'
import { stub } from '../../../testing/stub.ts'

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
  signals = createSignalsModule({ database, documents, provenance: async () => 'real', connectors: [], clock }).signals
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

  test('run by two processes at once counts each trend once', async () => {
    const { id } = await save()
    const payload = await payloadOf(id)
    await Promise.all([runOnce(refreshJob(), { payload }), runOnce(refreshJob(), { payload })])
    expect((await read(id)).refresh).toMatchObject({ state: 'completed', trends: 4, done: 4 })
  })

  test('at every attempt is shown as failed, and so is each trend that it did not measure', async () => {
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
    const old = await payloadOf(id)
    await post('/portfolio/refreshPortfolio', { id })
    await runOnce(refreshJob(), { payload: old })
    expect((await read(id)).refresh).toMatchObject({ state: 'running', done: 0 })
    await runOnce(refreshJob(), { payload: await payloadOf(id) })
    expect((await read(id)).refresh).toMatchObject({ state: 'completed', done: 4 })
    expect(queuedJobs).toEqual([])
  })

  test('of a portfolio that was deleted meanwhile ends without an error', async () => {
    const { id } = await save()
    const payload = await payloadOf(id)
    await post('/portfolio/remove', { id })
    await runOnce(refreshJob(), { payload })
    expect(queuedJobs).toEqual([])
  })
})
