import { createRandom } from '@auspex/contract/random'
import { linearRegression, quantileSorted } from 'simple-statistics'
import {
  absoluteErrors,
  backtest,
  type BandLevel,
  type Bands,
  combine,
  conformalBands,
  ensembleName,
  foldOrigins,
  forecastWithEach,
  maseScale,
  meanOf,
  type PastBands,
  pastConformalBands,
  pastCoverage,
  pastEnsemble,
  type PastForecast,
  type TestedModel,
} from './backtest.ts'
import {
  dampedHoltWinters,
  deseasonalize,
  type ForecastModel,
  harmonicRegression,
  minimize,
} from './forecast-models.ts'

/** Why a series is not forecast. */
export type ForecastRefusal = 'too-short' | 'patchy' | 'dead'

/** Minimum number of past forecasts for choosing between models. */
export const minFolds = 4

/** Maximum share of unknown values. */
export const maxUnknownShare = 0.2

/** Minimum number of values before the first past forecast: four weeks, or three seasons. */
function minHistory(period: number): number {
  return Math.max(28, 3 * period)
}

/** Why a series cannot be forecast; null when it can. */
function refuse(
  values: readonly (number | null)[],
  { horizon, period, kind }: { horizon: number; period: number; kind: 'count' | 'positive' | 'any' },
): ForecastRefusal | null {
  const origins = foldOrigins({
    length: values.length,
    horizon,
    folds: minFolds,
    minHistory: minHistory(period),
  })
  if (origins.length < minFolds) return 'too-short'
  const isKnown = (value: number | null) => value !== null
  const recent = values.slice(-4 * horizon)
  const unknown = values.filter((value) => value === null).length / values.length
  if (unknown > maxUnknownShare || recent.filter(isKnown).length < (1 - maxUnknownShare) * recent.length)
    return 'patchy'
  const moves = recent.filter(isKnown).filter((value) => kind !== 'count' || value > 0)
  return new Set(moves).size === 0 || moves.length < minMoves ? 'dead' : null
}

/** Minimum number of non-empty days within the last four horizons of counts: fewer only show that little happens. */
const minMoves = 8

/**
 * Fills unknown values with the one a season before, else after, else the nearest known one, so that models see no gap.
 */
function fillGaps(values: readonly (number | null)[], period: number): Float64Array {
  const filled = Float64Array.from(values, (value) => value ?? Number.NaN)
  for (let index = 0; index < filled.length; index++)
    if (Number.isNaN(filled[index])) filled[index] = filled[index - period] ?? Number.NaN
  for (let index = filled.length - 1; index >= 0; index--)
    if (Number.isNaN(filled[index])) filled[index] = filled[index + period] ?? filled[index + 1] ?? 0
  return filled
}

/**
 * The Theta method: seasons removed, simple exponential smoothing with half of the linear trend as drift, seasons
 * restored. Assimakopoulos & Nikolopoulos (2000), IJF 16; as smoothing with drift: Hyndman & Billah (2003), IJF 19.
 */
export const theta: ForecastModel = {
  name: 'Theta',
  forecast({ values, periods }, horizon) {
    const n = values.length
    if (n < 4) return null
    const { values: level, seasonAt } = deseasonalize(values, periods)
    const { m: slope } = linearRegression(Array.from(level, (value, index) => [index, value]))
    const alpha = bestAlpha(level)
    const last = smooth(level, alpha).level
    const start = (1 - (1 - alpha) ** n) / alpha
    return Float64Array.from({ length: horizon }, (_, step) => last + (slope / 2) * (step + start) + seasonAt(step + 1))
  },
}

/** Number of simulated futures; each step draws its changes evenly from all past ones, so few futures estimate the quantiles well. */
const futures = 1000
const seed = 1

const anscombe = 3 / 8

const workingScales: Readonly<Record<ValueKind, WorkingScale>> = {
  count: {
    to: (value) => Math.sqrt(value + anscombe),
    from: (working) => Math.max(0, Math.max(0, working) ** 2 - anscombe),
  },
  positive: { to: Math.log, from: Math.exp },
  any: { to: (value) => value, from: (working) => working },
}

