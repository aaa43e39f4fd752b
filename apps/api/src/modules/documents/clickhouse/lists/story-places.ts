import type { MatchingRows } from '../../matching-rows.ts'
import { firstOfStories } from '../../story-numbers.ts'

/** Stories, a place each, in the order in which they are met. */
export interface StoryPlaces {
  /** For each row the place of its story. */
  places: Int32Array
  stories: number
}

/** Gives each story a place. Pure. */
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

/** For each story how many of the rows, and of how many outlets, tell it; of those rows alone that are not left out. Pure. */
export function countTellings(
  { places, stories }: StoryPlaces,
  outlet: Int32Array,
  isLeftOut: (row: number) => boolean = () => false,
): { documents: Int32Array; outlets: Int32Array } {
  const documents = new Int32Array(stories)
  const outlets = new Int32Array(stories)
  const firstOutlet = new Int32Array(stories)
  // most stories have one document, and most others one outlet
  const seen = new Set<number>()
  for (let row = 0; row < places.length; row += 1) {
    if (isLeftOut(row)) continue
    const [place, name] = [places[row] ?? 0, outlet[row] ?? 0]
    documents[place] = (documents[place] ?? 0) + 1
    if (outlets[place] === 0) {
      outlets[place] = 1
      firstOutlet[place] = name
    } else if (firstOutlet[place] !== name) {
      const size = seen.size
      // a place in the upper bits, an outlet in the lower 31
      if (seen.add(place * 2 ** 31 + name).size > size) outlets[place] = (outlets[place] ?? 0) + 1
    }
  }
  return { documents, outlets }
}
