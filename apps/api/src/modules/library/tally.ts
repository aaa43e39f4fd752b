import { toneCodes } from './document-codes.ts'

export interface DayTally extends Tally {
  /** Distinct story clusters of the day. */
  clusters: number
  outlets: Set<number>
}

/** The distribution of tone over some documents. `sum` and `sumOfSquares` exclude unknown tones. */
export interface ToneCounts {
  negative: number
  neutral: number
  positive: number
  unknown: number
  sum: number
  sumOfSquares: number
}

/** Counts over some documents: all of a day, of an outlet, of a kind. */
export interface Tally {
  documents: number
  tone: ToneCounts
  /** Sums of the known values; null when no document has one. */
  score: number | null
  comments: number | null
  /** The lowest number of their sources. */
  source: number
  /** Days since 1970. */
  firstDay: number
  lastDay: number
}

/** One document as it is counted. Unknown is NaN. */
export interface RowFact {
  day: number
  source: number
  toneLabel: number
  tone: number
  score: number
  comments: number
}

export function emptyTally(): Tally {
  return {
    documents: 0,
    tone: { negative: 0, neutral: 0, positive: 0, unknown: 0, sum: 0, sumOfSquares: 0 },
    score: null,
    comments: null,
    source: Infinity,
    firstDay: Infinity,
    lastDay: -Infinity,
  }
}

/** Adds a document to a tally. */
export function addToTally(tally: Tally, { day, source, toneLabel, tone, score, comments }: RowFact): void {
  tally.documents += 1
  if (toneLabel === toneCodes.negative) tally.tone.negative += 1
  else if (toneLabel === toneCodes.neutral) tally.tone.neutral += 1
  else if (toneLabel === toneCodes.positive) tally.tone.positive += 1
  else tally.tone.unknown += 1
  if (!Number.isNaN(tone)) {
    tally.tone.sum += tone
    tally.tone.sumOfSquares += tone * tone
  }
  if (!Number.isNaN(score)) tally.score = (tally.score ?? 0) + score
  if (!Number.isNaN(comments)) tally.comments = (tally.comments ?? 0) + comments
  if (source < tally.source) tally.source = source
  if (day < tally.firstDay) tally.firstDay = day
  if (day > tally.lastDay) tally.lastDay = day
}
