import type { ClusterRows } from '../../matching-rows.ts'
import { firstOfStories } from '../../story-numbers.ts'

/** Stories, numbered in the order in which they first occur. */
export interface StoryNumbers {
  /** The story number of each row. */
  numbers: Int32Array
  stories: number
}

/** Numbers the stories. */
export function numberStories(rows: ClusterRows): StoryNumbers {
  const firsts = firstOfStories(rows)
  const numbers = new Int32Array(rows.length)
  let stories = 0
  for (let row = 0; row < rows.length; row += 1) {
    const first = firsts[row] ?? row
    numbers[row] = first === row ? stories++ : (numbers[first] ?? 0)
  }
  return { numbers, stories }
}

/** Counts each story's rows and distinct outlets, without the rows that are left out. */
export function countPerStory(
  { numbers, stories }: StoryNumbers,
  outlet: Int32Array,
  isExcluded: (row: number) => boolean = () => false,
): { documents: Int32Array; outlets: Int32Array } {
  const documents = new Int32Array(stories)
  const outlets = new Int32Array(stories)
  const firstOutlet = new Int32Array(stories)
  // most stories have one document, and most of the rest one outlet
  const seen = new Set<number>()
  for (let row = 0; row < numbers.length; row += 1) {
    if (isExcluded(row)) continue
    const [story, name] = [numbers[row] ?? 0, outlet[row] ?? 0]
    documents[story] = (documents[story] ?? 0) + 1
    if (outlets[story] === 0) {
      outlets[story] = 1
      firstOutlet[story] = name
    } else if (firstOutlet[story] !== name) {
      const size = seen.size
      // story number in the upper bits, outlet in the lower 31
      if (seen.add(story * 2 ** 31 + name).size > size) outlets[story] = (outlets[story] ?? 0) + 1
    }
  }
  return { documents, outlets }
}
