import { once } from '../page/once.ts'
import { getDateStyle } from '../storage/settings.ts'
import { toTime } from './dates.ts'

const locale = 'en'
const wholeNumber = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))

type DayParts = Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year' | 'hour' | 'minute'>

/** Writes a day in the reader's date style (lib/storage/settings.ts). */
const createDayFormat = (parts: DayParts, toIso: (iso: string) => string) => {
  const options = { ...parts, timeZone: 'UTC' } as const
  const dayFirst = once(() => new Intl.DateTimeFormat('en-GB', options))
  const monthFirst = once(() => new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23' }))
  return (time: number): string => {
    const style = getDateStyle()
    if (style === 'iso') return toIso(new Date(time).toISOString())
    return (style === 'month-first' ? monthFirst : dayFirst)().format(time)
  }
}

const writeDay = createDayFormat({ day: 'numeric', month: 'short', year: 'numeric' }, (iso) => iso.slice(0, 10))
const writeMonth = createDayFormat({ month: 'long', year: 'numeric' }, (iso) => iso.slice(0, 7))
const writeDayOfMonth = createDayFormat({ day: 'numeric', month: 'short' }, (iso) => iso.slice(5, 10))
const writeInstant = createDayFormat(
  { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  (iso) => iso.slice(0, 16).replace('T', ' '),
)
const shortMonthFormat = once(() => new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }))

/** "3 Jan 2026", for a day or an instant, in UTC. */
export const formatDay = (day: string): string => writeDay(day.length === 10 ? toTime(day) : Date.parse(day))
export const formatMonth = (day: string): string => writeMonth(toTime(day))
export const formatShortMonth = (day: string): string => shortMonthFormat().format(toTime(day))
export const formatDayOfMonth = (day: string): string => writeDayOfMonth(toTime(day))
export const formatInstant = (instant: string): string => `${writeInstant(Date.parse(instant))} UTC`
export const formatDayRange = (first: string, last: string): string =>
  first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`

/** The day of an instant, or the instant where another is of the same day. */
export const formatDistinctDay = (instant: string, other: string): string =>
  instant.slice(0, 10) === other.slice(0, 10) ? formatInstant(instant) : formatDay(instant)

const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** "5 minutes ago"; the date if it is older than a month. */
export const formatSince = (instant: string, now: number): string => {
  const seconds = Math.round((Date.parse(instant) - now) / 1000)
  const age = Math.abs(seconds)
  if (age < 45) return 'just now'
  // 59.5 minutes round to an hour, and 23.5 hours to a day
  if (age < 59.5 * 60) return relative().format(Math.round(seconds / 60), 'minute')
  if (age < 23.5 * 3600) return relative().format(Math.round(seconds / 3600), 'hour')
  if (age < 30 * 86_400) return relative().format(Math.round(seconds / 86_400), 'day')
  return formatDay(instant)
}

/** A duration in milliseconds: "12 ms", "1.8 s", "8 h 20 min". */
export const formatDuration = (ms: number | null): string => {
  if (ms === null) return '…'
  // what rounds to a whole second, minute or hour is one
  if (ms < 999.5) return `${wholeNumber().format(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`
  // seconds are irrelevant beside hours
  const isLong = ms >= 3_599_500
  const [large, small] = isLong ? (['h', 'min'] as const) : (['min', 's'] as const)
  const parts = Math.round(ms / (isLong ? 60_000 : 1000))
  return `${Math.floor(parts / 60)} ${large}${parts % 60 === 0 ? '' : ` ${parts % 60} ${small}`}`
}

/** The reader's time zone. */
export const localZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone)

export const zones = once(() => [...new Set(['UTC', localZone(), ...Intl.supportedValuesOf('timeZone')])])

/** "Monday, 30 November 2026 at 07:00", in the given time zone. */
export const formatInZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(instant))
