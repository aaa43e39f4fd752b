import type { CountSeries } from './count-series.ts'
import { levelOf } from './find-shifts.ts'

/**
 * The usual level of each position of `all`, from the segments of `levelDays` (the same series, perhaps without marked days).
 * Segments of up to `maxSpikeDays` days, and days that `levelDays` lacks, take the higher one of the long segments beside them:
 * a spike must stand above both.
 */
export function usualLevels(
  all: CountSeries,
  { levelDays, bounds, maxSpikeDays }: { levelDays: CountSeries; bounds: readonly number[]; maxSpikeDays: number },
): Float64Array {
  const segments = bounds.slice(1).map((to, index) => {
    const from = bounds[index] ?? 0
    return {
      // days of the series from which and up to which the segment reaches
      start: levelDays.at[from] ?? 0,
      end: levelDays.at[to - 1] ?? 0,
      isLong: to - from > maxSpikeDays,
      level: levelOf(levelDays, bounds, index),
    }
  })
  const long = segments.some(({ isLong }) => isLong) ? segments.filter(({ isLong }) => isLong) : segments
  const base = new Float64Array(all.length)
  let next = 0
  for (let at = 0; at < all.length; at++) {
    const day = all.at[at] ?? 0
    while (next < long.length && (long[next]?.end ?? 0) < day) next++
    const [after, before] = [long[next], long[next - 1]]
    const isInside = after !== undefined && after.start <= day
    base[at] = isInside ? after.level : Math.max(after?.level ?? 0, before?.level ?? 0)
  }
  return base
}
