import type { LocationsSection, Place } from '@auspex/sdk/types'
import type { ReportFacts, ToneCounts } from '../../documents/index.ts'
import { meanTone } from './tone-section.ts'

export interface LocationsInput {
  /** Documents by country and by what that country is of. */
  places: ReportFacts['byCountry']
  /** All matching documents. */
  documents: number
}

/** Where documents come from; a document without a country is counted as unknown, never spread over the others. */
export function buildLocations({ places, documents }: LocationsInput): LocationsSection {
  const basis = { source: 0, content: 0, author: 0 }
  const byCountry = new Map<string, { documents: number; tone: ToneCounts }>()
  for (const place of places) {
    if (place.country === null) continue
    if (place.basis !== null) basis[place.basis] += place.documents
    const sum = byCountry.get(place.country)
    byCountry.set(
      place.country,
      sum === undefined ? place : { documents: sum.documents + place.documents, tone: addTone(sum.tone, place.tone) },
    )
  }
  const known = [...byCountry.values()].reduce((sum, place) => sum + place.documents, 0)
  const countries = [...byCountry].map(([country, place]): Place => ({
    country,
    documents: place.documents,
    share: place.documents / known,
    toneMean: meanTone(place.tone),
  }))
  countries.sort((a, b) => b.documents - a.documents || (a.country < b.country ? -1 : 1))
  return { section: 'locations', countries, known, unknown: Math.max(0, documents - known), basis }
}

function addTone(a: ToneCounts, b: ToneCounts): ToneCounts {
  return {
    positive: a.positive + b.positive,
    neutral: a.neutral + b.neutral,
    negative: a.negative + b.negative,
    unknown: a.unknown + b.unknown,
    sum: a.sum + b.sum,
    sumOfSquares: a.sumOfSquares + b.sumOfSquares,
  }
}
