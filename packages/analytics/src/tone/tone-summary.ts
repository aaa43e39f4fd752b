import { type Interval, meanInterval, type Sums, wilsonInterval } from '../series/interval.ts'

/** Counts of documents by label; `n` is all of them, `sum` and `sumSquares` are over the scores of the known ones. */
export interface ToneTally extends Sums {
  positive: number
  neutral: number
  negative: number
  unknown: number
}

/** The tone of many documents. `mean` is in [-1, 1], null when no document has a known tone. */
export interface ToneSummary {
  n: number
  known: number
  mean: number | null
  interval: Interval | null
  /** Shares of the known documents, in [0, 1]; null when none is known. */
  positiveShare: number | null
  negativeShare: number | null
  positiveInterval: Interval | null
  negativeInterval: Interval | null
  /** Share of all documents that are neutral or unknown: what the lexicon could not decide. Null when n is 0. */
  undecidedShare: number | null
}

/** Summarises the tone of many documents: mean with 95 % bounds, shares with Wilson bounds, and the undecided share. */
export function toneSummary({ n, positive, neutral, negative, unknown, sum, sumSquares }: ToneTally): ToneSummary {
  const known = positive + neutral + negative
  const mean = meanInterval({ n: known, sum, sumSquares })
  return {
    n,
    known,
    mean: mean?.mean ?? null,
    interval: mean?.interval ?? null,
    positiveShare: known === 0 ? null : positive / known,
    negativeShare: known === 0 ? null : negative / known,
    positiveInterval: wilsonInterval(positive, known),
    negativeInterval: wilsonInterval(negative, known),
    undecidedShare: n === 0 ? null : (neutral + unknown) / n,
  }
}
