import type { DocumentFilter } from '../document-filter.ts'
import type { DocumentId } from '../document-id.ts'
import type { TopicLibrary } from '../topic-reading.port.ts'
import { readMatching } from '../topic-tones.ts'

/** Replaces the tones of points by tones towards the topic if a query word carries no tone; otherwise leaves them unchanged. */
export async function withTopicTones(
  library: TopicLibrary,
  filter: DocumentFilter,
  windows: readonly PointWindow[],
  points: PointFacts[],
): Promise<PointFacts[]> {
  if (filter.withoutTone == null || filter.withoutTone.length === 0) return points
  return Promise.all(
    points.map(async (point, index) => {
      const window = windows[index]
      if (window === undefined) return point
      const [after, before] = await Promise.all([
        measureTopicTone(library, { ...filter, fromDay: window.from, toDay: window.to }),
        measureTopicTone(library, { ...filter, fromDay: window.beforeFrom, toDay: window.beforeTo }),
      ])
      return { ...point, after: { ...point.after, tone: after }, before: { ...point.before, tone: before } }
    }),
  )
}

/** The known tones of some days, scored without the words of the query. */
async function measureTopicTone(library: TopicLibrary, filter: DocumentFilter): Promise<PeriodFacts['tone']> {
  const rows = await readMatching(library, filter, { sampleFraction: 1 })
  const knownTones = rows.tone.subarray(0, rows.length).filter((tone) => !Number.isNaN(tone))
  return {
    n: knownTones.length,
    sum: knownTones.reduce((sum, tone) => sum + tone, 0),
    sumSquares: knownTones.reduce((sum, tone) => sum + tone * tone, 0),
  }
}

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
