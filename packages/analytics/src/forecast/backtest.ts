import type { ForecastModel } from './forecast-model.ts'
import { seasonalPeriods } from './seasonal-periods.ts'

/** A forecast of the past: made at `origin` from the values before it. */
export interface PastForecast {
  origin: number
  points: Float64Array
}

export interface BacktestInput {
  /** On the working scale, without gaps. */
  values: Float64Array
  horizon: number
  /** Season lengths to test. */
  candidates: readonly number[]
  models: readonly ForecastModel[]
  /** Maximum number of origins. */
  folds: number
  /** Minimum number of values that a model needs to learn from. */
  leastHistory: number
}

/** Origins are half a horizon apart, so that the forecast of every second one had ended when the newest was made. */
export const foldsPerHorizon = 2

/** Origins from which the past is forecast, newest first; after the newest, exactly one horizon remains. */
export function foldOrigins({
  length,
  horizon,
  folds,
  leastHistory,
}: Pick<BacktestInput, 'horizon' | 'folds' | 'leastHistory'> & { length: number }): number[] {
  const step = Math.max(1, Math.ceil(horizon / foldsPerHorizon))
  return Array.from({ length: folds }, (_, fold) => length - horizon - fold * step).filter(
    (origin) => origin >= leastHistory,
  )
}

/** Continues a series with every model, by name. Models for which the series is too short are omitted. */
export function forecastWithEach({
  values,
  horizon,
  candidates,
  models,
}: Pick<BacktestInput, 'values' | 'horizon' | 'candidates' | 'models'>): Map<string, Float64Array> {
  const input = { values, periods: seasonalPeriods(values, candidates) }
  return new Map(
    models.flatMap((model) => {
      const points = model.forecast(input, horizon)
      return points === null ? [] : [[model.name, points] as const]
    }),
  )
}

/**
 * Rolling-origin evaluation (Tashman 2000, IJF 16): every model is refitted at each origin and sees nothing after it, which includes the search for
 * seasons. By model, newest origin first; a model that could not forecast from every origin is omitted.
 */
export function backtest(input: BacktestInput): Map<string, PastForecast[]> {
  const origins = foldOrigins({ ...input, length: input.values.length })
  const past = new Map<string, PastForecast[]>()
  for (const origin of origins) {
    for (const [name, points] of forecastWithEach({ ...input, values: input.values.subarray(0, origin) })) {
      const forecasts = past.get(name) ?? []
      forecasts.push({ origin, points })
      past.set(name, forecasts)
    }
  }
  return new Map([...past].filter(([, made]) => made.length === origins.length))
}
