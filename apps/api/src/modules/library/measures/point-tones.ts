import type { DocumentFilter } from '../document-filter.ts'
import { readMatching } from '../topic-tones.ts'
import type { TopicLibrary } from '../topic-reading.port.ts'
import type { PeriodFacts, PointFacts, PointWindow } from './point-facts.types.ts'

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
