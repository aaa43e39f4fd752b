import type { Place } from '@auspex/sdk'

/** Steps of the map's colour, from few to many documents. */
const mapSteps = 5

export interface MapScale {
  /** The step of a number of documents, from 0. */
  readonly stepOf: (documents: number) => number
  /** The smallest number of each step. */
  readonly from: readonly number[]
}

/** Steps of equal ratio: counts by country span orders of magnitude, and equal steps would paint all but one the same. */
export const createMapScale = (places: readonly Place[]): MapScale => {
  const max = Math.max(1, ...places.map((place) => place.documents))
  const ratio = max ** (1 / mapSteps)
  const from = [...new Set(Array.from({ length: mapSteps }, (_, step) => Math.max(1, Math.round(ratio ** step))))]
  return { from, stepOf: (documents) => from.findLastIndex((limit) => documents >= limit) }
}
