/** When a monitor fires. Windows are days that end on, and include, the judged day. */
export type MonitorRule =
  | { kind: 'volume-above' | 'volume-below'; documents: number; windowDays: number }
  /** Stories a day in the window relative to those a day in the 28 days before it; at least `minDocuments` stories in the window. */
  | { kind: 'volume-times-usual'; times: number; minDocuments: number; windowDays: number }
  /** The whole 95 % interval of the momentum of stories is above a ratio. */
  | { kind: 'momentum-above'; ratio: number; windowDays: number }
  /** Mean tone in [-1, 1] over at least `minDocuments` documents of known tone. */
  | { kind: 'tone-below' | 'tone-above'; tone: number; minDocuments: number; windowDays: number }
  | { kind: 'new-inflection'; inflection: 'any' | 'spike' | 'shift' }

/** Consecutive days, oldest first; all arrays are as long as `counts`. */
export interface MonitorSeries {
  /** The day of the first value, YYYY-MM-DD. */
  firstDay: string
  /** Documents a day; null for a day that was not covered. */
  counts: readonly (number | null)[]
  /** Stories a day, with copies merged: what is compared over time. Null for a day that was not covered. */
  stories: readonly (number | null)[]
  /** The sources' own total of each day, where growth is measured on shares of it. */
  exposure?: readonly (number | null)[]
  /** Documents of known tone a day, and their mean tone in [-1, 1] (0 where there is none). */
  tones: readonly { known: number; mean: number }[]
  /** How many documents each read one represents, above 1 for a sample. 1 by default. */
  factor?: number
}

/** Why a rule cannot be evaluated on a day. */
export type UnknownJudgement = 'not-covered' | 'too-short' | 'too-few'

/** The evaluation of a rule as of one day, from that day and the days before it alone. */
export interface Judgement {
  day: string
  /** Documents, a ratio or a mean tone; null when there is nothing to measure. */
  value: number | null
  /** For a ratio: whether it is certain enough to show (`tellRatio`); a rule can hold where it is not. */
  isTold?: boolean
  /** Null when it is unknown. */
  holds: boolean | null
  unknown: UnknownJudgement | null
  /** First of the measured days. */
  fromDay: string
  /** The newest inflection point of the last fourteen days; null for other rules and when there is none. */
  pointDay: string | null
}

/** What is stored from the days before, so that a rule fires when it begins to hold rather than on each day that it does. */
export interface MonitorState {
  isHolding: boolean
  lastFiredDay: string | null
  lastPointDay: string | null
}
