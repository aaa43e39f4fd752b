import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createCacheJobs } from './report-cache.usecases.ts'

describe('report cache api', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ jobs: true, config: { sources: 'live' } })
  })
  afterAll(() => api.close())

  const status = async (x: string) =>
    (await api.request({ method: 'GET', path: `/godmode/cache/${x}`, as: 'root' })).json()

  /** Searches to the end: an unfinished search would make the report fresh on the next day. */
  const search = (as: 'mira' | 'ana', query_term: string) => searchToEnd(api, { query_term }, as)

  test('an update searches every stale signal again, and reports its progress', async () => {
    await search('mira', 'oat milk')
    await search('ana', 'solar power')
    expect(await status('org_contoso')).toMatchObject({ signals: 1, state: 'idle' })
    expect(await status('-')).toMatchObject({ signals: 2 })
    api.clock.set('2026-11-23T08:00:00Z')
    expect(await status('-')).toMatchObject({ signals: 2, fresh: 0, stale: 2 })
    const reply = await api.request({ method: 'POST', path: '/godmode/cache/-?wait=40', as: 'root' })
    expect(reply.json()).toMatchObject({
      state: 'completed',
      signals: 2,
      fresh: 2,
      stale: 0,
      total: 2,
      updated: 2,
      failed: 0,
      oldestReportAt: '2026-11-23T08:00:00.000Z',
      finishedAt: '2026-11-23T08:00:00.000Z',
    })
  })
})

describe('a damaged signal', () => {
  test('a signal that cannot be searched again is counted as failed, and those after it are updated', async () => {
    const counted: boolean[] = []
    let isEnded = false
    const jobs = createCacheJobs({
      repository: {
        setLeft: async () => true,
        count: async ({ isUpdated }: { isUpdated: boolean }) => void counted.push(isUpdated),
        end: async () => {
          isEnded = true
        },
      } as never,
      listStale: async () => ['sig_a', 'sig_damaged', 'sig_b'],
      update: async (signalId) => {
        if (signalId === 'sig_damaged') throw new Error('its query is damaged')
      },
      clock: createFixedClock('2026-11-21T08:00:00Z'),
      log: createLogger('silent'),
    })
    await runOnce(jobs, { payload: { x: '-', id: 'upd_1', userId: 'usr_1' } })
    expect(counted).toEqual([true, false, true])
    expect(isEnded).toBe(true)
  })
})
