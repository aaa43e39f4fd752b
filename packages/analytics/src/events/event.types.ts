import type { Interval } from '../series/interval.ts'

/** A topic's counts in one source (or a group of sources that are read together). Arrays have one value per day, oldest first. */
export interface SourceCounts {
  /** Documents of the topic, 0 or more; null for a day that the source does not cover. Stories instead of documents where copies are merged. */
  counts: readonly (number | null)[]
  /**
   * All documents of the source, at least as many as `counts`; null for a day that it does not cover. Without totals every day with a count weighs
   * the same, and a growing source looks like a growing topic.
   */
  totals?: readonly (number | null)[]
}

/** A topic day by day, in each of its sources. All arrays have the same length. */
export interface TopicSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  sources: readonly SourceCounts[]
}

/** How events are distinguished from chance. */
export interface EventOptions {
  /** Maximum probability, in (0, 1), that a series in which nothing happens shows any event. 0.05 by default. */
  falseAlarm?: number
  /** Minimum excess of documents over the expectation for an event, however unlikely. 3 by default. */
  leastExcess?: number
  /** Minimum ratio of documents to those expected, above 1. 1.5 by default. */
  leastRatio?: number
}

/** A stretch of days on which a topic had more documents than before, from the day on which the rise began. */
export interface TopicEvent {
  /** First day, YYYY-MM-DD. */
  onset: string
  /** The day with the largest excess of documents over the expectation. */
  peak: string
  /** Last day before the topic returned to its base, or before the next event; null when it had not returned by the last covered day. */
  until: string | null
  /** Documents from `onset` to `until`. */
  count: number
  /** Documents expected on the same days at the usual share of each source; above 0. */
  expected: number
  /** `count - expected`, with bounds: `count` minus the 97.5 % and the 2.5 % quantile of what chance produces on those days. */
  excess: { value: number } & Interval
  /**
   * How hard it is to explain by chance: -log10 of the probability that a rise like this occurs anywhere in a series of this length in which nothing
   * happens. Above 1.3 by default; 10 is one in ten billion. Events are ranked by it.
   */
  surprise: number
}
