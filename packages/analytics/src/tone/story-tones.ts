import { neutralBand } from './create-tone-scorer.ts'

/** Similar stories: `stories` of them, each with `documents` documents of known tone. `sum` adds up all their scores. */
export interface StoryToneClass {
  stories: number
  documents: number
  sum: number
}

/** Stories of known tone by label. */
export interface StoryToneCounts {
  positive: number
  neutral: number
  negative: number
}

/** How many stories lean to each side: copies of a text are one opinion, however many outlets carry it. */
export function countStoryTones(classes: readonly StoryToneClass[]): StoryToneCounts {
  const counts = { positive: 0, neutral: 0, negative: 0 }
  for (const { stories, documents, sum } of classes) {
    const mean = sum / (stories * documents)
    counts[Math.abs(mean) < neutralBand ? 'neutral' : mean > 0 ? 'positive' : 'negative'] += stories
  }
  return counts
}

/** Classes of mean tone, each 0.1 wide: the differences within one are below a hundredth of the variance of tone. */
const classesPerUnit = 10

/**
 * Collects the tone of stories, one `add` per story: the number of its documents that have a tone, and the sum of their scores. The result is small
 * however many stories there are, and does not depend on their order.
 */
export function createStoryTones(): { add: (documents: number, sum: number) => void; classes: () => StoryToneClass[] } {
  const byKey = new Map<number, StoryToneClass>()
  return {
    add(documents, sum) {
      if (documents === 0) return
      const key = documents * 64 + Math.round((sum / documents + 1) * classesPerUnit)
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, { stories: 1, documents, sum })
      else {
        known.stories += 1
        known.sum += sum
      }
    },
    classes: () => [...byKey].toSorted(([a], [b]) => a - b).map(([, one]) => one),
  }
}
