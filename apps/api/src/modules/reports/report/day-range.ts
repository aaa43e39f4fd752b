import { addDays, listDays, maxDays } from '@auspex/contract/days'
import { publicationDays } from '@auspex/sources'
import { LRUCache } from 'lru-cache'

/**
 * The days that a signal's series covers: from the first match (or the requested first day) to the newest day the library holds of the measured
 * sources (or the requested last day). Days after the library's newest are unknown, so they are left out and never shown as zero. Days after today
 * are left out even if documents are dated there.
 */
export function reportDays(input: {
  firstMatch: string | null
  lastMatch: string | null
  /** First and last day of the measured sources in the library, up to today; null when it holds none of them. */
  library: { firstDay: string; lastDay: string } | null
  query: { startDate: string | null; endDate: string | null }
  today: string
}): { firstDay: string; lastDay: string } {
  const { library, query, today } = input
  // documents stored before dates were validated may be out of range; the report covers only possible days
  const bounds = publicationDays(new Date(today))
  const firstMatch = input.firstMatch === null ? null : later(input.firstMatch, bounds.first)
  const lastMatch = input.lastMatch === null ? null : earlier(input.lastMatch, bounds.last)
  const libraryRange =
    query.endDate === null || (library !== null && query.endDate > library.lastDay)
      ? (library?.lastDay ?? query.endDate ?? today)
      : query.endDate
  const lastDay = earlier(later(libraryRange, lastMatch !== null && lastMatch > today ? null : lastMatch), today)
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

/** Every day of a range, oldest first, and the index of each. */
export interface Calendar {
  days: readonly string[]
  places: ReadonlyMap<string, number>
}

/**
 * Topics of one library end on the same day and mostly begin on the same day; listing the days of 16 years takes as long as counting a topic on them.
 */
const recent = new LRUCache<string, Calendar>({ max: 8 })

/** The days from `from` to `to`, both included; the same object for the same range while it is cached. */
export function calendarOf(from: string, to: string): Calendar {
  const key = `${from} ${to}`
  let calendar = recent.get(key)
  if (calendar === undefined) {
    const days = listDays(from, to)
    recent.set(key, (calendar = { days, places: new Map(days.map((day, index) => [day, index])) }))
  }
  return calendar
}
