import type { ForecastDay, ForecastModel, Provenance } from '@auspex/sdk/types'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'

/** A forecast as it was issued. Days are YYYY-MM-DD. */
export interface IssuedForecast {
  id: string
  signalId: string
  title: string
  provenance: Provenance
  horizonDays: number
  issuedDay: string
  asOf: string
  lastDay: string
  model: string
  libraryRevision: number
  scale: number
  backtestMase: number
  days: ForecastDay[]
  naive: number[]
  models: ForecastModel[]
}

/** The outcome of a forecast. */
export interface ForecastScore {
  state: 'scored' | 'unscorable'
  actual: (number | null)[]
  days: number
  absoluteError: number
  naiveAbsoluteError: number
  inside50: number
  inside80: number
  inside95: number
}

/** A stored forecast with its outcome. All days of a back-test were over when it was made. */
export type ScoredForecast = IssuedForecast & { isBacktest: boolean; score: ForecastScore | null }

/** Which forecasts are listed; absent for all. */
export interface ForecastFilter {
  signalId?: string | undefined
  state?: 'open' | 'scored' | 'unscorable' | undefined
}

export type ForecastsRepository = ReturnType<typeof createForecastsRepository>

/** The columns of `forecast f` as an `IssuedForecast`. */
export const forecastColumns = sql.raw(`
  f.id, f.signal_id as "signalId", f.title, f.provenance, f.horizon_days as "horizonDays",
  to_char(f.issued_day, 'YYYY-MM-DD') as "issuedDay", to_char(f.as_of, 'YYYY-MM-DD') as "asOf",
  to_char(f.last_day, 'YYYY-MM-DD') as "lastDay", f.model, f.library_revision::float8 as "libraryRevision",
  f.scale, f.backtest_mase as "backtestMase", f.days, f.naive, f.models`)

/** A forecast of the future begins two weeks ago at most, and reaches at least the day on which it is made. */
export const isBacktest = sql.raw('f.last_day < f.issued_day')

const scoreColumn = sql.raw(`
  case when s.forecast_id is null then null else json_build_object(
    'state', s.state, 'actual', s.actual, 'days', s.days, 'absoluteError', s.absolute_error,
    'naiveAbsoluteError', s.naive_absolute_error, 'inside50', s.inside50, 'inside80', s.inside80, 'inside95', s.inside95) end as score`)

/** SQL of the forecasts that were issued, and of which signals get one. */
export function createForecastsRepository({ kysely }: Database) {
  const selectScored = async (rest: RawBuilder<unknown>) =>
    (
      await sql<ScoredForecast>`
        select ${forecastColumns}, ${isBacktest} as "isBacktest", ${scoreColumn}
        from forecast f left join forecast_score s on s.forecast_id = f.id ${rest}`.execute(kysely)
    ).rows
  return {
    findIssued: (signalId: string, day: string): Promise<ScoredForecast[]> =>
      selectScored(sql`where f.signal_id = ${signalId} and f.issued_day = ${day}::date order by f.horizon_days`),

    /** The most recently stored back-tests of a signal, the shortest first. */
    findLastBacktests: (signalId: string): Promise<ScoredForecast[]> =>
      selectScored(sql`
        where f.signal_id = ${signalId} and ${isBacktest} and f.issued_day = (
          select max(issued_day) from forecast where signal_id = ${signalId})
        order by f.horizon_days`),

    /** Stores a forecast unless one of the same day, signal and horizon exists: the first one stays. */
    async issue(forecast: IssuedForecast, at: Date): Promise<void> {
      const f = forecast
      await sql`
        insert into forecast (id, signal_id, title, provenance, horizon_days, issued_day, as_of, last_day, model, library_revision,
          scale, backtest_mase, days, naive, models, issued_at)
        values (${f.id}, ${f.signalId}, ${f.title}, ${f.provenance}, ${f.horizonDays}, ${f.issuedDay}::date, ${f.asOf}::date,
          ${f.lastDay}::date, ${f.model}, ${f.libraryRevision}, ${f.scale}, ${f.backtestMase}, ${JSON.stringify(f.days)}::jsonb,
          ${JSON.stringify(f.naive)}::jsonb, ${JSON.stringify(f.models)}::jsonb, ${at})
        on conflict (signal_id, horizon_days, issued_day) do nothing`.execute(kysely)
    },

    /** Moves a signal behind the others that wait for a forecast. */
    async noteTry(signalId: string, at: Date): Promise<void> {
      await sql`update forecast_watch set tried_at = ${at} where signal_id = ${signalId}`.execute(kysely)
    },

    /** Forecasts with their outcomes, newest first, and their number. */
    async list(
      { signalId, state }: ForecastFilter,
      page: PageRequest,
    ): Promise<{ items: ScoredForecast[]; total: number }> {
      const ofSignal = signalId === undefined ? sql`true` : sql`f.signal_id = ${signalId}`
      const inState = state === undefined ? sql`true` : sql`coalesce(s.state, 'open') = ${state}`
      const from = sql`from forecast f left join forecast_score s on s.forecast_id = f.id where ${ofSignal} and ${inState}`
      const items = await selectScored(sql`
        where ${ofSignal} and ${inState}
        order by f.issued_day desc, f.horizon_days, f.id limit ${page.perPage} offset ${pageOffset(page)}`)
      const { rows: countRows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(kysely)
      return { items, total: countRows[0]?.total ?? 0 }
    },

    /** Records that a signal's forecast was viewed. */
    async watch(signalId: string, at: Date): Promise<void> {
      await sql`insert into forecast_watch (signal_id, looked_at) values (${signalId}, ${at})
        on conflict (signal_id) do update set looked_at = excluded.looked_at`.execute(kysely)
    },

    /** Signals viewed since a point in time that have no forecast of the day, the last viewed first. */
    async findUnissued({ since, day, limit }: { since: Date; day: string; limit: number }): Promise<string[]> {
      const { rows } = await sql<{ signalId: string }>`
        select w.signal_id as "signalId" from forecast_watch w
        where w.looked_at >= ${since} and not exists (
          select from forecast f where f.signal_id = w.signal_id and f.issued_day = ${day}::date)
        order by w.tried_at nulls first, w.looked_at desc limit ${limit}`.execute(kysely)
      return rows.map(({ signalId }) => signalId)
    },
  }
}
