import { populationByAge } from './population-by-age.ts'

/** The people that an estimate covers. Ages are whole years, both inclusive; a null age means no upper end, a null `geo` everywhere. */
interface AudienceQuery {
  ageMin: number
  ageMax: number | null
  /** ISO 3166-1 alpha-2. */
  geo: string | null
}

export type InterestBasis = 'authors' | 'documents'

/** One number and its origin. */
export interface AudienceCell {
  kind: 'population' | 'internet' | InterestBasis
  /** What it describes, for display. */
  label: string
  country: string | null
  ageFrom: number | null
  ageTo: number | null
  /** The part of it that counts, 0 to 1. */
  weight: number
  /** People, or a share from 0 to 1. */
  value: number
  /** 95 % bounds of a measured share. */
  low: number | null
  high: number | null
  /** Sample size of a measured share. */
  n: number | null
  used: boolean
  /** Why it was left out, or how it was interpreted. */
  note: string | null
  source: string
  sourceKey: string | null
  year: number
  url: string
}

/**
 * Individuals who used the internet in the last three months, in per cent of the population, with the year: the newest figure for each country.
 * International Telecommunication Union, through the World Bank (indicator IT.NET.USER.ZS), as of 2025-01-24. Countries whose newest figure is older
 * than 2020 are left out.
 */
export const internetUse: Readonly<Record<string, readonly [percent: number, year: number]>> = {
  AE: [100, 2023],
  AF: [18.4, 2020],
  AL: [83.1, 2023],
  AM: [77, 2022],
  AO: [39.3, 2022],
  AR: [89.2, 2023],
  AT: [95.3, 2023],
  AU: [94.9, 2022],
  AZ: [88, 2022],
  BA: [83.4, 2023],
  BD: [44.5, 2023],
  BE: [94.6, 2023],
  BF: [19.9, 2022],
  BG: [80.4, 2023],
  BH: [100, 2023],
  BI: [11.3, 2022],
  BJ: [33.8, 2022],
  BO: [73.3, 2022],
  BR: [84.2, 2023],
  BW: [77.3, 2022],
  BY: [91.5, 2023],
  CA: [94, 2022],
  CD: [27.2, 2022],
  CF: [10.6, 2021],
  CG: [36.2, 2022],
  CH: [97.3, 2023],
  CI: [38.4, 2022],
  CL: [94.1, 2023],
  CM: [43.9, 2022],
  CN: [77.5, 2023],
  CO: [72.8, 2022],
  CR: [85.1, 2023],
  CU: [73.2, 2022],
  CY: [91.2, 2023],
  CZ: [86, 2023],
  DE: [92.5, 2023],
  DK: [98.8, 2023],
  DO: [84.4, 2022],
  DZ: [71.2, 2022],
  EC: [72.7, 2023],
  EE: [93.2, 2023],
  EG: [72.2, 2022],
  ER: [26.6, 2022],
  ES: [95.4, 2023],
  ET: [19.4, 2022],
  FI: [93.5, 2023],
  FR: [86.8, 2023],
  GA: [73.7, 2022],
  GB: [95.3, 2022],
  GE: [81.9, 2023],
  GH: [69.8, 2022],
  GM: [54.2, 2022],
  GN: [33.9, 2022],
  GQ: [66.8, 2022],
  GR: [85, 2023],
  GT: [54.4, 2022],
  GW: [31.6, 2022],
  HK: [95.6, 2022],
  HN: [59.7, 2022],
  HR: [83.2, 2023],
  HT: [38.9, 2021],
  HU: [91.5, 2023],
  ID: [69.2, 2023],
  IE: [95.6, 2022],
  IL: [91.9, 2022],
  IN: [43.4, 2020],
  IQ: [78.7, 2022],
  IR: [81.7, 2022],
  IT: [87, 2023],
  JM: [85.1, 2022],
  JO: [90.5, 2022],
  JP: [84.9, 2022],
  KE: [40.8, 2022],
  KG: [79.8, 2022],
  KH: [56.7, 2022],
  KR: [97.4, 2023],
  KW: [99.7, 2023],
  KZ: [92.9, 2023],
  LA: [66.2, 2022],
  LB: [90.1, 2022],
  LK: [50.1, 2022],
  LR: [30.1, 2022],
  LS: [47, 2022],
  LT: [88.5, 2023],
  LV: [92.2, 2023],
  LY: [88.4, 2022],
  MA: [89.9, 2022],
  MD: [63.5, 2022],
  MG: [20.6, 2022],
  MK: [84.2, 2022],
  ML: [33.1, 2022],
  MM: [44, 2021],
  MN: [83.9, 2022],
  MR: [44.4, 2022],
  MU: [75.5, 2022],
  MW: [18, 2023],
  MX: [81.2, 2023],
  MY: [97.7, 2023],
  MZ: [21.2, 2022],
  NA: [62.2, 2022],
  NE: [16.9, 2022],
  NG: [35.5, 2022],
  NI: [61.1, 2022],
  NL: [97, 2023],
  NO: [99, 2023],
  NP: [49.6, 2022],
  NZ: [95.7, 2022],
  OM: [95.3, 2023],
  PA: [73.6, 2022],
  PE: [74.7, 2022],
  PG: [27, 2022],
  PH: [75.2, 2022],
  PK: [32.9, 2022],
  PL: [86.4, 2023],
  PR: [87.3, 2022],
  PS: [86.6, 2023],
  PT: [85.8, 2023],
  PY: [78.1, 2023],
  QA: [100, 2022],
  RO: [89.2, 2023],
  RS: [85.4, 2023],
  RU: [92.2, 2023],
  RW: [34.4, 2022],
  SA: [100, 2023],
  SD: [28.7, 2022],
  SE: [95.7, 2023],
  SG: [94.3, 2023],
  SI: [90.4, 2023],
  SK: [87.2, 2023],
  SL: [30.4, 2022],
  SN: [60, 2022],
  SO: [27.6, 2022],
  SS: [12.1, 2022],
  SV: [62.9, 2022],
  SY: [35.8, 2020],
  SZ: [58.3, 2022],
  TD: [12.2, 2022],
  TG: [37.6, 2022],
  TH: [89.5, 2023],
  TJ: [36.1, 2022],
  TL: [40.8, 2022],
  TN: [73.8, 2022],
  TR: [86, 2023],
  TT: [80, 2022],
  TZ: [31.9, 2022],
  UA: [79.2, 2021],
  UG: [10, 2021],
  US: [97.1, 2022],
  UY: [89.9, 2022],
  UZ: [89, 2023],
  VN: [78.1, 2023],
  YE: [17.7, 2022],
  ZA: [74.7, 2022],
  ZM: [31.2, 2022],
  ZW: [32.6, 2022],
}

