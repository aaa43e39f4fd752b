import { addDays, type DailyReport, daysBetween } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import { toArchive, toHistory } from './signal-history.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createForecastJobs } from './forecasts.module.ts'
import { createForecastScoresRepository } from './forecast-scores.repository.ts'
import { createForecastsRepository } from './forecasts.repository.ts'
import { scoreDue } from './score-forecasts.ts'

describe('signal history', () => {
  const today = '2026-11-21'
  const firstDay = addDays(today, -240)

  /** A topic in groups with a document a day, each up to its own end, beside other sources that reach today and are covered up to a day. */
  function plant(...groups: { end: string; documents?: number }[]): DailyReport {
    return plantCovered(addDays(today, -1), ...groups)
  }

  function plantCovered(until: string, ...groups: { end: string; documents?: number }[]): DailyReport {
    const days = Array.from({ length: 241 }, (_, index) => addDays(firstDay, index))
    return stub<DailyReport>({
      volume: {
        days: days.map((day) => ({
          day,
          isCovered: day <= until,
          groups: groups.map(({ end }) => (day <= end ? 1 : 0)),
        })),
        groups: groups.map(({ end, documents = daysBetween(firstDay, end) + 1 }) => ({
          documents,
          endsOn: end < addDays(today, -1) ? end : null,
          spans: [{ firstDay, lastDay: end }],
        })),
      } as unknown as DailyReport['volume'],
    })
  }

  describe('the history of a forecast', () => {
    test.each([1, 2, 5, 14])('ends with the last covered day, %i days ago', (ago) => {
      const end = addDays(today, -ago)
      const history = toHistory(plant({ end }), today).days
      expect(history).toHaveLength(daysBetween(firstDay, end) + 1)
      expect(history.at(-1)).toEqual({ day: end, value: 1 })
    })

    test.each([15, 60, 200])('is empty for a source that ended %i days ago', (ago) => {
      expect(toHistory(plant({ end: addDays(today, -ago) }), today).days).toEqual([])
    })

    test('never includes the current day', () => {
      expect(toHistory(plant({ end: today }), today).days.at(-1)?.day).toBe('2026-11-20')
    })

    test('ends where the first of its groups ends, so that a delayed group is not a fall', () => {
      const history = toHistory(plant({ end: addDays(today, -1) }, { end: addDays(today, -4) }), today).days
      expect(history.at(-1)).toEqual({ day: addDays(today, -4), value: 2 })
    })

    test('is not shortened by a negligible group and excludes one that has ended', () => {
      const late = plant(
        { end: addDays(today, -1) },
        { end: addDays(today, -9), documents: 3 },
        { end: addDays(today, -100) },
      )
      expect(toHistory(late, today).days.at(-1)).toEqual({ day: addDays(today, -1), value: 1 })
    })
  })

  describe('the history of a back-test', () => {
    test.each([15, 60, 200])('ends with the last covered day of an archive, %i days ago', (ago) => {
      const end = addDays(today, -ago)
      const archive = toArchive(plant({ end }), today)
      expect(archive.isEnded).toBe(true)
      expect(archive.days.at(-1)).toEqual({ day: end, value: 1 })
    })

    test('is empty while every source is active', () => {
      expect(toArchive(plant({ end: addDays(today, -1) }, { end: addDays(today, -14) }), today).days).toEqual([])
    })

    test('omits active sources and those that ended long before', () => {
      const mixed = plant(
        { end: addDays(today, -60) },
        { end: addDays(today, -1), documents: 2 },
        { end: addDays(today, -120) },
      )
      expect(toArchive(mixed, today).days.at(-1)).toEqual({ day: addDays(today, -60), value: 1 })
    })

    test('is empty when only minor sources of the topic continue', () => {
      const groups = [{ end: addDays(today, -100) }, { end: addDays(today, -1), documents: 3 }]
      expect(toHistory(plantCovered(addDays(today, -100), ...groups), today).days).toEqual([])
    })

    test("ends with the last covered day of the topic's main source", () => {
      const end = addDays(today, -5)
      const history = toHistory(plantCovered(end, { end: addDays(today, -1) }), today)
      expect(history.days.at(-1)).toEqual({ day: end, value: 1 })
    })
  })
})

describe('forecasts turns', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('more failing signals than a job handles do not block other forecasts', async () => {
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
})

describe('scoring turns', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('more failing forecasts than a job handles do not block the scoring of others', async () => {
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
})