export interface ForecastInput {
  /** One value per step, oldest first; null is unknown. */
  values: readonly (number | null)[]
  kind: ValueKind
  /** Steps ahead. Shorter displays are cut from these, so that a step does not depend on how far ahead is displayed. */
  horizon: number
  /** Season of the naive baseline and of MASE's scale: 7 for days, 1 for none. */
  period: number
  /** Possible season lengths; which of them the series has is tested at every origin. Default: `period` alone. */
  candidates?: readonly number[]
  /** Whether changes are nearly independent, like those of prices: the bands are then those of a random walk. Default: false. */
  isWalk?: boolean
  /** Maximum number of past forecasts to test on. Default 12. */
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
  /** The forecast of the (seasonal) naive baseline for the same steps. */
  naive: number[]
  /** Mean absolute one-season difference of the history: the divisor of MASE. */
  scale: number
  /** MASE of the chosen model over the first step, the first two, and so on: the stated accuracy of a forecast that is cut there. */
  maseUntilStep: number[]
}

/**
 * Forecasts a series with the model that did best on its past, and reports how all of them did.
 *
 * The models are the (seasonal) naive baseline, Theta, damped Holt-Winters, a seasonal regression and their weighted ensemble. The lowest MASE
 * (Hyndman & Koehler 2006) over rolling origins is chosen; ties go to the simplest model. Bands are conformal (`conformalBands`), or of a random walk
 * (`walkBands`). Points are medians. Rejects a history that is too short, has too many gaps, or counts hardly anything. Deterministic. About 10 ms
 * for three years of days.
 */
export function forecastSeries(input: ForecastInput): Forecast | { refusal: ForecastRefusal } {
  const { values, kind, horizon, period, candidates = [period], isWalk = false, folds = 12 } = input
  const refusal = refuse(values, { horizon, period, kind })
  if (refusal !== null) return { refusal }
  // an exactly repeating series has no errors, whatever they are divided by
  const scale = maseScale(values, period) ?? 1
  const { to, from } = workingScales[kind]
  const working = fillGaps(values, period).map(to)
  const known = (index: number) => values[index] ?? null
  const knownWorking = (index: number) => (known(index) === null ? null : (working[index] ?? null))
  const task = { values: working, horizon, candidates, models: modelsFor({ period, candidates }) }

  const past = backtest({ ...task, folds, minHistory: minHistory(period) })
  const errorsOf = (made: Parameters<typeof absoluteErrors>[0]) => absoluteErrors(made, { actual: known, from })
  const errors = new Map([...past].map(([name, made]) => [name, errorsOf(made)]))
  const joined = pastEnsemble(past, errors)
  const meanErrors = new Map([...errors].map(([name, list]) => [name, meanOf(list)]))
  const coming = new Map([...forecastWithEach(task)].filter(([name]) => past.has(name)))
  coming.set(ensembleName, combine(coming, meanErrors))
  past.set(ensembleName, joined)
  errors.set(ensembleName, errorsOf(joined))

  const walks = new Map<number, Bands>()
  const walkAt = (length: number) => {
    const bands = walks.get(length) ?? walkBands(working.subarray(0, length), horizon)
    walks.set(length, bands)
    return bands
  }
  const pastBandsOf = (made: readonly PastForecast[]): PastBands =>
    isWalk ? (fold) => walkAt(made[fold]?.origin ?? 0) : pastConformalBands(made, knownWorking)
  const models = [...past]
    .map(([name, made]) => ({
      name,
      chosen: false,
      folds: made.length,
      mase: meanOf(errors.get(name) ?? []) / scale,
      coverage: pastCoverage(made, { actual: knownWorking, bandsOf: pastBandsOf(made) }),
    }))
    .toSorted((a, b) => withoutNoise(a.mase) - withoutNoise(b.mase))
  const model = models[0]?.name ?? ensembleName
  const chosen = past.get(model) ?? []
  const bands = isWalk ? walkAt(working.length) : conformalBands(chosen, knownWorking)
  // twelve digits, because converting to a root or a logarithm and back changes the last ones
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
  return {
    model,
    steps,
    naive,
    models: models.map((eachModel) => ({ ...eachModel, chosen: eachModel.name === model })),
    scale,
    maseUntilStep: steps.map(
      (_, position) => meanOf(absoluteErrors(chosen, { actual: known, from, steps: position + 1 })) / scale,
    ),
  }
}

/** Models without errors differ only in the rounding of their roots and logarithms: they are equal, and the simplest comes first. */
function withoutNoise(value: number): number {
  return Math.round(value * 1e9) / 1e9
}

