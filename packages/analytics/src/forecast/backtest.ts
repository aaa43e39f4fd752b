import type { ForecastModel } from './forecast-models.ts'
import { quantileSorted } from 'simple-statistics'
import { seasonalPeriods } from './seasonal-periods.ts'

/** A forecast of the past: made at `origin` from the values before it. */
export interface PastForecast {
  origin: number
  points: Float64Array
}

interface ForecastTask {
  /** On the working scale, without gaps. */
  values: Float64Array
  horizon: number
  /** Season lengths to test. */
  candidates: readonly number[]
  models: readonly ForecastModel[]
}

export interface BacktestInput extends ForecastTask {
  /** Maximum number of origins. */
  folds: number
  /** Minimum number of values that a model needs to learn from. */
  minHistory: number
}

/** Origins are half a horizon apart, so that the forecast of every second one had ended when the newest was made. */
const foldsPerHorizon = 2

/** Origins from which the past is forecast, newest first; after the newest, exactly one horizon remains. */
export function foldOrigins({
  length,
  horizon,
  folds,
  minHistory,
}: {
  length: number
  horizon: number
  folds: number
  minHistory: number
}): number[] {
  const step = Math.max(1, Math.ceil(horizon / foldsPerHorizon))
  return Array.from({ length: folds }, (_, fold) => length - horizon - fold * step).filter(
    (origin) => origin >= minHistory,
  )
}

