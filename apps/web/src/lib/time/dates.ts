/** UTC calendar days as `YYYY-MM-DD`. Days are strings everywhere so that no time zone can move them. */

const dayMs = 86_400_000

export const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => toDay(toTime(day) + days * dayMs)

/** Days from first to last, both included. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((toTime(last) - toTime(first)) / dayMs) + 1

export const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(toTime(value))

/** In the order of ISO 8601 and of the contract, where Monday is 1. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The Monday of the ISO week of the day. */
export const weekOf = (day: string): string => {
  const time = toTime(day)
  return toDay(time - ((new Date(time).getUTCDay() + 6) % 7) * dayMs)
}

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

export const lastDayOfMonth = (day: string): string => {
  const date = new Date(toTime(day))
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
}

/** The period of the same length that ends the day before: 2011 before 2012, February before March; null for one that is out of order. */
export const periodBefore = (from: string, to: string): { readonly from: string; readonly to: string } | null => {
  if (!isDay(from) || !isDay(to) || from > to) return null
  const last = addDays(from, -1)
  if (from !== monthOf(from) || to !== lastDayOfMonth(to))
    return { from: addDays(from, -daysBetween(from, to)), to: last }
  const months = monthNumber(to) - monthNumber(from) + 1
  const first = new Date(toTime(from))
  return { from: toDay(first.setUTCMonth(first.getUTCMonth() - months)), to: last }
}

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
