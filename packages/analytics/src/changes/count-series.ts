/**
 * Days that can be compared, with running sums, so that any run of them costs nothing to add up. Positions count covered
 * days; `at` gives the day of the series that a position stands for.
 */
export interface CountSeries {
  length: number
  counts: Float64Array
  /** What a day could have held: the source's total (or 1), times the factor of its weekday. */
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

/** The days with a count and an exposure above 0, each weighed by the factor of its weekday (7 of them, of the first day first). */
export function coveredDays(
  counts: readonly (number | null)[],
  exposure: readonly (number | null)[] | undefined,
  factors: readonly number[],
): CountSeries {
  const at: number[] = []
  for (let day = 0; day < counts.length; day++) if (isCovered(counts, exposure, day)) at.push(day)
  return toCountSeries({
    counts: Float64Array.from(at, (day) => counts[day] ?? 0),
    exposure: Float64Array.from(at, (day) => (exposure?.[day] ?? 1) * (factors[day % 7] ?? 1)),
    at: Int32Array.from(at),
  })
}

/** The series without the days that are marked. */
export function withoutMarked(series: CountSeries, marked: Uint8Array): CountSeries {
  const kept = Array.from({ length: series.length }, (_, position) => position).filter((at) => marked[at] === 0)
  return toCountSeries({
    counts: Float64Array.from(kept, (position) => series.counts[position] ?? 0),
    exposure: Float64Array.from(kept, (position) => series.exposure[position] ?? 0),
    at: Int32Array.from(kept, (position) => series.at[position] ?? 0),
  })
}

/** Documents of the days [from, to). */
export function countOf({ countSums }: CountSeries, from: number, to: number): number {
  return (countSums[to] ?? 0) - (countSums[from] ?? 0)
}

/** Exposure of the days [from, to). */
export function exposureOf({ exposureSums }: CountSeries, from: number, to: number): number {
  return (exposureSums[to] ?? 0) - (exposureSums[from] ?? 0)
}

/** Whether a day has a count that can be compared. A total of 0 says that the source was silent, not the topic. */
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
