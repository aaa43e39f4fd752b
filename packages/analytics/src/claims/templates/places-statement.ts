import { wilsonInterval } from '../../series/interval.ts'
import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayList } from '../say.ts'
import { leastKnownPlaces, leastOfPlace, statusOf, support } from '../support.ts'

export interface PlacesFacts {
  /** Most documents first. */
  countries: readonly { country: string; documents: number }[]
  /** Documents whose country is known, and all. */
  known: number
  documents: number
  sampleFraction: number
  /** The display name of a country. */
  nameOf: (country: string) => string
}

const maxPlaces = 3

/** Where documents come from, as shares of those whose country is known. Null when too few have one, or less than a tenth of all. */
export function placesStatement(facts: PlacesFacts): StatementDraft | null {
  const { known, documents, sampleFraction, nameOf } = facts
  const read = Math.round(known * sampleFraction)
  if (read < support.places.told || known < leastKnownPlaces * documents) return null
  const all = claimNumber({ pointer: '/locations/known', value: known, unit: 'documents', n: read })
  const named = facts.countries.filter((place) => place.documents * sampleFraction >= leastOfPlace)
  if (named.length === 0) return null
  const shownPlaces = named.slice(0, maxPlaces).map(({ country, documents: count }, index) => {
    const bounds = wilsonInterval(Math.round(count * sampleFraction), read)
    const number = claimNumber({
      subject: `${index === 0 ? 'come ' : ''}from ${nameOf(country)}`,
      value: (100 * count) / known,
      low: bounds === null ? null : 100 * bounds.low,
      high: bounds === null ? null : 100 * bounds.high,
      n: read,
      unit: 'percent',
    })
    return { country, number }
  })
  const isMinority = known * 2 < documents
  const isWeak = isMinority || statusOf(read, support.places) === 'weak'
  return {
    text: `Of ${all.text} whose country is known, ${sayList(shownPlaces.map(({ number }) => number.text))}.`,
    claims: shownPlaces.map(({ country, number }, index) => ({
      kind: 'share',
      status: isWeak ? 'weak' : 'supported',
      reason: isMinority
        ? 'The country of most documents is not known.'
        : isWeak
          ? 'The country of few documents is known.'
          : 'Counted over all documents whose country is known.',
      numbers: index === 0 ? [all, number] : [number],
      names: [nameOf(country)],
      quote: null,
      evidence: evidence({ country }),
      documentIds: [],
      formula: 'intervals',
    })),
  }
}
