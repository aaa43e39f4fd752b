import { describe, expect, test } from 'vitest'
import { boxAround, locatorCorner, describeCountries, sitePoints } from './site-points.ts'

const site = {
  facility: 'A hospital',
  city: 'Boston',
  country: 'United States',
  status: 'RECRUITING',
  latitude: 42.35843,
  longitude: -71.05977,
}
const world = { width: 960, height: 470 }

describe('the sites of a study', () => {
  test('are grouped by city with the number of open sites, largest first', () => {
    const points = sitePoints([
      { ...site, city: 'Lyon', country: 'France', latitude: 45.75, longitude: 4.85, status: null },
      site,
      { ...site, facility: 'Another', status: 'COMPLETED' },
    ])
    expect(points.map(({ name, sites, open }) => [name, sites, open])).toEqual([
      ['Boston, United States', 2, 1],
      ['Lyon, France', 1, 0],
    ])
  })

  test('are omitted if the register gives no coordinates', () => {
    expect(sitePoints([{ ...site, latitude: null }])).toEqual([])
  })

  test('are not open if the study takes no new participants', () => {
    expect(sitePoints([{ ...site, status: 'ACTIVE_NOT_RECRUITING' }])).toMatchObject([{ sites: 1, open: 0 }])
  })
})

describe('the countries of the sites, in words', () => {
  const inCountry = (country: string | null, sites: number) =>
    Array.from({ length: sites }, () => ({ ...site, country }))

  test('a single site is in its city', () => {
    expect(describeCountries([site])).toBe('The site is in Boston, United States.')
  })

  test('one country needs no list', () => {
    expect(describeCountries([site, { ...site, city: 'Miami' }])).toBe('All sites are in one country: United States.')
  })

  test('several countries are listed with counts, largest first, and sites without a country are mentioned', () => {
    expect(describeCountries([...inCountry('France', 2), ...inCountry('Chile', 1), ...inCountry(null, 1)])).toBe(
      'Sites in 2 countries: France 2, Chile 1. The register has no country for 1 site.',
    )
  })

  test('small countries are counted together', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].flatMap((name, at) => inCountry(name, 9 - at))
    expect(describeCountries(names)).toBe('Sites in 8 countries: A 9, B 8, C 7, D 6, E 5, F 4, and 5 more in 2 others.')
  })
})

describe('the visible part of the map', () => {
  test('contains every dot and stays within the world', () => {
    const points = [
      [10, 20],
      [400, 60],
    ] as const
    const box = boxAround(points, world)
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(box.x)
      expect(x).toBeLessThanOrEqual(box.x + box.width)
      expect(y).toBeGreaterThanOrEqual(box.y)
      expect(y).toBeLessThanOrEqual(box.y + box.height)
    }
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.width / box.height).toBeCloseTo(world.width / world.height)
  })

  test('is limited in zoom for a single site', () => {
    expect(boxAround([[480, 235]], world)).toEqual({ x: 384, y: 188, width: 192, height: 94 })
  })

  test('is the whole world for sites all over it', () => {
    expect(
      boxAround(
        [
          [5, 5],
          [950, 460],
        ],
        world,
      ),
    ).toEqual({ x: 0, y: 0, ...world })
  })
})

describe('the small map of the world', () => {
  const box = { x: 0, y: 0, width: 192, height: 94 }

  test('is placed where it hides no dot', () => {
    const points = [
      [5, 90],
      [5, 5],
    ] as const
    expect(locatorCorner(points, box, world)).toEqual({ x: 'right', y: 'bottom' })
  })

  test('is left out where the map shows most of the world', () => {
    expect(locatorCorner([[5, 5]], { x: 0, y: 0, ...world }, world)).toBeNull()
  })
})
