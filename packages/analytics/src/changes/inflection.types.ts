import type { Interval } from '../series/interval.ts'

interface FoundDay {
  /** The first day of the change, YYYY-MM-DD. */
  day: string
  /** Last day of a spike or gap; null for a shift, and for a spike or gap that reaches the end of the series. */
  endDay: string | null
}

/** A day on which a series jumped for some days and came back, or changed its level permanently. */
export interface ChangedLevel extends FoundDay {
  kind: 'spike' | 'shift'
  /** Level after over level before with 95 % bounds: 1 is no change. */
  change: { ratio: number } & Interval
  /**
   * Level before: documents a day, or share of the exposure in [0, 1] when exposure is given, without the weekday effect. For a spike, the level
   * around it.
   */
  before: number
  /** Level after, in the unit of `before`; for a spike its mean. */
  after: number
  /** Documents on the days that `before` and `after` were measured on. */
  countBefore: number
  countAfter: number
  /** Probability of a change at least this strong somewhere in a series of this length without any change. */
  pValue: number
}

/** Days that were not read, which is not a change. */
export interface CoverageGap extends FoundDay {
  kind: 'coverage_gap'
  /** Probability of a silence this long in a series that was read; null for a gap that is known rather than inferred. */
  pValue: number | null
}

/** A finding in a series. */
export type Inflection = ChangedLevel | CoverageGap

/** A series of consecutive days, oldest first. */
export interface InflectionSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  /** Documents a day; null for a day that was not covered. */
  counts: readonly (number | null)[]
  /** The source's own total on each day, if known: shares are compared then, and a growing source is not a change. */
  exposure?: readonly (number | null)[]
}

/** Settings of the search for inflections. */
export interface InflectionOptions {
  /** Tolerated share of false points among all points, by Benjamini and Hochberg. 0.05 by default. */
  falseDiscoveryRate?: number
  /** Maximum length of a spike or inferred gap in days; a change that lasts longer is a shift. 14 by default. */
  maxSpikeDays?: number
  /** Minimum number of days between two shifts. 7 by default. */
  minShiftDays?: number
  /** Shifts smaller than this ratio, up or down, are left out even when they are certain. 1.2 by default. */
  leastChange?: number
}
