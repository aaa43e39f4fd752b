import type { Scatter } from './count-model.ts'
import { type CountSeries, countOf, exposureOf } from './count-series.ts'

/** Days over which a level is taken as constant when the scatter and the correlation of days are measured. */
const scatterDays = 14
const tieDays = 28
/** Maximum lag at which days are taken to be correlated; beyond a week it is the level that changes. */
const lags = 6
const maxTie = 8

/**
 * Measures how counts scatter, within short windows that end at the `bounds` of segments, so that changes of the level are not taken for noise.
 * Method of moments for the spread; `tie` is 1 + 2 Σ (1 - j/7) ρⱼ of Pearson residuals (Bartlett's long-run variance), never below 1.
 */
export function measureScatter(series: CountSeries, bounds: readonly number[]): Scatter {
  const spread = overdispersion(series, bounds)
  return { spread, tie: tieOf(series, bounds, spread) }
}

function overdispersion(series: CountSeries, bounds: readonly number[]): number {
  let excess = 0
  let squares = 0
  eachWindow(bounds, scatterDays, (from, to) => {
    const rate = countOf(series, from, to) / exposureOf(series, from, to)
    for (let at = from; at < to; at++) {
      const expected = rate * (series.exposure[at] ?? 0)
      const residual = (series.counts[at] ?? 0) - expected
      const freedom = 1 - 1 / (to - from)
      excess += residual * residual - expected * freedom
      squares += rate * expected * freedom
    }
  })
  return squares === 0 ? 0 : Math.max(0, excess / squares)
}

function tieOf(series: CountSeries, bounds: readonly number[], spread: number): number {
  const products = new Float64Array(lags + 1)
  const pairs = new Float64Array(lags + 1)
  const residuals = new Float64Array(tieDays * 2)
  let windows = 0
  let days = 0
  eachWindow(bounds, tieDays, (from, to) => {
    const rate = countOf(series, from, to) / exposureOf(series, from, to)
    if (rate === 0) return
    windows++
    days += to - from
    for (let at = from; at < to; at++) {
      const expected = rate * (series.exposure[at] ?? 0)
      residuals[at - from] = ((series.counts[at] ?? 0) - expected) / Math.sqrt(expected * (1 + spread * rate))
    }
    for (let lag = 0; lag <= lags; lag++)
      for (let at = lag; at < to - from; at++) {
        products[lag] = (products[lag] ?? 0) + (residuals[at] ?? 0) * (residuals[at - lag] ?? 0)
        pairs[lag] = (pairs[lag] ?? 0) + 1
      }
  })
  const variance = (products[0] ?? 0) / Math.max(1, pairs[0] ?? 0)
  if (variance === 0) return 1
  let tie = 1
  for (let lag = 1; lag <= lags; lag++) {
    const correlation = (products[lag] ?? 0) / Math.max(1, pairs[lag] ?? 0) / variance
    // residuals around their own mean have a correlation of -1/n each
    tie += 2 * (1 - lag / (lags + 1)) * (correlation + windows / days)
  }
  return Math.min(maxTie, Math.max(1, tie))
}

/** Cuts segments into windows of about `length` days; remainders that are too short to be informative are left out. */
function eachWindow(bounds: readonly number[], length: number, visit: (from: number, to: number) => void): void {
  for (let index = 1; index < bounds.length; index++) {
    const [start, end] = [bounds[index - 1] ?? 0, bounds[index] ?? 0]
    const windows = Math.max(1, Math.floor((end - start) / length))
    for (let window = 0; window < windows; window++) {
      const from = start + Math.floor(((end - start) * window) / windows)
      const to = start + Math.floor(((end - start) * (window + 1)) / windows)
      if (to - from >= 4) visit(from, to)
    }
  }
}
