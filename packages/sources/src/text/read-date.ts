/**
 * Month names as feeds write them, in English, German, French, Spanish, Portuguese, Italian, Dutch and Russian. No name has two meanings; Croatian
 * and Polish are excluded, because `listopad` is October in one and November in the other.
 */
const names: readonly string[] = [
  'jan january januar janner jaenner janvier janv enero ene janeiro gennaio gen januari январь января янв',
  'feb february februar fevrier fevr fev febrero fevereiro febbraio februari февраль февраля фев февр',
  'mar march marz maerz mrz mars marzo marco maart mrt март марта мар',
  'apr april avril avr abril abr aprile апрель апреля апр',
  'may mai mayo maio maggio mag mei май мая',
  'jun june juni juin junio junho giugno giu июнь июня июн',
  'jul july juli juillet juil julio julho luglio lug июль июля июл',
  'aug august aout agosto ago augustus август августа авг',
  'sep sept september septembre septiembre setiembre setembro set settembre сентябрь сентября сен сент',
  'oct october okt oktober octobre octubre outubro out ottobre ott октябрь октября окт',
  'nov november novembre noviembre novembro ноябрь ноября ноя нояб',
  'dec december dez dezember decembre diciembre dic dezembro dicembre декабрь декабря дек',
]
const weekdays =
  'mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday sun sunday ' +
  'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag ' +
  'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo ' +
  'lunedi martedi mercoledi giovedi venerdi sabato domenica segunda-feira terca-feira quarta-feira quinta-feira sexta-feira ' +
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ' +
  'понедельник вторник среда четверг пятница суббота воскресенье'

const monthOf = new Map(names.flatMap((line, month) => line.split(' ').map((name) => [fold(name), month + 1])))
const weekdayNames = new Set(weekdays.split(' ').map(fold))

/** 1 for January; undefined when it is not a month. */
function monthNamed(name: string): number | undefined {
  return monthOf.get(fold(name))
}

function isWeekday(name: string): boolean {
  return weekdayNames.has(fold(name))
}

