import { backtest, forecastWithEach } from './backtest.ts'
import { type BandLevel, conformalBands } from './bands.ts'
import { combine, ensembleName, meanOf, pastEnsemble } from './ensemble.ts'
import type { ForecastModel } from './forecast-model.ts'
import { fillGaps, type ForecastRefusal, leastHistory, refuse } from './history.ts'
import { maseScale } from './mase.ts'
import { dampedHoltWinters } from './models/damped-holt-winters.ts'
import { harmonicRegression } from './models/harmonic-regression.ts'
import { createSeasonalNaive } from './models/naive.ts'
import { theta } from './models/theta.ts'
import { absoluteErrors, pastCoverage, type TestedModel } from './score-models.ts'
import { type ValueKind, workingScales } from './working-scale.ts'

export interface ForecastInput {
  /** One value a step, oldest first; null is unknown. */
  values: readonly (number | null)[]
  kind: ValueKind
  /** Steps ahead. */
  horizon: number
  /** Season of the naive baseline and of MASE's scale: 7 for days, 1 for none. */
  period: number
  /** Season lengths that the series may show; which it does is tested at every origin. Default: `period` alone. */
  candidates?: readonly number[]
  /** Past forecasts to test on, at most. Default 12. */
  folds?: number
}

/** One step ahead, in the unit of the values: the median and three bands around it. */
export interface ForecastStep {
  point: number
  low50: number
  high50: number
  low80: number
  high80: number
  low95: number
  high95: number
}

export interface Forecast {
  /** Name of the model that made it. */
  model: string
  steps: ForecastStep[]
  /** Every model that was tried, best first. */
  models: TestedModel[]
  /** What the (seasonal) naive baseline says of the same steps. */
  naive: number[]
  /** Mean absolute one-season difference of the history: what MASE divides errors by. */
  scale: number
}

/**
 * Forecasts a series with the model that did best on its past, and says how all of them did.
 *
 * Tried are the (seasonal) naive baseline, Theta, damped Holt-Winters, a seasonal regression and their weighted ensemble.
 * The choice is the lowest MASE (Hyndman & Koehler 2006) over rolling origins, of equals the simplest model. Bands are conformal
 * (`conformalBands`). Points are medians. Refuses a history that is too short, has too many gaps, or hardly counts anything.
 * Deterministic. About 10 ms for three years of days.
 */
export function forecastSeries(input: ForecastInput): Forecast | { refused: ForecastRefusal } {
  const { values, kind, horizon, period, candidates = [period], folds = 12 } = input
  const refused = refuse(values, { horizon, period, kind })
  if (refused !== null) return { refused }
  // what repeats itself exactly is missed by nothing, whatever its errors are divided by
  const scale = maseScale(values, period) ?? 1
  const { to, from } = workingScales[kind]
  const working = fillGaps(values, period).map(to)
  const known = (index: number) => values[index] ?? null
  const knownWorking = (index: number) => (known(index) === null ? null : (working[index] ?? null))
  const task = { values: working, horizon, candidates, models: modelsFor({ period, candidates }) }

  const past = backtest({ ...task, folds, leastHistory: leastHistory(period) })
  const errorsOf = (made: Parameters<typeof absoluteErrors>[0]) => absoluteErrors(made, { actual: known, from })
  const errors = new Map([...past].map(([name, made]) => [name, errorsOf(made)]))
  const joined = pastEnsemble(past, errors)
  const meanErrors = new Map([...errors].map(([name, list]) => [name, meanOf(list)]))
  const coming = new Map([...forecastWithEach(task)].filter(([name]) => past.has(name)))
  coming.set(ensembleName, combine(coming, meanErrors))
  past.set(ensembleName, joined)
  errors.set(ensembleName, errorsOf(joined))

  const models = [...past]
    .map(([name, made]) => ({
      name,
      chosen: false,
      folds: made.length,
      mase: meanOf(errors.get(name) ?? []) / scale,
      coverage: pastCoverage(made, knownWorking),
    }))
    .toSorted((a, b) => withoutNoise(a.mase) - withoutNoise(b.mase))
  const model = models[0]?.name ?? ensembleName
  const bands = conformalBands(past.get(model) ?? [], knownWorking)
  // twelve digits, because a root or a logarithm there and back changes the last ones
  const valueOf = (onScale: number) => Number(from(onScale).toPrecision(12))
  const end = (step: number, point: number, level: BandLevel) => {
    const { low, high } = bands(step, level)
    return { low: valueOf(point + low), high: valueOf(point + high) }
  }
  const steps = Array.from(coming.get(model) ?? [], (point, step) => {
    const [half, most, nearlyAll] = [end(step, point, 0.5), end(step, point, 0.8), end(step, point, 0.95)]
    return {
      point: valueOf(point),
      low50: half.low,
      high50: half.high,
      low80: most.low,
      high80: most.high,
      low95: nearlyAll.low,
      high95: nearlyAll.high,
    }
  })
  const naive = Array.from(coming.get(task.models[0]?.name ?? '') ?? [], valueOf)
  return { model, steps, naive, models: models.map((one) => ({ ...one, chosen: one.name === model })), scale }
}

/** Models that miss nothing differ in the digits of their roots and logarithms alone: they are equal, and the simplest comes first. */
function withoutNoise(value: number): number {
  return Math.round(value * 1e9) / 1e9
}

/** The baseline first, then every longer season's naive, then the models proper. */
function modelsFor({ period, candidates }: { period: number; candidates: readonly number[] }): ForecastModel[] {
  const longer = candidates.filter((one) => one > period && one <= longestRepeat)
  return [
    createSeasonalNaive(period),
    ...longer.map((one) => ({ ...createSeasonalNaive(one), name: `naive over ${one}` })),
    theta,
    dampedHoltWinters,
    harmonicRegression,
  ]
}

/** A season that is longer is not repeated value by value: one noisy year tells little of the same day of the next. */
const longestRepeat = 200
