import { type PastForecast, foldsPerHorizon } from './backtest.ts'
import { type BandLevel, type Bands, bandLevels, conformalBands } from './bands.ts'
import { meanOf } from './ensemble.ts'

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
