import { median } from 'simple-statistics'

/** A series without its seasons, and the seasonal part of each coming step. */
export interface DeseasonalizedSeries {
  values: Float64Array
  /** The seasonal part of the step `ahead` (1 is the next one). */
  seasonAt(ahead: number): number
}

/**
 * Removes the seasons by classical additive decomposition, the shortest first: the median distance of each place in the season from a centred moving
 * average over one season, profiles centred on 0. On a log scale that is multiplicative.
 */
export function deseasonalize(values: Float64Array, periods: readonly number[]): DeseasonalizedSeries {
  const rest = Float64Array.from(values)
  const profiles: Float64Array[] = []
  for (const period of periods) {
    const profile = seasonalProfile(rest, period)
    for (let index = 0; index < rest.length; index++) rest[index] = (rest[index] ?? 0) - (profile[index % period] ?? 0)
    profiles.push(profile)
  }
  const n = values.length
  return {
    values: rest,
    seasonAt: (ahead) => profiles.reduce((sum, profile) => sum + (profile[(n + ahead - 1) % profile.length] ?? 0), 0),
  }
}

function seasonalProfile(values: Float64Array, period: number): Float64Array {
  const level = centredAverage(values, period)
  const places: number[][] = Array.from({ length: period }, () => [])
  for (const [index, average] of level.entries())
    if (!Number.isNaN(average)) places[index % period]?.push((values[index] ?? 0) - average)
  const profile = Float64Array.from(places, (distances) => (distances.length === 0 ? 0 : median(distances)))
  const mean = profile.reduce((sum, value) => sum + value, 0) / period
  return profile.map((value) => value - mean)
}

/** Moving average over one season, with half weight at both ends of an even one; NaN where the season does not fit. */
function centredAverage(values: Float64Array, period: number): Float64Array {
  const half = Math.floor(period / 2)
  const isEven = period % 2 === 0
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index++) sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0)
  const average = new Float64Array(values.length).fill(Number.NaN)
  for (let index = half; index + half < values.length; index++) {
    const sum = (sums[index + half + 1] ?? 0) - (sums[index - half] ?? 0)
    const ends = isEven ? ((values[index - half] ?? 0) + (values[index + half] ?? 0)) / 2 : 0
    average[index] = (sum - ends) / period
  }
  return average
}
