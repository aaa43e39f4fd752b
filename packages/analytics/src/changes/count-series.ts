/**
 * Comparable days with running sums, so that summing any run of them is cheap. Positions count covered days; `at` maps a position to its day of the
 * series.
 */
export interface CountSeries {
  length: number
  counts: Float64Array
  /** What a day could have contained: the source's total (or 1) times the factor of its weekday. */
  exposure: Float64Array
  at: Int32Array
  /** Sums of the first n days, n from 0 to `length`. */
  countSums: Float64Array
  exposureSums: Float64Array
}

/** Builds the series from columns of equal length. */
export function toCountSeries({ counts, exposure, at }: Pick<CountSeries, 'counts' | 'exposure' | 'at'>): CountSeries {
  return {
    length: counts.length,
    counts,
    exposure,
    at,
    countSums: runningSums(counts),
    exposureSums: runningSums(exposure),
  }
}

/**
 * The days with a count and an exposure above 0, each weighted by the factor of its weekday (7 factors, starting with the weekday of the first day).
 */
export function coveredDays(
  counts: readonly (number | null)[],
  exposure: readonly (number | null)[] | undefined,
  factors: readonly number[],
): CountSeries {
  const marked = new Uint8Array(counts.length)
  for (let day = 0; day < counts.length; day++) if (!isCovered(counts, exposure, day)) marked[day] = 1
  const at = unmarkedPositions(marked)
  const covered = { counts: new Float64Array(at.length), exposure: new Float64Array(at.length), at }
  for (let position = 0; position < at.length; position++) {
    const day = at[position] ?? 0
    covered.counts[position] = counts[day] ?? 0
    covered.exposure[position] = (exposure === undefined ? 1 : (exposure[day] ?? 1)) * (factors[day % 7] ?? 1)
  }
  return toCountSeries(covered)
}

/** The series without the marked days. */
export function withoutMarked(series: CountSeries, marked: Uint8Array): CountSeries {
  const positions = unmarkedPositions(marked)
  const part = {
    counts: new Float64Array(positions.length),
    exposure: new Float64Array(positions.length),
    at: positions.slice(),
  }
  for (let position = 0; position < positions.length; position++) {
    const from = positions[position] ?? 0
    part.counts[position] = series.counts[from] ?? 0
    part.exposure[position] = series.exposure[from] ?? 0
    part.at[position] = series.at[from] ?? 0
  }
  return toCountSeries(part)
}

function unmarkedPositions(marked: Uint8Array): Int32Array {
  const positions = new Int32Array(marked.length)
  let length = 0
  for (let position = 0; position < marked.length; position++)
    if (marked[position] === 0) positions[length++] = position
  return positions.slice(0, length)
}

/** Documents of the days [from, to). */
export function countOf({ countSums }: CountSeries, from: number, to: number): number {
  return (countSums[to] ?? 0) - (countSums[from] ?? 0)
}

/** Exposure of the days [from, to). */
export function exposureOf({ exposureSums }: CountSeries, from: number, to: number): number {
  return (exposureSums[to] ?? 0) - (exposureSums[from] ?? 0)
}

/** Whether a day has a count that can be compared. A total of 0 means that the source was silent, not the topic. */
export function isCovered(
  counts: readonly (number | null)[],
  exposure: readonly (number | null)[] | undefined,
  day: number,
): boolean {
  return (counts[day] ?? null) !== null && (exposure === undefined || (exposure[day] ?? 0) > 0)
}

function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  let sum = 0
  for (let index = 0; index < values.length; index++) {
    sum += values[index] ?? 0
    sums[index + 1] = sum
  }
  return sums
}
