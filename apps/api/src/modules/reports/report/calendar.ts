import { LRUCache } from 'lru-cache'
import { listDays } from '@auspex/contract/days'

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
