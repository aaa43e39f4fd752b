import { type Interval, z95 } from '../series/interval.ts'

/** The views of a typical video. */
export interface TypicalViews {
  videos: number
  median: number
  /** 95 % bounds of the median; null with fewer than six values, which cannot bound it with that certainty. */
  interval: Interval | null
  lowerQuarter: number
  upperQuarter: number
  /** Share of all views that belongs to the most viewed video; null when there are no views. */
  topShare: number | null
}

/** With five values even the smallest and the largest contain the median between them with only 94 %. */
const minForBounds = 6

/**
 * Median and quartiles of views, none of which one viral hit moves. The bounds of the median are order statistics and do not depend on the
 * distribution of the values: the binomial's normal approximation with half a rank to the outside (Conover 1999, Practical Nonparametric Statistics,
 * §3.2). Null without values.
 */
export function typicalViews(views: readonly number[]): TypicalViews | null {
  if (views.length === 0) return null
  const sorted = Float64Array.from(views).toSorted()
  const total = sorted.reduce((sum, value) => sum + value, 0)
  return {
    videos: sorted.length,
    median: quantile(sorted, 0.5),
    interval: medianInterval(sorted),
    lowerQuarter: quantile(sorted, 0.25),
    upperQuarter: quantile(sorted, 0.75),
    topShare: total === 0 ? null : (sorted.at(-1) ?? 0) / total,
  }
}

/** The median; null without values. */
export function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile(Float64Array.from(values).toSorted(), 0.5)
}

/** How far views are from the typical number, in halvings and doublings: a video with half the median is as far away as one with twice the median. */
export function distanceFromUsual(views: number, median: number): number {
  return Math.abs(Math.log2((views + 1) / (median + 1)))
}

/** Between ranks the value is interpolated (Hyndman & Fan 1996, type 7). */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (high - low) * (place - below)
}

function medianInterval(sorted: Float64Array): Interval | null {
  const n = sorted.length
  if (n < minForBounds) return null
  const half = (z95 * Math.sqrt(n)) / 2
  const first = Math.max(0, Math.floor(n / 2 - half - 0.5))
  const last = Math.min(n - 1, Math.ceil(n / 2 + half - 0.5))
  return { low: sorted[first] ?? 0, high: sorted[last] ?? 0 }
}
