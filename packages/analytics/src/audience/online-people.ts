import { ageGroups } from './age-groups.ts'
import type { AudienceQuery, AudienceCell } from './audience.types.ts'
import { internetUse } from './internet-use.ts'
import { populationByAge } from './population-by-age.ts'

/** People of the asked ages, those of them who use the internet, and every figure that was read. */
export interface OnlinePeople {
  population: number
  online: number
  cells: AudienceCell[]
}

const unMade = {
  source: 'United Nations, World Population Prospects 2019',
  year: 2020,
  url: 'https://population.un.org/wpp/',
}
const ituMade = 'International Telecommunication Union, through the World Bank'
const measuredFields = { low: null, high: null, n: null, sourceKey: null, used: true }

/** Countries that both tables have, in alphabetical order of their codes. */
export const audienceCountries: readonly string[] = Object.keys(populationByAge).filter((code) => code in internetUse)

/**
 * People of an age range who use the internet: Σ over age groups of people × weight, times the country's share of internet users,
 * over one country or all of the tables. Null when the tables lack the country.
 * For one country every age group is a cell; for all, every country is.
 */
export function onlinePeople({ ageMin, ageMax, geo }: AudienceQuery): OnlinePeople | null {
  const groups = ageGroups(ageMin, ageMax)
  const countries = geo === null ? audienceCountries : audienceCountries.filter((code) => code === geo)
  if (groups === null || countries.length === 0) return null
  const result: OnlinePeople = { population: 0, online: 0, cells: [] }
  for (const country of countries) {
    const ages = populationByAge[country] ?? []
    const [percent, year] = internetUse[country] ?? [0, 0]
    const people = groups.map(({ column, weight }) => (ages[column] ?? 0) * 1000 * weight)
    const whole = people.reduce((sum, part) => sum + part, 0)
    result.population += whole
    result.online += (whole * percent) / 100
    const populationCell = { kind: 'population' as const, country, ...measuredFields, note: null, ...unMade }
    if (geo === null)
      result.cells.push({
        ...populationCell,
        label: `People ${sayAges(ageMin, ageMax)}`,
        ageFrom: ageMin,
        ageTo: ageMax,
        weight: 1,
        value: Math.round(whole),
      })
    else
      for (const { column, from, to, weight } of groups)
        result.cells.push({
          ...populationCell,
          label: `People ${sayAges(from, to)}`,
          ageFrom: from,
          ageTo: to,
          weight,
          value: (ages[column] ?? 0) * 1000,
        })
    result.cells.push({
      kind: 'internet',
      label: 'Share that uses the internet',
      country,
      ageFrom: null,
      ageTo: null,
      weight: 1,
      value: Number((percent / 100).toFixed(3)),
      ...measuredFields,
      note: null,
      source: ituMade,
      year,
      url: `https://data.worldbank.org/indicator/IT.NET.USER.ZS?locations=${country}`,
    })
  }
  return result
}

function sayAges(from: number, to: number | null): string {
  return to === null ? `of ${from} and older` : `of ${from} to ${to}`
}
