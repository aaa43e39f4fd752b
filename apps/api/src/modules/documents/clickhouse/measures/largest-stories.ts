import { createTellings, placesOfStories } from '../lists/story-places.ts'
import { firstRows } from '../lists/first-rows.ts'

/** Documents with a headline. */
export interface HeadlineRows {
  readonly length: number
  readonly cluster: BigInt64Array
  readonly outlet: Int32Array
}

/** The stories that most outlets tell, then most documents; what one outlet alone tells is none. Pure. */
export function largestStories(rows: HeadlineRows, most: number): string[] {
  const { places, stories } = placesOfStories(rows)
  const isNewOutlet = createTellings()
  const cluster = new BigInt64Array(stories)
  const documents = new Int32Array(stories)
  const outlets = new Int32Array(stories)
  for (let row = 0; row < rows.length; row += 1) {
    const place = places[row] ?? 0
    cluster[place] = rows.cluster[row] ?? 0n
    documents[place] = (documents[place] ?? 0) + 1
    if (isNewOutlet(place, rows.outlet[row] ?? 0)) outlets[place] = (outlets[place] ?? 0) + 1
  }
  const told = Array.from(outlets.keys()).filter((place) => (outlets[place] ?? 0) > 1)
  const largest = firstRows(
    told,
    most,
    (one, other) =>
      (outlets[other] ?? 0) - (outlets[one] ?? 0) ||
      (documents[other] ?? 0) - (documents[one] ?? 0) ||
      ((cluster[one] ?? 0n) < (cluster[other] ?? 0n) ? -1 : 1),
  )
  return largest.map((place) => String(cluster[place]))
}
