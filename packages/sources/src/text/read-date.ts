import { isWeekday, monthNamed } from './month-names.ts'
import { offsetOf } from './time-zones.ts'

export interface Instant {
  /** Milliseconds since 1970. */
  epochMs: number
  precision: 'second' | 'day'
}

/** An instant, or a clause about why there is none. */
export type ReadDate = Instant | { reason: string }

interface Day {
  year: number
  month: number
  day: number
}

/** A date and the text after it. */
type DateAndRest = (Day & { rest: string; isBasic?: boolean }) | { reason: string }

const maxLength = 120

/**
 * Parses a date as feeds, files and APIs write it: ISO 8601, RFC 822 and its successors, the forms of databases and programming languages, and month
 * names in eight languages. A time without a zone is in UTC; fractions of a second are dropped. Impossible or ambiguous text returns a reason
 * instead: a date is never guessed.
 */
export function readDate(text: string): ReadDate {
  if (text.length > maxLength) return { reason: 'it is too long for a date' }
  const written = text.normalize('NFKC').replaceAll('\u2212', '-').replace(/\s+/g, ' ').trim()
  if (written === '') return { reason: 'there is nothing in it' }
  const found = readNumbers(written) ?? readNames(written) ?? { reason: 'it is no date that can be read' }
  if ('reason' in found) return found
  const { year, month, day, rest, isBasic = false } = found
  if (month < 1 || month > 12) return { reason: `month ${month} does not exist` }
  if (day < 1 || day > daysIn(year, month)) return { reason: `day ${day} does not exist in month ${month} of ${year}` }
  return readTime(rest.replace(clause, ''), toMs(found), isBasic)
}

const yearMonthDay = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/
const basic = /^(\d{4})(\d\d)(\d\d)(?!\d)(.*)$/
const stamp = /^(\d{4})(\d\d)(\d\d)(\d{6})(?!\d)(.*)$/
const weekDay = /^(\d{4})-?W(\d\d)-?(\d)(?!\d)(.*)$/i
const dayOfYear = /^(\d{4})-(\d{3})(?!\d)(.*)$/
const eastAsian = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일](.*)$/
const dottedDay = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)(.*)$/

/** Dates in digits; null when it begins otherwise. */
function readNumbers(written: string): DateAndRest | null {
  let match = yearMonthDay.exec(written)
  if (match) return dateOf(match[1], match[3], match[4], match[5])
  match = stamp.exec(written)
  if (match) return { ...dateOf(match[1], match[2], match[3], `T${match[4]}${match[5]}`), isBasic: true }
  match = basic.exec(written)
  if (match) return { ...dateOf(match[1], match[2], match[3], match[4]), isBasic: true }
  match = weekDay.exec(written)
  if (match) return fromWeek(Number(match[1]), Number(match[2]), Number(match[3]), match[4] ?? '')
  match = dayOfYear.exec(written)
  if (match) return fromDayOfYear(Number(match[1]), Number(match[2]), match[3] ?? '')
  match = eastAsian.exec(written)
  if (match) return dateOf(match[1], match[2], match[3], match[4])
  match = dottedDay.exec(written)
  if (match) return dateOf(match[3], match[2], match[1], match[4])
  if (/^\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?!\d)/.test(written))
    return { reason: 'the order of its day, month and year is not certain; write 2026-01-31' }
  if (/^\d{4}(-\d\d|-?W\d\d)?$/i.test(written)) return { reason: 'it names no day' }
  if (/^[+-]?\d+(\.\d+)?$/.test(written)) return { reason: 'it is a number and says no unit' }
  if (/^[+-]?\d{5,}-/.test(written)) return { reason: 'its year has more than four digits' }
  return null
}

function dateOf(year = '', month = '', day = '', rest = ''): Day & { rest: string } {
  return { year: Number(year), month: Number(month), day: Number(day), rest }
}

function fromWeek(year: number, week: number, weekday: number, rest: string): DateAndRest {
  // The week with 4 January is the first; days count from its Monday.
  const fourth = toMs({ year, month: 1, day: 4 })
  const sinceMonday = (new Date(fourth).getUTCDay() + 6) % 7
  const at = new Date(fourth + ((week - 1) * 7 + weekday - 1 - sinceMonday) * dayMs)
  const thursday = new Date(at.getTime() + (4 - weekday) * dayMs)
  if (week < 1 || weekday < 1 || weekday > 7 || thursday.getUTCFullYear() !== year)
    return { reason: `day ${weekday} of week ${week} does not exist in ${year}` }
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), rest }
}

function fromDayOfYear(year: number, ordinal: number, rest: string): DateAndRest {
  const at = new Date(toMs({ year, month: 1, day: 1 }) + (ordinal - 1) * dayMs)
  if (at.getUTCFullYear() !== year) return { reason: `day ${ordinal} does not exist in ${year}` }
  return { year, month: at.getUTCMonth() + 1, day: at.getUTCDate(), rest }
}

