import type { AudienceCell, AudienceEstimate } from '@auspex/sdk'
import { countryName } from '../../../lib/countries.ts'
import { formatCount, formatShare } from '../../../lib/format.ts'

/** The people to estimate: their ages and country. */
export interface AudienceSelection {
  readonly ageMin: number
  /** Null for no upper limit. */
  readonly ageMax: number | null
  /** Null for everywhere. */
  readonly geo: string | null
}

export const adults: Omit<AudienceSelection, 'geo'> = { ageMin: 18, ageMax: null }
export const oldest = 120

/** Why the ages are invalid; null if they are valid. */
export const faultOfAges = ({ ageMin, ageMax }: Pick<AudienceSelection, 'ageMin' | 'ageMax'>): string | null =>
  ageMax !== null && ageMax < ageMin ? `Must not be below ${ageMin}` : null

/** "18 to 24", "18 and older". */
export const sayAges = ({ age_min, age_max }: Pick<AudienceEstimate, 'age_min' | 'age_max'>): string =>
  age_max === null ? `${age_min} and older` : `${age_min} to ${age_max}`

export const sayPlace = (geo: string | null): string => (geo === null ? 'everywhere' : countryName(geo))

/** The formatted value of a cell. */
export const valueOf = ({ kind, value }: AudienceCell): string =>
  kind === 'population' ? formatCount(value) : formatShare(value)

/** How a cell was used: the share of an age group, or why it was omitted. */
export const noteOf = ({ weight, note }: AudienceCell): string =>
  [weight < 1 ? `${formatShare(weight)} of it counts.` : null, note].filter((part) => part !== null).join(' ')

export const keyOf = ({ kind, country, ageFrom, sourceKey }: AudienceCell): string =>
  [kind, country, ageFrom, sourceKey].join(' ')

/** Positions of the three labels of an interval, without overlaps and within the drawing. */
export const labelPlaces = ({ low, high, right }: { low: number; high: number; right: number }) => {
  const isNarrow = high - low < 110
  return {
    low: isNarrow ? { x: low - 6, anchor: 'end' as const } : { x: Math.max(low, 40), anchor: 'middle' as const },
    high: isNarrow
      ? { x: high + 6, anchor: 'start' as const }
      : { x: Math.min(high, right - 40), anchor: 'middle' as const },
  }
}
