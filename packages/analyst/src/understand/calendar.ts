import { addDays } from '@auspex/contract/days'
import type { DateParts, Unit } from './period-words.ts'

/** First and last day. */
export type DayRange = readonly [from: string, to: string]

/** A number of calendar units. */
export interface Count {
  readonly count: number
  readonly unit: Unit
}

/** Null for a week that the year does not have: most years have 52. */
export function weekOfYear(year: number, week: number): DayRange | null {
  const monday = addDays(weekDays(`${year}-01-04`)[0], 7 * (week - 1))
  return addDays(monday, 3).startsWith(`${year}-`) ? weekDays(monday) : null
}

export function pad(number: number): string {
  return String(number).padStart(2, '0')
}

export function dayOf(day: string): DayRange | null {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : [day, day]
}

export function dayBefore(day: string | null): string | null {
  return day === null ? null : addDays(day, -1)
}

export function yearDays(year: number): DayRange {
  return [`${year}-01-01`, `${year}-12-31`]
}

export function monthDays(day: string): DayRange {
  const from = `${day.slice(0, 8)}01`
  return [from, addDays(monthsLater(from, 1), -1)]
}

export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

export function weekDays(day: string): DayRange {
  const monday = addDays(day, -weekdayOf(day))
  return [monday, addDays(monday, 6)]
}

/** The same day some months later; the last of its month where that is shorter. */
export function monthsLater(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return `${toYear}-${pad(toMonth)}-${pad(Math.min(date, last))}`
}

/** Early, mid and late are thirds: ten days of a month, and whole months of all that is longer. */
export function withPart([from, to]: DayRange, part: DateParts['part']): DayRange {
  if (part === undefined) return [from, to]
  const months = monthsFrom(from, to)
  if (months >= 3) {
    const third = months / 3
    const begin = monthsLater(from, third * ['early', 'mid', 'late'].indexOf(part))
    return [begin, addDays(monthsLater(begin, third), -1)]
  }
  const month = from.slice(0, 8)
  if (part === 'early') return [from, `${month}10`]
  return part === 'mid' ? [`${month}11`, `${month}20`] : [`${month}21`, to]
}

