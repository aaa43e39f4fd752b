import { once } from '../page/once.ts'

const locale = 'en'
/** "negative" leaves the sign off a small negative number that rounds to 0. */
const numberFormat = (options: Intl.NumberFormatOptions) =>
  once(() => new Intl.NumberFormat(locale, { ...options, signDisplay: 'negative' }))
const wholeNumber = numberFormat({ maximumFractionDigits: 0 })
const precise = numberFormat({ maximumFractionDigits: 2 })
const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })
const short = numberFormat({ notation: 'compact' })
const minus = (text: string) => text.replace('-', '−')

/** The text shown for a value that is not known. */
const unknownText = 'unknown'

export const formatCount = (value: number | null): string =>
  value === null ? unknownText : minus(wholeNumber().format(value))

/** A difference: "+27", "−2". */
export const formatDifference = (value: number): string => (value > 0 ? `+${formatCount(value)}` : formatCount(value))

/** 12.3K, 4M, and 1.5 where an axis is marked between whole numbers: for axes and tight places, with the full number available nearby. */
export const formatCompact = (value: number): string => minus(compactFormat(Math.abs(value))().format(value))

/** Thresholds are those of rounded values: 9,999.6 is 10K. */
const compactFormat = (size: number) => {
  if (size < 100) return precise
  return size < 9999.5 ? wholeNumber : compact
}

/** 999, 3.8K, 16K, 1.2M: at most four characters, for the cells of a table. */
export const formatShortCount = (value: number): string => minus(short().format(value))

/** "1 document", "412 documents". */
export const formatPlural = (value: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(value)} ${value === 1 ? noun : plural}`

const maxShareDigits = 3
/** The smallest share that can be written, in percent, and the text for one that would round to 0. */
const minPercent = 10 ** -maxShareDigits
const tinyShareText = `<${minPercent}%`

/** A share in [0, 1] as a percentage with enough digits to distinguish it from 0 and from 100%. */
export const formatShare = (value: number | null): string => {
  if (value === null) return unknownText
  const percent = value * 100
  if (percent > 0 && percent < minPercent / 2) return tinyShareText
  return `${percent.toLocaleString(locale, { maximumFractionDigits: shareDigits(percent) })}%`
}

const shareDigits = (percent: number): number => {
  if (percent === 0 || percent >= 10) return digitsBelowAll(percent)
  if (percent >= 1) return 1
  return percent >= 0.1 ? 2 : maxShareDigits
}

/** 99.7 must not round to 100; a difference too small to write counts as 100. */
const digitsBelowAll = (percent: number): number => {
  const digits = [0, 1, 2, maxShareDigits].find((count) => percent.toFixed(count) !== (100).toFixed(count))
  return digits ?? 0
}

/** A ratio, where 1 means unchanged: "×1.8". */
export const formatRatio = (value: number): string => `×${formatTimes(value)}`

/** A measured factor in a column of others: what is below ten after rounding has two decimals, so that 0.80 aligns with 1.53. */
export const formatTimes = (value: number): string =>
  value >= 0.01 && value < 9.995 ? value.toFixed(2) : formatFactor(value)

/** A factor in the thousands has three significant digits like every other: "20,500", because "20,534" would claim two more than are known. */
export const formatFactor = (value: number): string => {
  if (value > 0 && value < 0.01)
    return value.toLocaleString(locale, { maximumSignificantDigits: 1, maximumFractionDigits: 6 })
  if (value >= 1000) return value.toLocaleString(locale, { maximumSignificantDigits: 3 })
  if (value >= 100) return value.toLocaleString(locale, { maximumFractionDigits: 0 })
  if (value >= 9.995) return value.toLocaleString(locale, { maximumFractionDigits: 1 })
  return value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
}

/** A factor known to two significant digits at best: "19,801" claims more than its interval supports, "20,000" does not. */
export const formatRoughFactor = (value: number): string => {
  if (value < 0.01) return formatFactor(value)
  if (value < 0.995) return value.toFixed(2)
  if (value < 9.95) return value.toFixed(1)
  return value.toLocaleString(locale, { maximumSignificantDigits: 2 })
}

/** A growth as shown in a row. A point estimate with bounds on both sides of 1 would overstate what is known. */
export const formatGrowth = ({ value, low, high }: { value: number; low: number; high: number }) => {
  const isSure = low > 1 || high < 1
  const write = isSure ? formatTimes : formatRoughFactor
  return { isSure, value: isSure ? formatRatio(value) : 'unclear', interval: `${write(low)}–${write(high)}` }
}

/** The ends of an interval of shares, with one percent sign: "22–31%", and enough digits to distinguish them: "11.5–11.6%". */
export const formatShareInterval = (low: number, high: number): string => {
  const [from, to] = [formatShare(low), formatShare(high)]
  if (to === tinyShareText) return to
  if (from !== to) return `${from.replace(/%$/, '')}–${to}`
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
