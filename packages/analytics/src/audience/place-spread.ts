import { studentPoint } from '../hashtags/student-point.ts'
import type { PlaceInterest } from './audience.types.ts'

/** How far the share of one more outlet may be from the overall share, as factors of it. */
export interface PlaceSpread {
  /** The effective number of outlets: outlets of equal size that would carry as much information as these. */
  places: number
  /** The share is divided and multiplied by this for its 95 % bounds. */
  factor: number
}

/** Minimum effective number of outlets: fewer represent one or two audiences, which does not show how far others differ. */
export const leastPlaces = 3
/** An outlet with fewer documents says nothing about its share. */
const minPlaceDocuments = 20

/**
 * The spread of a share between outlets, over all outlets with enough documents, including those that never name the signal. The variance between
 * them comes from the method of moments; with the sampling error of `interested` it gives a log-normal 95 % prediction interval for one more outlet
 * (Higgins, Thompson & Spiegelhalter 2009). Null when the documents come from fewer than `leastPlaces` outlets of equal size. Pure.
 */
export function placeSpread(outlets: readonly PlaceInterest[], interested: number): PlaceSpread | null {
  const places = outlets.filter(({ allDocuments }) => allDocuments >= minPlaceDocuments)
  const total = sum(places, ({ allDocuments }) => allDocuments)
  const squares = sum(places, ({ allDocuments }) => allDocuments ** 2)
  const even = squares === 0 ? 0 : total ** 2 / squares
  const share = sum(places, ({ documents }) => documents) / total
  if (even < leastPlaces || !(share > 0) || interested <= 0) return null
  const excess = sum(places, ({ documents, allDocuments: n }) => (documents - n * share) ** 2 - n * share * (1 - share))
  // the share was fitted to these same outlets, which makes them look more similar than they are
  const between = Math.max(0, (excess / squares) * (even / (even - 1)))
  const variance = Math.log1p(between / share ** 2 + 1 / interested)
  const points = studentPoint(Math.floor(even) - 1)
  return { places: even, factor: Math.exp(points * Math.sqrt((1 + 1 / even) * variance)) }
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
