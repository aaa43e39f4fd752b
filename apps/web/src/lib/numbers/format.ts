import { getDateStyle } from '../storage/settings.ts'
import { toTime } from '../time/dates.ts'
import { once } from '../page/once.ts'

const locale = 'en'
const wholeNumber = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))
const precise = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))
const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }))
const short = once(() => new Intl.NumberFormat(locale, { notation: 'compact' }))
const minus = (text: string) => text.replace('-', '−')

/** The text shown for a value that is not known. */
const unknownText = 'unknown'

export const formatCount = (value: number | null): string =>
  value === null ? unknownText : minus(wholeNumber().format(value))

/** A difference: "+27", "−2". */
export const formatDifference = (value: number): string => (value > 0 ? `+${formatCount(value)}` : formatCount(value))

/** 12.3K, 4M, and 1.5 where an axis is marked between whole numbers: for axes and tight places, with the full number available nearby. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 100
    ? precise().format(value)
    : value < 10_000
      ? wholeNumber().format(value)
      : compact().format(value)

/** 999, 3.8K, 16K, 1.2M: at most four characters, for the cells of a table. */
export const formatShortCount = (value: number): string => short().format(value)

/** "1 document", "412 documents". */
export const formatPlural = (value: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(value)} ${value === 1 ? noun : plural}`

/** A share in [0, 1] as a percentage with enough digits to distinguish it from 0 and from 100%. */
export const formatShare = (value: number | null): string => {
  if (value === null) return unknownText
  const percent = value * 100
  const digits = percent === 0 || percent >= 10 ? digitsBelowAll(percent) : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3
  return `${percent.toLocaleString(locale, { maximumFractionDigits: digits })}%`
}

const maxShareDigits = 3

/** 99.7 must not round to 100; a difference too small to write counts as 100. */
const digitsBelowAll = (percent: number): number => {
  const digits = [0, 1, 2, maxShareDigits].find((count) => percent.toFixed(count) !== (100).toFixed(count))
  return digits ?? 0
}

/** A ratio, where 1 means unchanged: "×1.8". */
export const formatRatio = (value: number): string => `×${formatTimes(value)}`

/** A measured factor in a column of others: below ten all have two decimals, so that 0.80 aligns with 1.53. */
export const formatTimes = (value: number): string =>
  value >= 0.01 && value < 10 ? value.toFixed(2) : formatFactor(value)

/** A factor in the thousands has three significant digits like every other: "20,500", because "20,534" would claim two more than are known. */
export const formatFactor = (value: number): string => {
  if (value > 0 && value < 0.01)
    return value.toLocaleString(locale, { maximumSignificantDigits: 1, maximumFractionDigits: 6 })
  if (value >= 1000) return value.toLocaleString(locale, { maximumSignificantDigits: 3 })
  return value.toLocaleString(locale, {
    maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2,
    minimumFractionDigits: value < 10 ? 1 : 0,
  })
}

/** A factor known to two significant digits at best: "19,801" claims more than its interval supports, "20,000" does not. */
export const formatRoughFactor = (value: number): string =>
  value >= 0.01 && value < 10
    ? value.toFixed(value < 1 ? 2 : 1)
    : value < 0.01
      ? formatFactor(value)
      : value.toLocaleString(locale, { maximumSignificantDigits: 2 })

/** A growth as shown in a row. A point estimate with bounds on both sides of 1 would overstate what is known. */
export const formatGrowth = ({ value, low, high }: { value: number; low: number; high: number }) => {
  const isSure = low > 1 || high < 1
  const write = isSure ? formatTimes : formatRoughFactor
  return { isSure, value: isSure ? formatRatio(value) : 'unclear', interval: `${write(low)}–${write(high)}` }
}

/** The ends of an interval of shares, with one percent sign: "22–31%", and enough digits to distinguish them: "11.5–11.6%". */
export const formatShareInterval = (low: number, high: number): string => {
  const [from, to] = [formatShare(low), formatShare(high)]
  if (from !== to) return `${from.replace(/\u00A0?\s?%$/, '')}–${to}`
  const write = (value: number, digits: number) =>
    (value * 100).toLocaleString(locale, { maximumFractionDigits: digits })
  const digits = [1, 2, maxShareDigits].find((count) => write(low, count) !== write(high, count))
  return digits === undefined ? to : `${write(low, digits)}–${write(high, digits)}%`
}

/** A tone in [-1, 1] with its sign: "+0.12". */
export const formatTone = (value: number | null): string => {
  if (value === null) return unknownText
  const rounded = Number(value.toFixed(2))
  return rounded === 0 ? '0.00' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded).toFixed(2)}`
}

/** A duration in milliseconds as readable text. */
export const formatDuration = (ms: number | null): string => {
  if (ms === null) return '…'
  if (ms < 1000) return `${wholeNumber().format(ms)} ms`
  // what rounds to a whole minute or hour is one
  if (ms < 59_950) return `${(ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`
  // seconds are irrelevant beside hours
  const isLong = ms >= 3_599_500
  const [large, small] = isLong ? (['h', 'min'] as const) : (['min', 's'] as const)
  const parts = Math.round(ms / (isLong ? 60_000 : 1000))
  return `${Math.floor(parts / 60)} ${large}${parts % 60 === 0 ? '' : ` ${parts % 60} ${small}`}`
}

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
