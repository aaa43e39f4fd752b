import { type PastForecast, foldsPerHorizon } from './backtest.ts'
import { type BandLevel, bandLevels, conformalBands } from './bands.ts'
import { meanOf } from './ensemble.ts'

/** How a model did on days of the past that it had not seen. */
export interface TestedModel {
  name: string
  /** Whether it made the forecast: it had the lowest MASE. */
  chosen: boolean
  /** Forecasts that were tested. */
  folds: number
  /** Mean absolute scaled error; the (seasonal) naive model is near 1, lower is better. */
  mase: number
  /** Share of days inside each band, calibrated on older forecasts only; null with too few of these. */
  coverage: Readonly<Record<BandLevel, number | null>>
}

/** Fewest older forecasts from which a band can be tested. */
const leastCalibration = 3

/** The mean absolute error of each past forecast in the unit of the values; gaps are left out. */
export function absoluteErrors(
  past: readonly PastForecast[],
  { actual, from }: { actual: (index: number) => number | null; from: (working: number) => number },
): number[] {
  return past.map(({ origin, points }) =>
    meanOf(
      Array.from(points, (point, step) => {
        const value = actual(origin + step)
        return value === null ? [] : [Math.abs(value - from(point))]
      }).flat(),
    ),
  )
}

/**
 * How often each band held the days it was made for. A past forecast gets the band that it would have had: from misses of
 * forecasts that had ended when it was made.
 */
export function pastCoverage(
  past: readonly PastForecast[],
  actual: (index: number) => number | null,
): Record<BandLevel, number | null> {
  const inside = new Map<BandLevel, number>()
  let days = 0
  for (const [fold, { origin, points }] of past.entries()) {
    const ended = past.slice(fold + foldsPerHorizon)
    if (ended.length < leastCalibration) break
    const bands = conformalBands(ended, actual)
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
