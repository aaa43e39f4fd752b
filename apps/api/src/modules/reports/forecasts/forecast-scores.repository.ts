import type { Provenance } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { forecastColumns, type ForecastScore, isBacktest, type IssuedForecast } from './forecasts.repository.ts'

export interface ScoreSums {
  model: string
  horizonDays: number
  provenance: Provenance
  isBacktest: boolean
  issued: number
  scored: number
  daysScored: number
  backtestMase: number
  scaledError: number
  naiveScaledError: number
  inside50: number
  inside80: number
  inside95: number
}

export type ForecastScoresRepository = ReturnType<typeof createForecastScoresRepository>

/** SQL of how forecasts turned out. */
export function createForecastScoresRepository({ kysely }: Database) {
  return {
    /** Forecasts without a score whose last day was before `day`, the oldest first. */
    async findDue(day: string, limit: number): Promise<IssuedForecast[]> {
      const { rows } = await sql<IssuedForecast>`
        select ${forecastColumns} from forecast f
        left join forecast_score s on s.forecast_id = f.id left join forecast_turn t on t.forecast_id = f.id
        where s.forecast_id is null and f.last_day < ${day}::date
        order by t.looked_at nulls first, f.last_day, f.id limit ${limit}`.execute(kysely)
      return rows
    },

    /** Moves a forecast behind the others that wait for a score. */
    async noteLook(forecastId: string, at: Date): Promise<void> {
      await sql`
        insert into forecast_turn (forecast_id, looked_at) values (${forecastId}, ${at})
        on conflict (forecast_id) do update set looked_at = excluded.looked_at`.execute(kysely)
    },

    async saveScore(forecastId: string, score: ForecastScore, at: Date): Promise<void> {
      const { state, actual, days, absoluteError, naiveAbsoluteError, inside50, inside80, inside95 } = score
      await sql`
        insert into forecast_score (forecast_id, state, actual, days, absolute_error, naive_absolute_error, inside50, inside80,
          inside95, scored_at)
        values (${forecastId}, ${state}, ${JSON.stringify(actual)}::jsonb, ${days}, ${absoluteError}, ${naiveAbsoluteError},
          ${inside50}, ${inside80}, ${inside95}, ${at})
        on conflict (forecast_id) do nothing`.execute(kysely)
    },

    /** Sums of scores by model, horizon and provenance, back-tests separately. Errors are summed per day, after scaling. */
    async sumScores(): Promise<ScoreSums[]> {
      const { rows } = await sql<ScoreSums>`
        select f.model, f.horizon_days as "horizonDays", f.provenance, ${isBacktest} as "isBacktest", count(*)::int as issued,
          (count(*) filter (where s.state = 'scored'))::int as scored,
          coalesce(sum(s.days), 0)::int as "daysScored", avg(f.backtest_mase) as "backtestMase",
          coalesce(sum(s.absolute_error / f.scale), 0) as "scaledError",
          coalesce(sum(s.naive_absolute_error / f.scale), 0) as "naiveScaledError",
          coalesce(sum(s.inside50), 0)::int as inside50, coalesce(sum(s.inside80), 0)::int as inside80,
          coalesce(sum(s.inside95), 0)::int as inside95
        from forecast f left join forecast_score s on s.forecast_id = f.id
        group by f.model, f.horizon_days, f.provenance, ${isBacktest}
        order by scored desc, issued desc, f.model, f.horizon_days limit 100`.execute(kysely)
      return rows
    },
  }
}
