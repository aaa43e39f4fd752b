import type { Interval } from '../series/interval.ts'

interface FoundDay {
  /** The first day of what is new, YYYY-MM-DD. */
  day: string
  /** Last day of a spike or gap; null for a shift, and for a spike or gap that reaches the end of the series. */
  endDay: string | null
}

/** A day at which a series jumped for some days and came back, or changed its level for good. */
export interface ChangedLevel extends FoundDay {
  kind: 'spike' | 'shift'
  /** Level after over level before with 95 % bounds: 1 is no change. */
  change: { ratio: number } & Interval
  /**
   * Level before: documents a day, or share of the exposure in [0, 1] when exposure is given, weekday taken out. Of a
   * spike the level around it.
   */
  before: number
  /** Level after, in the unit of `before`; of a spike its mean. */
  after: number
  /** Documents of the days that `before` and `after` were measured on. */
  countBefore: number
  countAfter: number
  /** Chance of a change at least so strong somewhere in a series of this length without any change. */
  pValue: number
}

/** Days that were not read, which is no change. */
export interface CoverageGap extends FoundDay {
  kind: 'coverage_gap'
  /** Chance of so long a silence of a series that was read; null for a gap that is known and not inferred. */
  pValue: number | null
}

/** What was found in a series. */
export type Inflection = ChangedLevel | CoverageGap

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
