import { addDays } from '../series/daily-series.ts'
import { isCovered } from './count-series.ts'
import type { Inflection, InflectionSeries } from './inflection.types.ts'

/** A source that should have had so many documents and had none was not read (chance below e^-10); with fewer, it was quiet. */
const missedDocuments = 10

/**
 * Runs of days that were not covered: null days after the first covered one, and days on which the source itself had
 * nothing though it usually has much.
 */
export function coverageGaps({ firstDay, counts, exposure }: InflectionSeries): Inflection[] {
  const usual = medianOf(exposure?.filter((total) => total !== null && total > 0) ?? [])
  const gaps: Inflection[] = []
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

  function isGap(run: { from: number; to: number }): boolean {
    for (let day = run.from; day < run.to; day++) if ((counts[day] ?? null) === null) return true
    return (usual ?? 0) * (run.to - run.from) >= missedDocuments
  }
}

/** A gap over the days [from, to); without an end when it reaches the end of the series. */
export function toGap(
  firstDay: string,
  { from, to, length }: { from: number; to: number; length: number },
  pValue: number | null,
): Inflection {
  return {
    day: addDays(firstDay, from),
    kind: 'coverage_gap',
    endDay: to >= length ? null : addDays(firstDay, to - 1),
    change: null,
    before: null,
    after: null,
    countBefore: 0,
    countAfter: 0,
    pValue,
  }
}

function medianOf(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