/** Feeds leave out accents and write in capitals. */
function fold(name: string): string {
  return name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** Minutes east of UTC, or the reason why they are unknown. */
export type ZoneOffset = { minutes: number } | { reason: string }

/** The zone of a time without one. */
const utc = { minutes: 0 }

/**
 * Abbreviations with one meaning: those of RFC 822 as it defines them (CST is the American one there), and those that no other place uses. In minutes
 * east of UTC, or by a place for zones whose offset has changed since 1990.
 */
const zones = new Map(
  [
    'Z=0 UT=0 UTC=0 GMT=0 WET=0',
    'EST=-300 EDT=-240 CST=-360 CDT=-300 MST=-420 MDT=-360 PST=-480 PDT=-420',
    'ET=America/New_York CT=America/Chicago MT=America/Denver PT=America/Los_Angeles',
    'AKST=-540 AKDT=-480 HST=-600 NST=-210 NDT=-150',
    'BRT=-180 BRST=-120 ART=-180 UYT=-180 COT=-300 PET=-300 CLT=-240 CLST=-180',
    'WEST=60 CET=60 CEST=120 MEZ=60 MESZ=120 MET=60 MEST=120 EET=120 EEST=180',
    'WAT=60 CAT=120 SAST=120 EAT=180 MSK=Europe/Moscow МСК=Europe/Moscow TRT=180',
    'IRST=210 AFT=270 PKT=300 NPT=345 MMT=390 ICT=420 WIB=420 WITA=480 WIT=540',
    'HKT=480 SGT=480 MYT=480 PHT=480 JST=540 KST=540',
    'AWST=480 ACST=570 ACDT=630 AEST=600 AEDT=660 NZST=720 NZDT=780',
  ].flatMap((line) => line.split(' ').map((entry) => entry.split('=') as [string, string])), // each entry contains one equals sign
)

/** Abbreviations of several zones, with two of the places. */
const ambiguous: Readonly<Record<string, string>> = {
  IST: 'India and Israel',
  BST: 'Britain and Bangladesh',
  AST: 'Arabia and the Atlantic',
  ADT: 'Arabia and the Atlantic',
  GST: 'the Gulf and Guam',
  AMT: 'Armenia and the Amazon',
  SST: 'Samoa and Singapore',
  ACT: 'Acre and Australia',
  ECT: 'Ecuador and the Caribbean',
  WST: 'Samoa and Western Australia',
}

/**
 * The offset named at the end of a date, for a local time in that zone. RFC 5322 treats an unknown name, including a military letter, as UTC; that
 * can be twelve hours wrong, so it is rejected here.
 */
function offsetOf(written: string, localMs: number): ZoneOffset {
  const [, plain = '', bracket, comment] = /^([^[(]*)(?:\[([^\]]*)\])?\s*(?:\(([^)]*)\))?$/.exec(written) ?? []
  const zone = plain.trim() || bracket || comment || ''
  if (zone === '') return written === '' ? utc : unknown(written)
  const number = numberOf(zone)
  if (number !== null) return number
  const [, offset, name] = /^([+-][\d:]+) (\p{L}+)$/u.exec(zone) ?? []
  if (offset === undefined || name === undefined) return namedOffset(zone, localMs)
  const first = numberOf(offset) ?? unknown(zone)
  const second = namedOffset(name, localMs)
  if ('minutes' in first && 'minutes' in second && first.minutes !== second.minutes)
    return { reason: `${offset} and ${name} are two time zones` }
  return first
}

/** An offset in digits; null when it is not one. */
function numberOf(zone: string): ZoneOffset | null {
  const [, sign, hours, colonMinutes, digitMinutes] =
    /^(?:(?:GMT|UTC?) ?)?([+-])(\d{1,2})(?::(\d\d)|(?<=\d\d)(\d\d))?$/i.exec(zone) ?? []
  if (hours === undefined || /^[+-]\d$/.test(zone)) return null
  const minutes = Number(hours) * 60 + Number(colonMinutes ?? digitMinutes ?? 0)
  const isClock = Number(colonMinutes ?? digitMinutes ?? 0) < 60 && minutes <= (sign === '-' ? 12 : 14) * 60
  return isClock ? { minutes: sign === '-' ? -minutes : minutes } : { reason: `an offset of ${zone} is not possible` }
}

function namedOffset(name: string, localMs: number): ZoneOffset {
  const upper = name.toUpperCase()
  const places = ambiguous[upper]
  if (places !== undefined) return { reason: `the time zone ${upper} stands for more than one: ${places}` }
  const known = zones.get(upper) ?? name
  if (/^-?\d+$/.test(known)) return { minutes: Number(known) }
  return known.includes('/') ? offsetAt(known, localMs) : unknown(name)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The UTC offset of a place when its clocks showed this time. */
function offsetAt(place: string, localMs: number): ZoneOffset {
  let clock = clocks.get(place)
  try {
    clock ??= new Intl.DateTimeFormat('en-US', { timeZone: place, timeZoneName: 'longOffset' })
  } catch {
    return unknown(place)
  }
  clocks.set(place, clock)
  const nearbyOffsets = [localMs - dayMs, localMs + dayMs].map((ms) => minutesAt(clock, ms))
  const fitting = new Set(nearbyOffsets.filter((minutes) => minutesAt(clock, localMs - minutes * 60_000) === minutes))
  const [minutes] = fitting
  if (minutes === undefined) return { reason: `this time does not exist in ${place}: its clocks went forward` }
  return fitting.size === 1 ? { minutes } : { reason: `this time was twice in ${place}: its clocks went back` }
}

function minutesAt(clock: Intl.DateTimeFormat, epochMs: number): number {
  const name = clock.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function unknown(zone: string): { reason: string } {
  return { reason: `the time zone “${zone.slice(0, 40)}” is not known` }
}

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
  const [matched, name = '', mark] = /^(\p{L}[\p{L}-]*)(\.?,|\.)? ?(?=[\p{L}\d])/u.exec(written) ?? []
  if (matched === undefined) return written
  const isMonth = monthNamed(name) !== undefined && mark?.endsWith(',') !== true
  return !isMonth && (mark !== undefined || isWeekday(name)) ? written.slice(matched.length) : written
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
  /^(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m(?!\p{L})\.?)?(?: ?uhr(?!\p{L}))?(?!\d) ?(?<zone>.*)$/iu
const basicTime = /^(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]\d+)?)?(?!\d) ?(?<zone>.*)$/

function readTime(rest: string, midnight: number, isBasic: boolean): ReadDate {
  if (rest === '' || /^(Z|[+-]\d\d:\d\d)$/i.test(rest)) return { epochMs: midnight, precision: 'day' }
  const clock = readClock(rest, isBasic)
  if ('reason' in clock) return clock
  const { hour, minute, second, zone } = clock
  const localMs = midnight + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000
  const offset = offsetOf(zone, localMs)
  if ('reason' in offset) return offset
  const epochMs = localMs - offset.minutes * 60_000
  // A leap second is the last of a day in UTC, and is stored as :59, as in every database.
  if (second === 60 && (epochMs + 1000) % dayMs !== 0) return { reason: 'second 60 does not exist at this time' }
  if (epochMs < firstMs || epochMs > lastMs) return { reason: 'its year in UTC has not four digits' }
  return { epochMs, precision: 'second' }
}

interface Clock {
  hour: number
  minute: number
  second: number
  /** As written; empty without one. */
  zone: string
}

/** "9:30 pm CET", or "2130" in the basic format of ISO 8601. */
function readClock(rest: string, isBasic: boolean): Clock | { reason: string } {
  const { groups } = (isBasic ? basicTime.exec(rest) : null) ?? clockTime.exec(rest) ?? {}
  if (groups === undefined)
    return { reason: /^\d{1,2}(?![\d:])/.test(rest) ? 'its time has no minutes' : 'it is no date that can be read' }
  const { hour, minute, second, half, zone = '' } = groups
  const clock = { hour: hourOf(Number(hour), half), minute: Number(minute), second: Number(second ?? 0), zone }
  if (isOnClock(clock)) return clock
  const written = [hour, minute, second].filter((part) => part !== undefined).join(':')
  return { reason: `a time of ${written} does not exist` }
}

/** 24:00 is the end of a day, and 23:59:60 may be a leap second. */
function isOnClock({ hour, minute, second }: Clock): boolean {
  if (hour === 24) return minute === 0 && second === 0
  return hour <= 23 && minute <= 59 && second <= 60
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
