import type { QueryEcho } from '@auspex/sdk'
import { countryName } from '../../lib/places/countries.ts'
import { formatDay } from '../../lib/time/format.ts'
import type { NameSource } from '../../lib/words/source-names.ts'

/** The filters of a query, in words; empty if there are none. */
export const captionOf = ({ geo, sources, startDate, endDate, entity }: QueryEcho, nameSource: NameSource): string =>
  [
    geo && countryName(geo),
    entity && `mentions ${entity}`,
    sources.map(nameSource).join(', '),
    periodOf(startDate ?? null, endDate ?? null),
  ]
    .filter(Boolean)
    .join(' · ')

const periodOf = (first: string | null, last: string | null): string => {
  if (first && last) return `${formatDay(first)} – ${formatDay(last)}`
  if (first) return `since ${formatDay(first)}`
  return last ? `until ${formatDay(last)}` : ''
}
