import { quantileSorted } from 'simple-statistics'
import type { PastForecast } from './backtest.ts'

/** Intended coverage of the bands. */
export const bandLevels = [0.5, 0.8, 0.95] as const
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
