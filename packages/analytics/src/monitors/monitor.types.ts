/** When a monitor tells. Windows are days that end on the day that is judged, which is in them. */
export type MonitorRule =
  | { kind: 'volume-above' | 'volume-below'; documents: number; windowDays: number }
  /** Stories a day of the window against those a day of the 28 days before it; at least `minDocuments` stories in the window. */
  | { kind: 'volume-times-usual'; times: number; minDocuments: number; windowDays: number }
  /** The whole 95 % interval of momentum, of stories, above a ratio. */
  | { kind: 'momentum-above'; ratio: number; windowDays: number }
  /** Mean tone in [-1, 1] over at least `minDocuments` documents of known tone. */
  | { kind: 'tone-below' | 'tone-above'; tone: number; minDocuments: number; windowDays: number }
  | { kind: 'new-inflection'; inflection: 'any' | 'spike' | 'shift' }

/** Days without a hole, oldest first; all arrays are as long as `counts`. */
export interface MonitorSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  /** Documents a day; null for a day that was not covered. */
  counts: readonly (number | null)[]
  /** Stories a day, copies folded: what is compared over time. Null for a day that was not covered. */
  stories: readonly (number | null)[]
  /** The sources' own total of each day, where growth is measured on shares of it. */
  exposure?: readonly (number | null)[]
  /** Documents of known tone a day, and their mean tone in [-1, 1] (0 where there is none). */
  tones: readonly { known: number; mean: number }[]
  /** How many documents stand for one that was read, above 1 when a sample was. 1 by default. */
  factor?: number
}

/** Why a rule cannot be told to hold or not on a day. */
export type UnknownJudgement = 'not-covered' | 'too-short' | 'too-few'

/** What a rule says as of one day, from that day and the days before it alone. */
export interface Judgement {
  day: string
  /** Documents, a ratio or a mean tone; null when there is nothing to measure. */
  value: number | null
  /** Of a ratio: whether it may be told (`tellRatio`); a rule can hold where it may not. */
  isTold?: boolean
  /** Null when it cannot be told. */
  holds: boolean | null
  unknown: UnknownJudgement | null
  /** First of the days that were measured. */
  fromDay: string
  /** The newest inflection point of the last fourteen days; null for other rules and when there is none. */
  pointDay: string | null
}

/** What is remembered of the days before, so that a rule tells when it begins to hold and not on each day that it does. */
export interface MonitorState {
  isHolding: boolean
  lastFiredDay: string | null
  lastPointDay: string | null
}
