import type { AttentionSection, DaySpan, SeriesInterval, SignalReport, ToneCounts } from '@auspex/sdk/types'

/** Distinct stories and outlets of a week or a month. */
export interface IntervalFacts {
  /** A Monday, or the first of a month. */
  firstDay: string
  clusters: number
  outlets: number
}

/** One day of a topic. */
export interface VolumeDay {
  day: string
  documents: number
  /** Null when a sample was read. */
  storyClusters: number | null
  /** Stories first reported in their week on this day, the basis of levels. Estimated for a sample. */
  firstTellings: number
  outlets: number | null
  /** All documents of complete groups that cover the day; null when no measured group is complete. */
  total: number | null
  /** Matching documents among `total`; null when that is null or 0. */
  share: number | null
  /** Whether any group covers the day. The volume of an uncovered day is unknown, not 0. */
  isCovered: boolean
  /** Documents of each group, in the order of `volume.groups`. */
  groups: readonly number[]
}

export interface ToneDay extends ToneCounts {
  day: string
  mean: number | null
}

type AttentionSeries = AttentionSection['series'][number]

/** Attention by day, as its sources report it. */
export interface DailyAttention {
  section: AttentionSection['section']
  reason: AttentionSection['reason']
  series: (Omit<AttentionSeries, 'points'> & { points: { day: string; value: number }[] })[]
}

export type DailyVolume = Omit<SignalReport['volume'], 'interval' | 'points'> & {
  /** Every day from the report's first to its last. */
  days: VolumeDay[]
  /** Covered days before the report's first day, on which the topic had no document; empty when earlier days were not measured. */
  before: readonly DaySpan[]
  /** Distinct stories and outlets of longer intervals; empty when a sample was read. */
  weeks: readonly IntervalFacts[]
  months: readonly IntervalFacts[]
}

export type DailyTone = Omit<SignalReport['tone'], 'interval' | 'points'> & {
  /** Days that have documents, oldest first. */
  days: ToneDay[]
}

/** A report as it is measured and as other modules read it: its series are by day, whatever interval is shown. */
export type DailyReport = Omit<SignalReport, 'volume' | 'tone' | 'attention'> & {
  volume: DailyVolume
  tone: DailyTone
  attention: DailyAttention
}

/** Longer spans are shown by week, and those of more than three years by month: about as many points as fit in a chart. */
const maxDaysByDay = 120
const maxDaysByWeek = 3 * 366

/** The display interval for a span of days. */
export function intervalFor(days: number): SeriesInterval {
  if (days <= maxDaysByDay) return 'day'
  return days <= maxDaysByWeek ? 'week' : 'month'
}
