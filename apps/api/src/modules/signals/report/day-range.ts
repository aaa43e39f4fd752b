import { addDays, daysBetween } from '@auspex/analytics'

/** Days that a report shows at most: the contract's bound, about a hundred and nine years. */
export const maxDays = 40_000

/** Days from `from` to `to`, both included; 0 when `to` is earlier. */
export function countDays(from: string, to: string): number {
  return Math.max(0, daysBetween(from, to) + 1)
}

/** Every day from `from` to `to`, both included. A series of twenty years has 7,000, so no date is made for each. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = []
  const left = countDays(from, to)
  let [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  while (days.length < left) {
    const start = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-`
    const last = Math.min(daysOf(year, month), day + left - days.length - 1)
    for (; day <= last; day += 1) days.push(day < 10 ? `${start}0${day}` : start + day)
    day = 1
    month = (month % 12) + 1
    if (month === 1) year += 1
  }
  return days
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/**
 * The days that a signal's series covers: from the first match (or the first day asked for) to the newest day the library
 * holds of the measured sources (or the last day asked for). Days after what the library holds are unknown, so they are
 * left out and never shown as zero. Days after today have not begun, whatever is dated there.
 */
export function reportDays(input: {
  firstMatch: string | null
  lastMatch: string | null
  /** First and last day of the measured sources in the library, up to today; null when it holds nothing of them. */
  library: { firstDay: string; lastDay: string } | null
  query: { startDate: string | null; endDate: string | null }
  today: string
}): { firstDay: string; lastDay: string } {
  const { firstMatch, lastMatch, library, query, today } = input
  const held =
    query.endDate === null || (library !== null && query.endDate > library.lastDay)
      ? (library?.lastDay ?? query.endDate ?? today)
      : query.endDate
  const lastDay = earlier(later(held, lastMatch !== null && lastMatch > today ? null : lastMatch), today)
  const begin = query.startDate === null || library === null ? firstMatch : later(query.startDate, library.firstDay)
  const firstDay = earlier(earlier(begin ?? lastDay, firstMatch), lastDay)
  return { firstDay: later(firstDay, addDays(lastDay, 1 - maxDays)), lastDay }
}

function later(a: string, b: string | null): string {
  return b !== null && b > a ? b : a
}

function earlier(a: string, b: string | null): string {
  return b !== null && b < a ? b : a
}