/** The baseline first, then the naive model of every longer season, then the actual models. */
function modelsFor({ period, candidates }: { period: number; candidates: readonly number[] }): ForecastModel[] {
  const longer = candidates.filter((candidate) => candidate > period && candidate <= maxRepeatPeriod)
  return [
    createSeasonalNaive(period),
    ...longer.map((one) => ({ ...createSeasonalNaive(one), name: `naive over ${one}` })),
    theta,
    dampedHoltWinters,
    harmonicRegression,
  ]
}

/** A longer season is not repeated value by value: one noisy year says little about the same day of the next. */
const maxRepeatPeriod = 200

/**
 * Repeats the last season, or the last value of a series without one: the baseline that every other model has to beat.
 */
export function createSeasonalNaive(period: number): ForecastModel {
  return {
    name: period > 1 ? 'seasonal naive' : 'naive',
    forecast: ({ values }, horizon) =>
      values.length < period
        ? null
        : Float64Array.from({ length: horizon }, (_, step) => values[values.length - period + (step % period)] ?? 0),
  }
}

/**
 * How values are transformed for the models. `count` is for counts of events: square roots even out the spread of Poisson days (Anscombe 1948).
 * `positive` is for prices and sizes above 0, whose changes are proportional: logarithms. `any` leaves values unchanged.
 */
type ValueKind = 'count' | 'positive' | 'any'

/** A monotone scale and its inverse, so quantiles can be transformed both ways. */
interface WorkingScale {
  to(value: number): number
  from(working: number): number
}

/**
 * Bands of a random walk, whose changes are nearly independent, like those of prices: futures are made of changes drawn from the past ones, so that
 * the next day has their heavy tails, and later days spread with the root of time. Efron & Tibshirani (1993), An Introduction to the Bootstrap, §8;
 * evenly drawn as in McKay, Beckman & Conover (1979), Technometrics 21. The uncertainty of a drift estimated from n changes widens step h by √(1 +
 * h/n), as in Hyndman & Athanasopoulos (2021), Forecasting: Principles and Practice, §5.5. A step has the same band whatever the horizon.
 */
export function walkBands(values: Float64Array, horizon: number): Bands {
  const changes = centredChanges(values)
  const random = createRandom(seed)
  const reached = new Float64Array(futures)
  const order = Uint32Array.from(reached, (_, future) => future)
  const steps = Array.from({ length: horizon }, (_, step) => {
    for (let future = futures - 1; future >= 0; future--) {
      const other = random.below(future + 1)
      const place = order[other] ?? 0
      order[other] = order[future] ?? 0
      order[future] = place
      const at = Math.floor(((place + random.next()) / futures) * changes.length)
      reached[future] = (reached[future] ?? 0) + (changes[at] ?? 0)
    }
    const sums = Array.from(reached.toSorted())
    return { sums, wider: Math.sqrt(1 + (step + 1) / Math.max(1, changes.length)) }
  })
  return (step, level) => {
    const { sums, wider } = steps[step] ?? { sums: [0], wider: 1 }
    return {
      low: Math.min(0, wider * quantileSorted(sums, (1 - level) / 2)),
      high: Math.max(0, wider * quantileSorted(sums, (1 + level) / 2)),
    }
  }
}

/** The changes of a series without their mean, which belongs to the point forecast; smallest first. */
function centredChanges(values: Float64Array): Float64Array {
  const changes = values.subarray(1).map((value, index) => value - (values[index] ?? 0))
  const mean = changes.reduce((sum, change) => sum + change, 0) / Math.max(1, changes.length)
  return changes.map((change) => change - mean).toSorted()
}

function bestAlpha(values: Float64Array): number {
  const [best = 0] = minimize(([x = 0]) => smooth(values, toAlpha(x)).squaredError, {
    start: [0],
    stepSize: 1,
    steps: 40,
  })
  return toAlpha(best)
}

/** Maps to a smoothing parameter within [0.01, 0.99]. */
function toAlpha(x: number): number {
  return 0.01 + 0.98 / (1 + Math.exp(-x))
}

function smooth(values: Float64Array, alpha: number): { level: number; squaredError: number } {
  let level = values[0] ?? 0
  let squaredError = 0
  for (const value of values) {
    const error = value - level
    squaredError += error * error
    level += alpha * error
  }
  return { level, squaredError }
}
