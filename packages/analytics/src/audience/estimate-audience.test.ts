import { describe, expect, test } from 'vitest'
import { estimateAudience, estimateInterestShare, type SourceInterest } from './estimate-audience.ts'
import { audienceCountries, onlinePeople, ageGroups, internetUse } from './online-people.ts'
import { populationByAge } from './population-by-age.ts'

const forum: SourceInterest = {
  source: 'imported',
  label: 'Imported documents',
  documents: 100,
  allDocuments: 10_000,
  authors: 60,
  allAuthors: 2_000,
  year: 2026,
  outlets: Array.from({ length: 5 }, () => ({ documents: 20, allDocuments: 2_000 })),
  url: '/signals/sig_1?docs=all',
}

const sweden = { ageMin: 18, ageMax: null, geo: 'SE' }

describe('the tables', () => {
  test('contain the published totals of large countries, in thousands', () => {
    const total = (code: string) => populationByAge[code]?.reduce((sum, part) => sum + part, 0)
    expect(total('IN')).toBeCloseTo(1_380_004, -2)
    expect(total('US')).toBeCloseTo(331_003, -2)
    expect(total('SE')).toBeCloseTo(10_099, -2)
  })

  test('cover the same countries, each with 21 age groups and a dated share', () => {
    expect(audienceCountries).toHaveLength(155)
    expect(Object.keys(internetUse)).toEqual(Object.keys(populationByAge))
    expect(Object.values(populationByAge).filter((ages) => ages.length !== 21)).toEqual([])
    const wrong = Object.values(internetUse).filter(([share, year]) => share <= 0 || share > 100 || year < 2020)
    expect(wrong).toEqual([])
  })
})

describe('ages', () => {
  test('split a five-year group by single years', () => {
    expect(ageGroups(18, 24)?.map(({ from, weight }) => [from, weight])).toEqual([
      [15, 0.4],
      [20, 1],
    ])
  })

  test('without an upper bound include the open group, and are empty when reversed', () => {
    expect(ageGroups(95, null)?.map(({ from, to, weight }) => [from, to, weight])).toEqual([
      [95, 99, 1],
      [100, null, 1],
    ])
    expect(ageGroups(30, 20)).toBeNull()
  })
})

describe('people online', () => {
  test('are the population of the ages times the online share of the country, each with source, year and address', () => {
    const found = onlinePeople({ ageMin: 20, ageMax: 24, geo: 'SE' })
    const people = (populationByAge['SE']?.[4] ?? 0) * 1000
    expect(found?.population).toBe(people)
    expect(found?.online).toBeCloseTo(people * 0.957, -2)
    expect(found?.cells.map(({ kind, value, year }) => [kind, value, year])).toEqual([
      ['population', people, 2020],
      ['internet', 0.957, 2023],
    ])
    for (const { url, source } of found?.cells ?? []) expect(`${source} ${url}`).toMatch(/ https:\/\//)
  })

  test('everywhere are the sum over all countries in the tables', () => {
    const each = audienceCountries.map((geo) => onlinePeople({ ...sweden, geo })?.online ?? 0)
    const everywhere = onlinePeople({ ...sweden, geo: null })
    expect(everywhere?.online).toBeCloseTo(
      each.reduce((sum, part) => sum + part, 0),
      -1,
    )
    expect(everywhere?.cells).toHaveLength(310)
  })

  test('of a country without data are unknown, not zero', () => {
    expect(onlinePeople({ ...sweden, geo: 'TW' })).toBeNull()
  })
})

describe('interest', () => {
  test('is a share of authors, between the bounds that documents and authors have', () => {
    const { interest } = estimateInterestShare([forum])
    expect(interest).toMatchObject({ value: 0.03, basis: 'authors', interested: 60, sampleSize: 2_000 })
    expect(interest?.low).toBeCloseTo(0.0082, 3) // of 100 in 10,000 documents
    expect(interest?.high).toBeCloseTo(0.0444, 3) // of one more outlet, beside 60 in 2,000 authors
  })

  test('is as uncertain as its outlets are different, including those that never mention the signal', () => {
    const uneven = [70, 20, 10, 0, 0].map((documents) => ({ documents, allDocuments: 2_000 }))
    const alike = estimateInterestShare([forum]).interest
    const { interest } = estimateInterestShare([{ ...forum, outlets: uneven }])
    expect(interest?.value).toBe(alike?.value)
    expect((interest?.high ?? 0) / (interest?.low ?? 1)).toBeGreaterThan(20)
  })

  test('is unknown when nearly all documents come from one or two outlets', () => {
    const two = [
      { documents: 60, allDocuments: 6_000 },
      { documents: 40, allDocuments: 4_000 },
      { documents: 0, allDocuments: 30 },
    ]
    const { interest, lack, cells } = estimateInterestShare([{ ...forum, outlets: two }])
    expect([interest, lack]).toEqual([null, 'outlets'])
    expect(cells.every(({ used }) => !used)).toBe(true)
  })

  test('is a share of documents when few authors are named', () => {
    const { interest } = estimateInterestShare([{ ...forum, authors: 2, allAuthors: 40 }])
    expect(interest).toMatchObject({ value: 0.01, basis: 'documents' })
  })

  test('counts a source that never mentions the signal, but takes no bound from it', () => {
    const silent = { ...forum, source: 'arxiv', documents: 0, authors: 0, allDocuments: 6_000, allAuthors: 4_000 }
    const { interest, cells } = estimateInterestShare([forum, silent])
    expect(interest).toMatchObject({ value: 0.01, interested: 60, sampleSize: 6_000 })
    expect(interest?.low).toBeGreaterThan(0.007)
    expect(cells.filter(({ used }) => !used).map(({ note }) => note)).toEqual([
      expect.stringContaining('0 of 4000 are too few'),
      expect.stringContaining('0 of 6000 are too few'),
    ])
  })

  test('is unknown for a handful of documents', () => {
    const few = estimateInterestShare([{ ...forum, documents: 4, authors: 1 }])
    expect(few.interest).toBeNull()
    expect(few.cells.every(({ used }) => !used)).toBe(true)
  })
})

describe('the audience', () => {
  test('is people online times interest, rounded outwards to one digit', () => {
    const online = { population: 1_000_000, online: 900_000, cells: [] }
    const { size } = estimateAudience(online, estimateInterestShare([forum]))
    expect(size).toEqual({ value: 30_000, low: 7_000, high: 40_000 })
  })

  test('is unknown, not 0, when interest is unknown', () => {
    const found = onlinePeople(sweden)
    expect(found).not.toBeNull()
    expect(found && estimateAudience(found, estimateInterestShare([])).size).toBeNull()
  })
})
