import type { MatchingRows } from '../../matching-rows.ts'
import { firstOfStories } from '../../story-numbers.ts'

/** For each row the place of its story, in the order in which stories are met. Pure. */
export function placesOfStories(rows: Pick<MatchingRows, 'length' | 'cluster'>): {
  places: Int32Array
  stories: number
} {
  const firsts = firstOfStories(rows)
  const places = new Int32Array(rows.length)
  let stories = 0
  for (let row = 0; row < rows.length; row += 1) {
    const first = firsts[row] ?? row
    places[row] = first === row ? stories++ : (places[first] ?? 0)
  }
  return { places, stories }
}

/** Tells of an outlet whether it is new to a story. */
export function createTellings(): (place: number, outlet: number) => boolean {
  const seen = new Set<number>()
  return (place, outlet) => {
    const size = seen.size
    // an outlet is a number of 31 bits
    return seen.add(place * 2 ** 31 + outlet).size > size
  }
}
