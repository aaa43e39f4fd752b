const dayMs = 86_400_000

/** The UTC day `count` days after `day` (before, when negative), as YYYY-MM-DD. Throws `RangeError` for a text that is no such day. */
export function addDays(day: string, count: number): string {
  return toDay(toMs(day) + count * dayMs)
}

/** Whole days from one day to another; negative when `to` is earlier. Throws as `addDays` does. */
export function daysBetween(from: string, to: string): number {
  return (toMs(to) - toMs(from)) / dayMs
}

/** Days that any series has at most: the contract's bound, about a hundred and nine years. */
export const mostDays = 40_000

/**
 * Days from `from` to `to`, both included; 0 when `to` is earlier. Throws `RangeError` above `mostDays`: a date that somebody wrote must never
 * decide how much memory is taken. Whoever makes a list of days asks here for its length.
 */
export function countDays(from: string, to: string): number {
  const days = Math.max(0, daysBetween(from, to) + 1)
  if (days > mostDays) throw new RangeError(`${from} to ${to} are more than ${mostDays} days`)
  return days
}

/** Every day from `from` to `to`, both included. Throws as `countDays` does. A series of twenty years has 7,000, so no date is made for each. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = []
  const length = countDays(from, to)
  let [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  while (days.length < length) {
    const start = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-`
    const last = Math.min(daysOfMonth(year, month), day + length - days.length - 1)
    for (; day <= last; day += 1) days.push(day < 10 ? `${start}0${day}` : start + day)
    day = 1
    month = (month % 12) + 1
    if (month === 1) year += 1
  }
  return days
}

function daysOfMonth(year: number, month: number): number {
  // the year itself would be taken for one of the 20th century below 100; leap years repeat every 400
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

function toMs(day: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // 30 February parses as 2 March; writing the day again to compare it took ten times as long
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day.slice(8))) throw new RangeError(`not a day: ${day}`)
  return ms
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
