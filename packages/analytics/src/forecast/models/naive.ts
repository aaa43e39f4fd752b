import type { ForecastModel } from '../forecast-model.ts'

/** Repeats the last season, or the last value of a series without one: what every other model has to beat. */
export function createSeasonalNaive(period: number): ForecastModel {
  return {
    name: period > 1 ? 'seasonal naive' : 'naive',
    forecast: ({ values }, horizon) =>
      values.length < period
        ? null
        : Float64Array.from({ length: horizon }, (_, step) => values[values.length - period + (step % period)] ?? 0),
  }
}
