const dayMs = 86_400_000

/** The ends of what four digits of a year can say; PostgreSQL knows no year 0. */
const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]

/**
 * The UTC day `count` days after `day` (before, when negative), as YYYY-MM-DD; 0001-01-01 or 9999-12-31 where it would lie beyond them, since
 * people may ask for these days and no database reads what lies around them. Throws `RangeError` for a text that is no day.
 */
export function addDays(day: string, count: number): string {
  return toDay(Math.min(lastMs, Math.max(firstMs, toMs(day) + count * dayMs)))
}

/** Whether a text is a day that all of this can count with: what the contract calls a date. */
export function isDay(text: string): boolean {
  const ms = readMs(text)
  return ms >= firstMs && ms <= lastMs
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
  const ms = readMs(day)
  if (Number.isNaN(ms)) throw new RangeError(`not a day: ${day}`)
  return ms
}

/** NaN for a text that is no day. */
function readMs(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // 30 February parses as 2 March; writing the day again to compare it took ten times as long
  return new Date(ms).getUTCDate() === Number(text.slice(8)) ? ms : Number.NaN
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
