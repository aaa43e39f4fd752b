import { addDays, daysBetween, lastDayOfMonth, monthOf, weekOf } from './dates.ts'
import { formatDay, formatDayOfMonth, formatDayRange, formatMonth, formatShortMonth } from '../numbers/format.ts'

export type Grain = 'day' | 'week' | 'month'

/** A span of days drawn as one column. */
export interface Bucket {
  readonly first: string
  readonly last: string
  /** Covers less than the whole week or month, so a lower number must not be read as a fall. */
  readonly partial: boolean
}

/** A date label on an axis of spans. */
export interface SpanTick {
  readonly index: number
  readonly label: string
  /** Stays when ticks are thinned, such as the January of a year. */
  readonly major?: boolean
}

export const grainWords: Record<Grain, string> = { day: 'day', week: 'week', month: 'month' }

/** The finest grain that is still readable: at most about 160 columns, months beyond three years. */
export const grainFor = (days: number): Grain => (days <= 120 ? 'day' : days <= 1100 ? 'week' : 'month')

/** A bucket whose bounds were set elsewhere, such as a point that the server measured. */
export const bucketOf = (first: string, last: string, grain: Grain): Bucket => {
  const [start, end] = spanOf(first, grain)
  return { first, last, partial: first > start || last < end }
}

/** Splits the days from first to last into calendar spans. */
export const bucketsOf = (first: string, last: string, grain: Grain): readonly Bucket[] => {
  const buckets: Bucket[] = []
  let day = first
  while (day <= last) {
    const [start, end] = spanOf(day, grain)
    const stop = end < last ? end : last
    buckets.push({ first: day, last: stop, partial: day > start || stop < end })
    day = addDays(stop, 1)
  }
  return buckets
}

const spanOf = (day: string, grain: Grain): readonly [string, string] => {
  if (grain === 'day') return [day, day]
  return grain === 'week' ? [weekOf(day), addDays(weekOf(day), 6)] : [monthOf(day), lastDayOfMonth(day)]
}

export const bucketTitle = ({ first, last, partial }: Bucket, grain: Grain): string => {
  if (grain === 'day') return formatDay(first)
  if (partial) return formatDayRange(first, last)
  return grain === 'week' ? `Week of ${formatDay(first)}` : formatMonth(first)
}

/** The date ticks of the time axis: years, months or days, depending on the span. */
export const ticksOf = (buckets: readonly Bucket[]): readonly SpanTick[] => {
  const first = buckets[0]
  const last = buckets.at(-1)
  if (!first || !last) return []
  const days = daysBetween(first.first, last.last)
  const labelOf = days > 800 ? yearLabel : days > 75 ? monthLabel : formatDayOfMonth
  const ticks: SpanTick[] = []
  let before = ''
  buckets.forEach((bucket, index) => {
    const label = labelOf(bucket.last)
    if (label !== before && (index > 0 || days <= 75)) ticks.push({ index, label, major: label.startsWith('Jan ') })
    before = label
  })
  return ticks
}

const yearLabel = (day: string) => day.slice(0, 4)
const monthLabel = (day: string) => (day.slice(5, 7) === '01' ? `Jan ${day.slice(0, 4)}` : formatShortMonth(day))
