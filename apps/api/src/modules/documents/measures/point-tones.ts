import type { DocumentFilter } from '../document-filter.ts'
import type { TopicLibrary } from '../document-store.port.ts'
import { readMatching } from '../topic-tones.ts'
import type { PointFacts, PointWindow, SideFacts } from './point-facts.ts'

/** Gives points the tones that their documents have about the topic, where a word of it has none; else they keep what they have. */
export async function tonePoints(
  library: TopicLibrary,
  filter: DocumentFilter,
  windows: readonly PointWindow[],
  points: PointFacts[],
): Promise<PointFacts[]> {
  if (filter.withoutTone == null || filter.withoutTone.length === 0) return points
  return Promise.all(
    points.map(async (point, at) => {
      const window = windows[at]
      if (window === undefined) return point
      const [after, before] = [
        await topicToneOf(library, { ...filter, fromDay: window.from, toDay: window.to }),
        await topicToneOf(library, { ...filter, fromDay: window.beforeFrom, toDay: window.beforeTo }),
      ]
      return { ...point, after: { ...point.after, tone: after }, before: { ...point.before, tone: before } }
    }),
  )
}

/** The known tones of some days, without the words of the query. */
async function topicToneOf(library: TopicLibrary, filter: DocumentFilter): Promise<SideFacts['tone']> {
  const rows = await readMatching(library, filter, { sampleFraction: 1 })
  const known = rows.tone.subarray(0, rows.length).filter((tone) => !Number.isNaN(tone))
  return {
    n: known.length,
    sum: known.reduce((sum, tone) => sum + tone, 0),
    sumSquares: known.reduce((sum, tone) => sum + tone * tone, 0),
  }
}
