import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createForecastJobs } from './forecasts.jobs.ts'
import { createForecastScoresRepository } from './forecast-scores.repository.ts'
import { createForecastsRepository } from './forecasts.repository.ts'
import { stub } from '../../../testing/stub.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('signals that cannot be forecast, more of them than a job takes, keep no other from its forecast', async () => {
  const signals = Array.from({ length: 25 }, (_, n) => `sig_poisoned${n}`)
  // the last viewed come first
  await database.pool.query(
    `insert into signal (id, echo, created_at) select id, '{}', '2026-11-01T00:00:00Z' from unnest($1::text[]) as id`,
    [[...signals, 'sig_last']],
  )
  await database.pool.query(
    `insert into forecast_watch (signal_id, looked_at)
     select id, '2026-11-20T00:00:00Z'::timestamptz - (place || ' minutes')::interval from unnest($1::text[]) with ordinality as w (id, place)`,
    [[...signals, 'sig_last']],
  )
  const read: string[] = []
  const [job] = createForecastJobs({
    forecasts: createForecastsRepository(database),
    scores: createForecastScoresRepository(database),
    signals: stub({
      readReport: async (signalId) => {
        read.push(signalId)
        throw new Error('poisoned')
      },
    }),
    createId: createSequentialIds(),
    clock: createFixedClock('2026-11-21T08:00:00Z'),
    log: createLogger('silent'),
  })
  if (job === undefined) throw new Error('there is no job')
  await runOnce(job)
  expect(read).not.toContain('sig_last')
  await runOnce(job)
  expect(read).toContain('sig_last')
  expect(new Set(read).size).toBe(26)
})
