import { addDays, daysBetween } from '@auspex/analytics'

/** Days that a report shows at most: the contract's bound, about a hundred and nine years. */
export const maxDays = 40_000

const dayMs = 86_400_000

/** Days from `from` to `to`, both included; 0 when `to` is earlier. */
export function countDays(from: string, to: string): number {
  return Math.max(0, daysBetween(from, to) + 1)
}

/** Every day from `from` to `to`, both included. */
export function listDays(from: string, to: string): string[] {
  const start = Date.parse(from)
  return Array.from({ length: countDays(from, to) }, (_, index) =>
    new Date(start + index * dayMs).toISOString().slice(0, 10),
  )
}

/**
 * The days that a signal's series covers: from the first match (or the first day asked for) to the newest day the library
 * holds of the measured sources (or the last day asked for). Days after what the library holds are unknown, so they are
 * left out and never shown as zero.
 */
export function reportDays(input: {
  firstMatch: string | null
  lastMatch: string | null
  /** First and last day of the measured sources in the library; null when it holds nothing of them. */
  library: { firstDay: string; lastDay: string } | null
  asked: { startDate: string | null; endDate: string | null }
  today: string
}): { firstDay: string; lastDay: string } {
  const { firstMatch, lastMatch, library, asked, today } = input
  const held =
    asked.endDate === null || (library !== null && asked.endDate > library.lastDay)
      ? (library?.lastDay ?? asked.endDate ?? today)
      : asked.endDate
  const lastDay = later(held, lastMatch)
  const begin = asked.startDate === null || library === null ? firstMatch : later(asked.startDate, library.firstDay)
  const firstDay = earlier(earlier(begin ?? lastDay, firstMatch), lastDay)
  return { firstDay: later(firstDay, addDays(lastDay, 1 - maxDays)), lastDay }
}

function later(a: string, b: string | null): string {
  return b !== null && b > a ? b : a
}

function earlier(a: string, b: string | null): string {
  return b !== null && b < a ? b : a
}