const width = 5
const lastFrom = 100
const count = lastFrom / width + 1

/** An assumed maximum age, so that a range inside the open-ended group gets a share of it. */
const oldest = 120

/** People in the requested age range, those of them who use the internet, and every figure that went into it. */
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

/** Countries that are in both tables, in alphabetical order of their codes. */
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
    const allPeople = people.reduce((sum, part) => sum + part, 0)
    result.population += allPeople
    result.online += (allPeople * percent) / 100
    const populationCell = { kind: 'population' as const, country, ...measuredFields, note: null, ...unMade }
    if (geo === null)
      result.cells.push({
        ...populationCell,
        label: `People ${formatAges(ageMin, ageMax)}`,
        ageFrom: ageMin,
        ageTo: ageMax,
        weight: 1,
        value: Math.round(allPeople),
      })
    else
      for (const { column, from, to, weight } of groups)
        result.cells.push({
          ...populationCell,
          label: `People ${formatAges(from, to)}`,
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

function formatAges(from: number, to: number | null): string {
  return to === null ? `of ${from} and older` : `of ${from} to ${to}`
}

/** Age range of a column in the population table; the last column is open-ended. */
interface AgeGroup {
  from: number
  to: number | null
  /** The share of its people who are in the requested age range, 0 to 1. */
  weight: number
}

/**
 * The five-year groups that an age range overlaps, each with the part inside the range: people are assumed to be spread evenly over the years of a
 * group. Ages are whole years, both ends inclusive; a null end is open. Null when the range is reversed.
 */
export function ageGroups(ageMin: number, ageMax: number | null): (AgeGroup & { column: number })[] | null {
  const last = ageMax ?? oldest
  if (last < ageMin) return null
  return Array.from({ length: count }, (_, column) => {
    const from = column * width
    const isOpen = from === lastFrom
    const to = isOpen ? oldest : from + width - 1
    const years = Math.max(0, Math.min(last, to) - Math.max(ageMin, from) + 1)
    return { column, from, to: isOpen ? null : to, weight: years / (to - from + 1) }
  }).filter(({ weight }) => weight > 0)
}
