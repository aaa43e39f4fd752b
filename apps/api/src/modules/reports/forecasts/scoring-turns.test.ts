import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createForecastScoresRepository } from './forecast-scores.repository.ts'
import { createForecastsRepository } from './forecasts.repository.ts'
import { scoreDue } from './score-forecasts.ts'
import { stub } from '../../../testing/stub.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('forecasts that cannot be scored, more of them than a job takes, keep no other from its score', async () => {
  const ids = [...Array.from({ length: 55 }, (_, n) => `fct_damaged${n}`), 'fct_good']
  await database.pool.query(
    `insert into forecast (id, signal_id, title, provenance, horizon_days, issued_day, as_of, last_day, model, library_revision,
       scale, backtest_mase, days, naive, models, issued_at)
     select id, 'sig_' || id, 'oat milk', 'real', 7, '2026-11-01', '2026-10-31',
       case id when 'fct_good' then '2026-11-09' else '2026-11-08' end::date, 'naive', 1, 1, 1, '[]', '[]', '[]', '2026-11-01T08:00:00Z'
     from unnest($1::text[]) id`,
    [ids],
  )
  const score = () =>
    scoreDue({
      forecasts: createForecastsRepository(database),
      scores: createForecastScoresRepository(database),
      signals: stub({
        readReport: async (signalId) => {
          if (signalId !== 'sig_fct_good') throw new Error('damaged')
          return { provenance: 'real', lastDay: '2026-11-20', volume: { days: [] } } as never
        },
      }),
      createId: createSequentialIds(),
      clock: createFixedClock('2026-11-21T08:00:00Z'),
      log: createLogger('silent'),
    })
  expect(await score()).toBe(0)
  expect(await score()).toBe(1)
})