/** Continues a series with every model, by name. Models for which the series is too short are omitted. */
export function forecastWithEach({ values, horizon, candidates, models }: ForecastTask): Map<string, Float64Array> {
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

/**
 * The scale of MASE: the mean absolute difference of values one `period` apart, in the unit of the values. Gaps are
 * left out. Null when there is no such pair or the series is constant, so that nothing is divided by 0. Hyndman &
 * Koehler (2006), Another look at measures of forecast accuracy, IJF 22.
 */
export function maseScale(values: ArrayLike<number | null>, period: number): number | null {
  let sum = 0
  let pairs = 0
  for (let index = period; index < values.length; index++) {
    const [now, before] = [values[index], values[index - period]]
    if (now == null || before == null) continue
    sum += Math.abs(now - before)
    pairs += 1
  }
  return pairs === 0 || sum === 0 ? null : sum / pairs
}

/** Intended coverage of the bands. */
const bandLevels = [0.5, 0.8, 0.95] as const
export type BandLevel = (typeof bandLevels)[number]

/** How far the ends of a band are from the point of each step, on the working scale. */
export type Bands = (step: number, level: BandLevel) => { low: number; high: number }

/** The number of independent misses that one origin counts as; chosen on M4 series, checked on planted counts (`npm run eval -- forecast`). */
const independentMisses = 2

/** Neighbouring steps on each side that contribute to the spread of a step, as a share of the horizon. */
const reach = 0.25

/**
 * Bands from the misses of past forecasts: split-conformal quantiles of the misses, each divided by the typical miss of its step, so that all steps
 * contribute to the shape and each has its own width. Vovk, Gammerman & Shafer (2005); per horizon as in Stankevičiūtė, Alaa & van der Schaar (2021),
 * NeurIPS 34. Misses of one origin are correlated: each origin counts as two independent ones, so with n = 2 · origins a band of level p is taken at
 * p(1 + 1/n), at most 99.5 %.
 */
export function conformalBands(past: readonly PastForecast[], actual: (index: number) => number | null): Bands {
  const misses = past.map(({ origin, points }) =>
    Array.from(points, (point, step) => {
      const value = actual(origin + step)
      return value === null ? null : value - point
    }),
  )
  const horizon = past[0]?.points.length ?? 0
  const spread = spreadBySteps(misses, horizon)
  const scaled = misses
    .flatMap((line) => line.flatMap((miss, step) => (miss === null ? [] : miss / (spread[step] ?? 1))))
    .toSorted((a, b) => a - b)
  return (step, level) => {
    if (scaled.length === 0) return { low: 0, high: 0 }
    const wide = Math.min(0.995, level * (1 + 1 / (independentMisses * past.length)))
    const width = spread[step] ?? 1
    return {
      low: Math.min(0, width * quantileSorted(scaled, (1 - wide) / 2)),
      high: Math.max(0, width * quantileSorted(scaled, (1 + wide) / 2)),
    }
  }
}

/** The mean absolute miss of each step, over the steps around it; never decreasing with the distance into the future. */
function spreadBySteps(misses: readonly (readonly (number | null)[])[], horizon: number): number[] {
  const neighbourSteps = Math.max(1, Math.round(horizon * reach))
  const spread: number[] = []
  for (let step = 0; step < horizon; step++) {
    const near = misses.flatMap((line) =>
      line
        .slice(Math.max(0, step - neighbourSteps), step + neighbourSteps + 1)
        .flatMap((miss) => (miss === null ? [] : Math.abs(miss))),
    )
    const mean = near.reduce((sum, miss) => sum + miss, 0) / Math.max(1, near.length)
    spread.push(Math.max(mean, spread.at(-1) ?? 0, 1e-9))
  }
  return spread
}

export const ensembleName = 'weighted ensemble'

/** How fast a weight falls with the error: a model with twice the error weighs one sixteenth. */
const sharpness = 4

/**
 * Combines models by their past performance: weights are the inverse of the mean error to the fourth power; points are on the working scale. After
 * Bates & Granger (1969), The combination of forecasts, OR Quarterly 20, who use the second power of the squared error.
 */
export function combine(points: ReadonlyMap<string, Float64Array>, errors: ReadonlyMap<string, number>): Float64Array {
  const [first] = points.values()
  const joined = new Float64Array(first?.length ?? 0)
  let total = 0
  for (const [name, steps] of points) {
    const weight = 1 / Math.max(errors.get(name) ?? 1, 1e-9) ** sharpness
    total += weight
    for (let step = 0; step < joined.length; step++) joined[step] = (joined[step] ?? 0) + weight * (steps[step] ?? 0)
  }
  return joined.map((sum) => sum / total)
}

/** What the ensemble would have forecast at each origin, weighted by the errors of the forecasts that had ended by then; equally where none had. */
export function pastEnsemble(
  past: ReadonlyMap<string, readonly PastForecast[]>,
  errors: ReadonlyMap<string, readonly number[]>,
): PastForecast[] {
  const [some = []] = past.values()
  return some.map(({ origin }, fold) => {
    const points = new Map<string, Float64Array>()
    const known = new Map<string, number>()
    for (const [name, made] of past) {
      const one = made[fold]
      if (one !== undefined) points.set(name, one.points)
      const endedErrors = errors.get(name)?.slice(fold + foldsPerHorizon) ?? []
      known.set(name, endedErrors.length === 0 ? 1 : meanOf(endedErrors))
    }
    return { origin, points: combine(points, known) }
  })
}

/** The mean; 0 for an empty list. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** How a model did on past days that it had not seen. */
export interface TestedModel {
  name: string
  /** Whether it made the forecast: it had the lowest MASE. */
  chosen: boolean
  /** Number of forecasts tested. */
  folds: number
  /** Mean absolute scaled error; the (seasonal) naive model is near 1, lower is better. */
  mase: number
  /** Share of days inside each band, calibrated on older forecasts only; null with too few of these. */
  coverage: Readonly<Record<BandLevel, number | null>>
}

/** Minimum number of older forecasts for testing a band. */
const minCalibration = 3

/** The mean absolute error of each past forecast in the unit of the values, over its first steps; gaps are left out. */
export function absoluteErrors(
  past: readonly PastForecast[],
  {
    actual,
    from,
    steps,
  }: { actual: (index: number) => number | null; from: (working: number) => number; steps?: number },
): number[] {
  return past.map(({ origin, points }) =>
    meanOf(
      Array.from(points.subarray(0, steps), (point, step) => {
        const value = actual(origin + step)
        return value === null ? [] : [Math.abs(value - from(point))]
      }).flat(),
    ),
  )
}

/** The bands that a past forecast would have had; null where too little was known at the time. */
export type PastBands = (fold: number) => Bands | null

/** Conformal bands of past forecasts, calibrated on the misses of forecasts that had ended when each was made. */
export function pastConformalBands(past: readonly PastForecast[], actual: (index: number) => number | null): PastBands {
  return (fold) => {
    const endedForecasts = past.slice(fold + foldsPerHorizon)
    return endedForecasts.length < minCalibration ? null : conformalBands(endedForecasts, actual)
  }
}

/** How often each band contained the days it was made for. */
export function pastCoverage(
  past: readonly PastForecast[],
  { actual, bandsOf }: { actual: (index: number) => number | null; bandsOf: PastBands },
): Record<BandLevel, number | null> {
  const inside = new Map<BandLevel, number>()
  let days = 0
  for (const [fold, { origin, points }] of past.entries()) {
    const bands = bandsOf(fold)
    if (bands === null) break
    for (const [step, point] of points.entries()) {
      const value = actual(origin + step)
      if (value === null) continue
      days += 1
      for (const level of bandLevels) {
        const { low, high } = bands(step, level)
        if (value >= point + low && value <= point + high) inside.set(level, (inside.get(level) ?? 0) + 1)
      }
    }
  }
  const share = (level: BandLevel) => (days === 0 ? null : (inside.get(level) ?? 0) / days)
  return { 0.5: share(0.5), 0.8: share(0.8), 0.95: share(0.95) }
}
