import { addDays, daysBetween, lastDayOfMonth, monthOf, weekOf } from './dates.ts'
import { formatDay, formatDayOfMonth, formatDayRange, formatMonth, formatShortMonth } from './format.ts'

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
export const grainFor = (days: number): Grain => {
  if (days <= 120) return 'day'
  return days <= 1100 ? 'week' : 'month'
}

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

interface PeakOptions {
  readonly buckets: readonly Bucket[]
  readonly grain: Grain
  readonly format: (value: number) => string
}

/** "peak 128, Jan 2012": the highest of some values and its span; "none known" without any. */
export const describePeak = (values: readonly (number | null)[], { buckets, grain, format }: PeakOptions): string => {
  const max = values.reduce<number | null>(
    (high, value) => (value !== null && value > (high ?? -1) ? value : high),
    null,
  )
  const bucket = max === null ? undefined : buckets[values.indexOf(max)]
  if (max === null || bucket === undefined) return 'none known'
  return `peak ${format(max)}, ${grain === 'month' ? formatMonth(bucket.first) : formatDay(bucket.first)}`
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

interface CountedDays {
  readonly firstDay: string
  readonly lastDay: string
  readonly documents: number
}

/** The part of the documents that may lie outside of the days shown at first; of fewer than 50, none may. */
const outsideShare = 0.01
/** The room on each side of these days, as a part of them. */
const margin = 0.06
/** Fewer empty days than this part of the whole are not worth leaving out. */
const minSaving = 0.2

/** Where the shortest run of points that holds 99% of the documents begins and ends; null without documents. */
const densestRun = (points: readonly CountedDays[]): { readonly first: number; readonly last: number } | null => {
  const total = points.reduce((sum, { documents }) => sum + documents, 0)
  if (total === 0) return null
  const needed = total - Math.round(total * outsideShare)
  let [first, filled] = [0, 0]
  let best = { first: 0, last: points.length - 1 }
  points.forEach((point, last) => {
    filled += point.documents
    while (filled - (points[first]?.documents ?? 0) >= needed) {
      filled -= points[first]?.documents ?? 0
      first += 1
    }
    if (filled >= needed && last - first < best.last - best.first) best = { first, last }
  })
  return best
}

/** The days that a chart shows unless somebody chooses others: where 99% of the documents are, with a margin. */
export const mainDays = (
  points: readonly CountedDays[],
  whole: { readonly first: string; readonly last: string },
): { readonly first: string; readonly last: string } => {
  const run = densestRun(points)
  if (run === null) return whole
  const room = Math.max(1, Math.round((run.last - run.first + 1) * margin))
  const first = points[Math.max(0, run.first - room)]?.firstDay ?? whole.first
  const last = points[Math.min(points.length - 1, run.last + room)]?.lastDay ?? whole.last
  return daysBetween(first, last) > daysBetween(whole.first, whole.last) * (1 - minSaving) ? whole : { first, last }
}

/** The days widened to whole weeks or months, so that the columns at both ends are complete. */
export const alignDays = (
  { first, last }: { readonly first: string; readonly last: string },
  grain: Grain,
): { readonly first: string; readonly last: string } => ({
  first: spanOf(first, grain)[0],
  last: spanOf(last, grain)[1],
})
