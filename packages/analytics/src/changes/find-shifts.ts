import { type Scatter, segmentCost, splitGain } from './count-model.ts'
import { type CountSeries, countOf, exposureOf } from './count-series.ts'
import { scanPValue } from './false-discovery.ts'
import { optimalPartition, screenCandidates } from './optimal-partition.ts'

/** Positions with a smaller saving are not considered; chance alone reaches it somewhere in every series. */
const minGain = 4

/** Bounds of segments of constant level, including 0 and the length. */
export function segmentLevels(series: CountSeries, { spread, tie }: Scatter, minLength: number): number[] {
  const { length } = series
  if (length < 2 * minLength) return [0, length]
  const cost = (from: number, to: number) => segmentCost(series, spread, from, to)
  const candidates = screenCandidates({ length, cost, least: minGain * tie })
  return optimalPartition({ length, candidates, cost, penalty: 2 * tie * Math.log(length), minLength })
}

/** A cut between two levels. */
export interface Cut {
  /** Position of the first day of the new level. */
  at: number
  pValue: number
}

/**
 * P values of the inner bounds of a segmentation: the probability that noise of the whole series' length contains a cut with the same gain between
 * windows of these lengths (the scan of the two segments, times the number of windows of that length).
 */
export function cutPValues(series: CountSeries, { spread, tie }: Scatter, bounds: readonly number[]): Cut[] {
  return bounds.slice(1, -1).map((at, index) => {
    const [from, to] = [bounds[index] ?? 0, bounds[index + 2] ?? series.length]
    const gain = splitGain(series, spread, [from, at, to]) / tie
    const scan = scanPValue(gain, { length: to - from, margin: Math.min(7, (to - from) / 4) })
    return { at, pValue: Math.min(1, (scan * 2 * series.length) / (to - from)) }
  })
}

/** Removes the weakest cut until every remaining one is at most `limit` likely by chance and changes the level enough. */
export function pruneCuts(
  series: CountSeries,
  scatter: Scatter,
  { bounds, limit, leastChange }: { bounds: readonly number[]; limit: number; leastChange: number },
): number[] {
  const remaining = [...bounds]
  while (remaining.length > 2) {
    const cuts = cutPValues(series, scatter, remaining).map((cut, index) => {
      const change = Math.abs(Math.log(levelOf(series, remaining, index + 1) / levelOf(series, remaining, index)))
      return { ...cut, isSmall: change < Math.log(leastChange) }
    })
    const weakest = cuts.toSorted((a, b) => Number(b.isSmall) - Number(a.isSmall) || b.pValue - a.pValue)[0]
    if (weakest === undefined || (!weakest.isSmall && weakest.pValue <= limit)) break
    remaining.splice(remaining.indexOf(weakest.at), 1)
  }
  return remaining
}

/** Level of a segment: documents per unit of exposure, with half a document added where there is none. */
export function levelOf(series: CountSeries, bounds: readonly number[], segment: number): number {
  const [from, to] = [bounds[segment] ?? 0, bounds[segment + 1] ?? series.length]
  return Math.max(0.5, countOf(series, from, to)) / exposureOf(series, from, to)
}
