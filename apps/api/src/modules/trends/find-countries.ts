import type { TrendCountryList } from '@auspex/sdk/types'
import { compareLibrary, type ComparisonDependencies } from './library-comparison.ts'
import { emptyWindowDays } from './measure-terms.ts'

/** Documents that a country needs in each window: below, a doubling from 5 to 10 documents is all that could be told. */
const countryNeeds = 50

/** Countries with enough documents for trends of their own. */
export async function findCountries(deps: ComparisonDependencies): Promise<TrendCountryList> {
  const comparison = await compareLibrary(deps)
  if (comparison === null) return { asOf: null, windowDays: emptyWindowDays, needed: countryNeeds, items: [] }
  const { windows, filter } = comparison
  const counted = await deps.documents.topicCounts.countCountries({ ...filter, sources: null }, windows.middle)
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return {
    asOf: windows.asOf,
    windowDays: windows.windowDays,
    needed: countryNeeds,
    items: counted
      .filter((row) => row.documents >= countryNeeds && row.previous >= countryNeeds)
      .map((row) => ({
        country: row.country,
        name: names.of(row.country) ?? row.country,
        documents: row.documents + row.previous,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}
