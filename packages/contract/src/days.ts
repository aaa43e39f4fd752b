const dayMs = 86_400_000

/** The range of four-digit years; PostgreSQL has no year 0. */
const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]

/**
 * The UTC day `count` days after `day` (before, when negative), as YYYY-MM-DD; clamped to 0001-01-01 and 9999-12-31, because people may request these
 * days and no database accepts days beyond them. Throws `RangeError` for an invalid day.
 */
export function addDays(day: string, count: number): string {
  return toDay(Math.min(lastMs, Math.max(firstMs, toMs(day) + count * dayMs)))
}

/** Whether a text is a valid day for these functions, the contract's definition of a date. */
export function isDay(text: string): boolean {
  const ms = readMs(text)
  return ms >= firstMs && ms <= lastMs
}

/** Whole days from one day to another; negative when `to` is earlier. Throws like `addDays`. */
export function daysBetween(from: string, to: string): number {
  return (toMs(to) - toMs(from)) / dayMs
}

/** The Monday of the ISO 8601 week that contains a day. Throws like `addDays`. */
export function mondayOf(day: string): string {
  const sinceMonday = (new Date(toMs(day)).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** Maximum length of a series in days: the contract's limit, about a hundred and nine years. */
export const maxDays = 40_000

/**
 * Days from `from` to `to`, both inclusive; 0 when `to` is earlier. Throws `RangeError` above `maxDays`: a date in a request must never determine
 * how much memory is allocated. Every list of days gets its length from here.
 */
export function countDays(from: string, to: string): number {
  const days = Math.max(0, daysBetween(from, to) + 1)
  if (days > maxDays) throw new RangeError(`${from} to ${to} are more than ${maxDays} days`)
  return days
}

/** Every day from `from` to `to`, both inclusive. Throws like `countDays`. A series of twenty years has 7,000, so no date is created for each. */
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
  // a year below 100 would be read as one of the 20th century; leap years repeat every 400
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

function toMs(day: string): number {
  const ms = readMs(day)
  if (Number.isNaN(ms)) throw new RangeError(`not a day: ${day}`)
  return ms
}

/** NaN for an invalid day. */
function readMs(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // 30 February parses as 2 March; formatting the day again to compare it took ten times as long
  return new Date(ms).getUTCDate() === Number(text.slice(8)) ? ms : Number.NaN
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
