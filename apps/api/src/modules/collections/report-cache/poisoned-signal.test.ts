import { expect, test } from 'vitest'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createCacheJobs } from './report-cache.jobs.ts'

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
