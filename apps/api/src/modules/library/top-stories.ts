import { toDocumentId } from './document-id.ts'
import type { MatchingRows } from './matching-rows.ts'
import type { StoryFacts } from './report-facts.types.ts'
import { storyNumbers } from './story-numbers.ts'

interface Story {
  cluster: bigint
  documents: number
  outlets: Set<number>
  firstMicros: number
  first: bigint
}

const storyLimit = 5

/** The stories with the most documents, at least two: most documents, then most outlets, then id. Pure. */
export function topStories(rows: MatchingRows): StoryFacts[] {
  const numbers = storyNumbers(rows)
  const stories = new Map<number, Story>()
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] as number // the loop's bound guarantees it
    if (number === 0) continue
    const cluster = rows.cluster[row] as bigint // as above
    const story = stories.get(number) ?? {
      cluster,
      documents: 0,
      outlets: new Set(),
      firstMicros: Infinity,
      first: cluster,
    }
    stories.set(number, story)
    story.documents += 1
    story.outlets.add(rows.outlet[row] as number) // as above
    const [micros, id] = [rows.micros[row] as number, rows.id[row] as bigint]
    if (micros > story.firstMicros || (micros === story.firstMicros && id > story.first)) continue
    story.firstMicros = micros
    story.first = id
  }
  return [...stories.values()]
    .filter(({ documents }) => documents > 1)
    .toSorted(
      (a, b) => b.documents - a.documents || b.outlets.size - a.outlets.size || (a.cluster < b.cluster ? -1 : 1),
    )
    .slice(0, storyLimit)
    .map(({ cluster, documents, outlets, first }) => ({
      storyCluster: toDocumentId(String(cluster)),
      documents,
      outlets: outlets.size,
      documentId: toDocumentId(String(first)),
    }))
}
