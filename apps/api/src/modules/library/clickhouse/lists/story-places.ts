import type { MatchingRows } from '../../matching-rows.ts'
import { firstOfStories } from '../../story-numbers.ts'

/** Stories, numbered in the order in which they first occur. */
export interface StoryPlaces {
  /** The story number of each row. */
  places: Int32Array
  stories: number
}

/** Numbers the stories. Pure. */
export function placesOfStories(rows: Pick<MatchingRows, 'length' | 'cluster'>): StoryPlaces {
  const firsts = firstOfStories(rows)
  const places = new Int32Array(rows.length)
  let stories = 0
  for (let row = 0; row < rows.length; row += 1) {
    const first = firsts[row] ?? row
    places[row] = first === row ? stories++ : (places[first] ?? 0)
  }
  return { places, stories }
}

/** Counts each story's rows and distinct outlets, without the rows that are left out. Pure. */
export function countTellings(
  { places, stories }: StoryPlaces,
  outlet: Int32Array,
  isLeftOut: (row: number) => boolean = () => false,
): { documents: Int32Array; outlets: Int32Array } {
  const documents = new Int32Array(stories)
  const outlets = new Int32Array(stories)
  const firstOutlet = new Int32Array(stories)
  // most stories have one document, and most of the rest one outlet
  const seen = new Set<number>()
  for (let row = 0; row < places.length; row += 1) {
    if (isLeftOut(row)) continue
    const [story, name] = [places[row] ?? 0, outlet[row] ?? 0]
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
