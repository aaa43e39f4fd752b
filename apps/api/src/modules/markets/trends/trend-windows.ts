import { addDays, daysBetween, type TrendWindows } from '@auspex/analytics'

/** All documents of the library on one day. */
export interface LibraryDay {
  day: string
  documents: number
}

/** Window lengths in days, longest first. */
const lengths = [28, 7] as const
/** A day with less than this part of the usual number is not over yet, or was hardly read. */
const enoughShare = 0.25
const enoughDocuments = 5
const usualDays = 28

/**
 * Chooses what to compare: the windows end on the newest day that has at least a quarter of the median of the last 28 days with documents. Null when
 * the library is too young for two windows of a week; a requested length is used unchanged.
 */
export function chooseWindows(days: readonly LibraryDay[], requestedDays?: number): TrendWindows | null {
  const sorted = [...days].filter(({ documents }) => documents > 0).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const usualDocuments = medianOf(sorted.slice(-usualDays).map(({ documents }) => documents))
  const newest = sorted.findLast(
    ({ documents }) => documents >= Math.max(enoughDocuments, enoughShare * usualDocuments),
  )
  const oldest = sorted[0]
  if (newest === undefined || oldest === undefined) return null
  const reach = daysBetween(oldest.day, newest.day) + 1
  const windowDays = requestedDays ?? lengths.find((length) => reach >= 2 * length)
  return windowDays === undefined
    ? null
    : {
        asOf: newest.day,
        windowDays,
        from: addDays(newest.day, 1 - 2 * windowDays),
        middle: addDays(newest.day, 1 - windowDays),
      }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Every day of both windows, oldest first. */
export function windowDaysOf({ from, windowDays }: TrendWindows): string[] {
  return Array.from({ length: 2 * windowDays }, (_, index) => addDays(from, index))
}

/** Maximum window drawn by day; a longer one is drawn by week, or its line would be noise. */
const maxDaysByDay = 28
const week = 7

/** Number of days summed into each value of a sparkline. */
export function stepDaysOf(windowDays: number): number {
  return windowDays > maxDaysByDay ? week : 1
}

/** Sums days in steps that end with the last day; omits days before the first complete step. Null when all days of a step are null. */
export function sumSteps(days: readonly (number | null)[], step: number): (number | null)[] {
  const steps: (number | null)[] = []
  for (let from = days.length % step; from < days.length; from += step) {
    const knownValues = days.slice(from, from + step).filter((value) => value !== null)
    steps.push(knownValues.length === 0 ? null : knownValues.reduce((sum, value) => sum + value, 0))
  }
  return steps
}