const dayFirst =
  /^(\d{1,2})(?:\.|st|nd|rd|th|er|o)?[ -]?(?:de |of )?(\p{L}+)\.?,?[ -]?(?:de |del )?(\d{2,4})(?!\d)(?: ?(?:г\.?|года)(?!\p{L}))?(.*)$/iu
const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/iu
const yearLast = /^(\p{L}+)\.? (\d{1,2}) (\d{1,2}:\d\d(?::\d\d)?)(?: (.*))? (\d{4})$/u
const withoutDay = /^(\p{L}+)\.? \d{4}(?!\d)/u

/** Dates with the name of a month, perhaps after that of a weekday; null when there is neither. */
function readNames(written: string): DateAndRest | null {
  const text = withoutWeekday(written)
  let match = dayFirst.exec(text)
  if (match) return namedDate({ year: fullYear(match[3] ?? ''), name: match[2], day: match[1], rest: match[4] })
  match = monthFirst.exec(text)
  if (match) return namedDate({ year: Number(match[3]), name: match[1], day: match[2], rest: match[4] })
  match = yearLast.exec(text)
  if (match) {
    const rest = `${match[3]} ${match[4] ?? ''}`
    return namedDate({ year: Number(match[5]), name: match[1], day: match[2], rest })
  }
  const [, name] = withoutDay.exec(text) ?? []
  return name !== undefined && monthNamed(name) !== undefined ? { reason: 'it names no day' } : null
}

/** The weekday adds nothing, and feeds often have it wrong; a word followed by a comma is one in any language. */
function withoutWeekday(written: string): string {
  const [whole, name = '', mark] = /^(\p{L}[\p{L}-]*)(\.?,|\.)? ?(?=[\p{L}\d])/u.exec(written) ?? []
  if (whole === undefined) return written
  const isMonth = monthNamed(name) !== undefined && mark?.endsWith(',') !== true
  return !isMonth && (mark !== undefined || isWeekday(name)) ? written.slice(whole.length) : written
}

interface NamedDate {
  year: number
  name: string | undefined
  day: string | undefined
  rest: string | undefined
}

function namedDate({ year, name = '', day, rest = '' }: NamedDate): DateAndRest {
  const month = monthNamed(name)
  return month === undefined
    ? { reason: `“${name}” is no month that is known` }
    : { year, month, day: Number(day), rest }
}

/** RFC 5322, 4.3: two digits up to 49 are in this century, and three count from 1900. Four are literal. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year
}

/** Separators between a date and its time. */
const clause = /^(?:,| |-(?= ))*(?:(?:at|um|alle|a las|às|as|à|в) |T(?=\d))?/iu
const clockTime =
  /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?([ap])\.?m(?!\p{L})\.?)?(?: ?uhr(?!\p{L}))?(?!\d) ?(.*)$/iu
const basicTime = /^(\d\d)(\d\d)(?:(\d\d)(?:[.,]\d+)?)?(?!\d) ?(.*)$/

function readTime(rest: string, midnight: number, isBasic: boolean): ReadDate {
  if (rest === '' || /^(Z|[+-]\d\d:\d\d)$/i.test(rest)) return { epochMs: midnight, precision: 'day' }
  const compact = isBasic ? basicTime.exec(rest) : null
  const match = compact === null ? clockTime.exec(rest) : null
  if (compact === null && match === null)
    return { reason: /^\d{1,2}(?![\d:])/.test(rest) ? 'its time has no minutes' : 'it is no date that can be read' }
  const [, hour, minute, second, half, zone] = match ?? [...(compact ?? []).slice(0, 4), undefined, compact?.[4]]
  const [h, m, s] = [hourOf(Number(hour), half), Number(minute), Number(second ?? 0)]
  const isEndOfDay = h === 24 && m === 0 && s === 0
  if (Number.isNaN(h) || (h > 23 && !isEndOfDay) || m > 59 || s > 60)
    return {
      reason: `a time of ${[hour, minute, second].filter((part) => part !== undefined).join(':')} does not exist`,
    }
  const localMs = midnight + ((h * 60 + m) * 60 + Math.min(s, 59)) * 1000
  const offset = offsetOf(zone ?? '', localMs)
  if ('reason' in offset) return offset
  const epochMs = localMs - offset.minutes * 60_000
  // A leap second is the last of a day in UTC, and is stored as :59, as in every database.
  if (s === 60 && (epochMs + 1000) % dayMs !== 0) return { reason: 'second 60 does not exist at this time' }
  if (epochMs < firstMs || epochMs > lastMs) return { reason: 'its year in UTC has not four digits' }
  return { epochMs, precision: 'second' }
}

/** The hour on a 24-hour clock; NaN for an hour that a 12-hour clock does not have. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

const dayMs = 86_400_000
const firstMs = toMs({ year: 0, month: 1, day: 1 })
const lastMs = toMs({ year: 10_000, month: 1, day: 1 }) - 1

/** Not `Date.UTC`, which reads the years 0 to 99 as those of the last century. */
function toMs({ year, month, day }: Day): number {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

function daysIn(year: number, month: number): number {
  return new Date(toMs({ year, month: month + 1, day: 0 })).getUTCDate()
}
