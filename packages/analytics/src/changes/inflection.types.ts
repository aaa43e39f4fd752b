import type { Interval } from '../series/interval.ts'

/** What happened to a series: it jumped for some days and came back, it changed its level for good, or it was not read. */
export type InflectionKind = 'spike' | 'shift' | 'coverage_gap'

/** A day at which a series changed. */
export interface Inflection {
  /** The first day of what is new, YYYY-MM-DD. */
  day: string
  kind: InflectionKind
  /** Last day of a spike or gap; null for a shift, and for a spike or gap that reaches the end of the series. */
  endDay: string | null
  /** Level after over level before with 95 % bounds: 1 is no change. Null for a gap, which has no level. */
  change: ({ ratio: number } & Interval) | null
  /**
   * Level before: documents a day, or share of the exposure in [0, 1] when exposure is given, weekday taken out. Of a
   * spike the level around it. Null for a gap.
   */
  before: number | null
  /** Level after, in the unit of `before`; of a spike its mean. Null for a gap. */
  after: number | null
  /** Documents of the days that `before` and `after` were measured on; both 0 for a gap. */
  countBefore: number
  countAfter: number
  /**
   * Chance of a change at least so strong somewhere in a series of this length without any change. Null for a gap that is
   * known and not inferred.
   */
  pValue: number | null
}

/** A series of days without a hole, oldest first. */
export interface InflectionSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  /** Documents a day; null for a day that was not covered. */
  counts: readonly (number | null)[]
  /** The source's own total of each day, where it is known: shares are compared then, and a source that grows is no change. */
  exposure?: readonly (number | null)[]
}

/** How inflections are found. */
export interface InflectionOptions {
  /** Share of false points among all points that is put up with, by Benjamini and Hochberg. 0.05 by default. */
  falseDiscoveryRate?: number
  /** Longest spike or inferred gap in days; a change that lasts longer is a shift. 14 by default. */
  maxSpikeDays?: number
  /** Shortest time between two shifts in days. 7 by default. */
  minShiftDays?: number
  /** Shifts smaller than this ratio, up or down, are left out however certain they are. 1.2 by default. */
  leastChange?: number
}