/** How many months begin from the first day of one to the last day of another. */
function monthsFrom(from: string, to: string): number {
  const [year = 0, month = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month + 1
}

const unitDays: Readonly<Partial<Record<Unit, number>>> = { day: 1, week: 7, fortnight: 14 }
const unitMonths: Readonly<Partial<Record<Unit, number>>> = { month: 1, quarter: 3, half: 6, year: 12, decade: 120 }

/** The month, quarter, half-year, year or decade that a day is in, or the one so many later; null for other units. */
export function unitAround(day: string, unit: Unit, shift: number): DayRange | null {
  const months = unitMonths[unit]
  if (months === undefined) return null
  const [year = 1970, month = 1] = day.split('-').map(Number)
  const first =
    unit === 'decade'
      ? `${year - (year % 10)}-01-01`
      : `${year}-${pad(Math.floor((month - 1) / months) * months + 1)}-01`
  const begin = monthsLater(first, months * shift)
  return [begin, addDays(monthsLater(begin, months), -1)]
}

/** The day that many units before. */
export function back(day: string, { count, unit }: Count): string {
  const days = unitDays[unit]
  return days === undefined ? monthsLater(day, -count * (unitMonths[unit] ?? 1)) : addDays(day, -count * days)
}

/** The last of that many units that begin with a day. */
export function forth(day: string, { count, unit }: Count): string {
  const days = unitDays[unit]
  if (days !== undefined) return addDays(day, count * days - 1)
  const months = count * (unitMonths[unit] ?? 1)
  return day.endsWith('-01') ? addDays(monthsLater(day, months), -1) : monthsLater(addDays(day, -1), months)
}

export interface Shift {
  /** As written in the question. */
  readonly words: string
  readonly from: string | null
  readonly to: string | null
}

const shiftPattern =
  /(?<![\p{L}\p{N}])(?:(?:the\s+)?(?<unit>year|quarter|month|week|day)\s+(?<side>before|after|earlier|later)(?:\s+(?:that|then|this|it))?|(?<point>before|after)\s+(?:that|then|this|it)|(?<alone>beforehand|earlier|previously|afterwards?|later))(?![\p{L}\p{N}])/iu

/** Whether words mean days only beside other days: "before that", "the year before". */
export function isShift(text: string): boolean {
  return shiftPattern.test(text) && !/\d/u.test(text)
}

/**
 * The days that "before that", "afterwards" or "the year before" mean relative to those of the previous message: the same number of days, or of
 * months where those were whole ones; everything on that side where they were open. Null without such words, and null days where there is nothing to
 * shift.
 */
export function shiftPeriod(
  text: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  today: string,
): Shift | null {
  const match = shiftPattern.exec(text)
  if (match === null) return null
  const { unit = null, side = null, point = null, alone = null } = match.groups ?? {}
  const words = match[0]
  const isBefore = /^(?:before|beforehand|earlier|previously)$/iu.test(side ?? point ?? alone ?? '')
  if (unit !== null) {
    const calendarUnit = unit.toLowerCase() as Unit // one of the pattern
    const move = (day: string | null) => (day === null ? null : moveBy(day, calendarUnit, isBefore ? 1 : -1))
    return within(words, move(from), move(to), today)
  }
  if (isBefore) return from === null ? { words, from: null, to: null } : before(words, from, to)
  return to === null ? { words, from: null, to: null } : within(words, ...after(from, to), today)
}

function before(words: string, from: string, to: string | null): Shift {
  if (to === null) return { words, from: null, to: addDays(from, -1) }
  const months = wholeMonths(from, to)
  const begin = months === null ? addDays(from, -daysInPeriod(from, to)) : monthsLater(from, -months)
  return { words, from: begin, to: addDays(from, -1) }
}

function after(from: string | null, to: string): [string, string | null] {
  const begin = addDays(to, 1)
  if (from === null) return [begin, null]
  const months = wholeMonths(from, to)
  return [begin, months === null ? addDays(begin, daysInPeriod(from, to) - 1) : addDays(monthsLater(begin, months), -1)]
}

/** Nothing is known about future days. */
function within(words: string, from: string | null, to: string | null, today: string): Shift {
  return from !== null && from > today
    ? { words, from: null, to: null }
    : { words, from, to: to === null || to > today ? null : to }
}

function wholeMonths(from: string, to: string): number | null {
  const next = addDays(to, 1)
  if (!from.endsWith('-01') || !next.endsWith('-01')) return null
  const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return monthIndex(next) - monthIndex(from)
}

function daysInPeriod(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

function moveBy(day: string, unit: Unit, count: number): string {
  const days = unitDays[unit]
  if (days !== undefined) return addDays(day, -days * count)
  const months = count * (unitMonths[unit] ?? 1)
  // the last day of a month stays one
  return addDays(day, 1).endsWith('-01')
    ? addDays(monthsLater(addDays(day, 1), -months), -1)
    : monthsLater(day, -months)
}

/** Where a period stands in a message. */
export interface PeriodSpan {
  readonly start: number
  readonly end: number
  readonly text: string
}

const partOfDays =
  /^(?:(?:in|during|over|for|within)\s+)?(the\s+)?(first|last)\s+(?:(\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+)?(day|week|month)s?$/iu
const setAgainst =
  /\b(?:vs\.?|versus|against|compar\p{L}+|than)(?=\s)|\b(?:with|to|and|or)\s+(?:(?:in|during|over|for|within)\s+)?(?:the\s+)?$/iu
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "March 2011: … in the first two weeks": a part of the days before; null for days of their own, such as "2012 vs the last month". */
export function nestedDays(
  text: string,
  [earlier, { start, end, text: words }]: readonly [PeriodSpan | undefined, PeriodSpan],
  [from, to]: readonly [from: string | null, to: string | null],
  isCompared: boolean,
): DayRange | null {
  const [, article, side, count, unit = ''] = partOfDays.exec(words.trim()) ?? []
  if (side === undefined || from === null || to === null) return null
  const isFirst = side.toLowerCase() === 'first'
  const isOwn = isCompared || setAgainst.test(text.slice(earlier?.end ?? 0, start)) || (article ?? count) === undefined
  if (!isFirst && isOwn && !/^\s+of (?:it|that|this|them)\b/iu.test(text.slice(end))) return null
  const many = count === undefined ? 1 : numbers.indexOf(count.toLowerCase()) + 1 || Number(count)
  const span = { count: Math.min(many, 9999), unit: unit.toLowerCase() as Unit }
  const [until, since] = [forth(from, span), back(addDays(to, 1), span)]
  return isFirst ? [from, until < to ? until : to] : [since > from ? since : from, to]
}
