import { addDays } from '../series/daily-series.ts'
import { isCovered } from './count-series.ts'
import type { CoverageGap, InflectionSeries } from './inflection.types.ts'

/** A source that should have had so many documents and had none was not read (chance below e^-10); with fewer, it was quiet. */
const missedDocuments = 10
/** Days on each side that say how much a source had around a gap. */
const aroundDays = 28

/**
 * Runs of days that were not covered: null days after the first covered one, and days on which the source itself had
 * nothing though in the weeks around, on both sides, it had much.
 */
export function coverageGaps({ firstDay, counts, exposure }: InflectionSeries): CoverageGap[] {
  const gaps: CoverageGap[] = []
  let from: number | null = null
  let seen = false
  for (let day = 0; day <= counts.length; day++) {
    const isOpen = day < counts.length && !isCovered(counts, exposure, day)
    if (isOpen && seen) from ??= day
    if (!isOpen && from !== null) {
      const run = { from, to: day }
      if (isGap(run)) gaps.push(toGap(firstDay, { ...run, length: counts.length }, null))
      from = null
    }
    seen ||= !isOpen
  }
  return gaps

  function isGap({ from: start, to }: { from: number; to: number }): boolean {
    for (let day = start; day < to; day++) if ((counts[day] ?? null) === null) return true
    const before = usualOf(exposure?.slice(Math.max(0, start - aroundDays), start) ?? [])
    const after = to === counts.length ? before : usualOf(exposure?.slice(to, to + aroundDays) ?? [])
    return Math.min(before, after) * (to - start) >= missedDocuments
  }
}

/** Documents a day, days without any included. */
function usualOf(totals: readonly (number | null)[]): number {
  return totals.reduce<number>((sum, total) => sum + (total ?? 0), 0) / Math.max(1, totals.length)
}

/** A gap over the days [from, to); without an end when it reaches the end of the series. */
export function toGap(
  firstDay: string,
  { from, to, length }: { from: number; to: number; length: number },
  pValue: number | null,
): CoverageGap {
  return {
    day: addDays(firstDay, from),
    kind: 'coverage_gap',
    endDay: to >= length ? null : addDays(firstDay, to - 1),
    pValue,
  }
}
