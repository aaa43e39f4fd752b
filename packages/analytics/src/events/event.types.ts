import type { Interval } from '../series/interval.ts'

/** What one source (or group of sources that are read together) has of a topic. Arrays are one value a day, oldest first. */
export interface SourceCounts {
  /** Documents of the topic, 0 or more; null for a day that the source does not cover. Stories instead of documents, where copies are folded. */
  counts: readonly (number | null)[]
  /**
   * All documents of the source, at least as many as `counts`; null for a day that it does not cover. Without totals every
   * day with a count weighs the same, and a source that grows looks like a topic that grows.
   */
  totals?: readonly (number | null)[]
}

/** A topic day by day, in each of its sources. All arrays have the same length. */
export interface TopicSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  sources: readonly SourceCounts[]
}

/** How events are told from chance. */
export interface EventOptions {
  /** Highest chance, in (0, 1), that a series in which nothing happens shows any event. 0.05 by default. */
  falseAlarm?: number
  /** Documents above what was expected below which nothing is an event, however unlikely. 3 by default. */
  leastExcess?: number
  /** Least ratio of documents to those expected, above 1. 1.5 by default. */
  leastRatio?: number
}

/** A stretch of days on which a topic had more documents than before, from the day on which they began. */
export interface TopicEvent {
  /** First day, YYYY-MM-DD. */
  onset: string
  /** The day with most documents above what was expected. */
  peak: string
  /** Last day before the topic came back to its base, or before the next event; null when it had not at the end of what is covered. */
  until: string | null
  /** Documents from `onset` to `until`. */
  count: number
  /** Documents that the same days would have had at the usual share of each source; above 0. */
  expected: number
  /** `count - expected`, with bounds: `count` less the 97.5 % and the 2.5 % quantile of what chance brings to those days. */
  excess: { value: number } & Interval
  /**
   * How hard it is to explain by chance: -log10 of the probability that a rise like this is seen anywhere in a series of this
   * length in which nothing happens. Above 1.3 by default; 10 is one in ten billion. Events are ranked by it.
   */
  surprise: number
}
