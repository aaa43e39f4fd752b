import { countTellings, placesOfStories } from '../lists/story-places.ts'
import { firstRows } from '../lists/first-rows.ts'

/** Documents with a headline. */
export interface HeadlineRows {
  readonly length: number
  readonly cluster: BigInt64Array
  readonly outlet: Int32Array
}

/** The stories that most outlets tell, then most documents; what one outlet alone tells is none. Pure. */
export function largestStories(rows: HeadlineRows, most: number): string[] {
  const stories = placesOfStories(rows)
  const { documents, outlets } = countTellings(stories, rows.outlet)
  const cluster = new BigInt64Array(stories.stories)
  for (const [row, place] of stories.places.entries()) cluster[place] = rows.cluster[row] ?? 0n
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
