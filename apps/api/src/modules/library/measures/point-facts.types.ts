import type { DocumentId } from '../document-id.ts'

export interface PointStory {
  storyCluster: DocumentId
  documents: number
  outlets: number
  firstId: DocumentId
}

/** The days of a point and the days they are compared with, all inclusive. */
export interface PointWindow {
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
}

/** Counts over the documents of some days; tone sums cover documents of known tone. */
export interface PeriodFacts {
  documents: number
  read: number
  tone: { n: number; sum: number; sumSquares: number }
}

export interface PointFacts {
  after: PeriodFacts
  before: PeriodFacts
  /** Number of distinct stories among the documents of its days. */
  storyCount: number
  /** The stories with the most documents. */
  stories: PointStory[]
  terms: { term: string; after: number; before: number }[]
  /** Sums of `terms` over all words, including unlisted ones. */
  termTotals: { after: number; before: number }
  /** The earliest documents of its days, in order. */
  early: DocumentId[]
  /** A fair sample of the documents of its days. */
  sample: DocumentId[]
}
