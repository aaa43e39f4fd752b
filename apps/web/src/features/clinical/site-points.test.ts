import { describe, expect, test } from 'vitest'
import { boxAround, sitePoints } from './site-points.ts'

const site = {
  facility: 'A hospital',
  city: 'Boston',
  country: 'United States',
  status: 'RECRUITING',
  latitude: 42.35843,
  longitude: -71.05977,
}
const world = { width: 960, height: 470 }

describe('the places of a study', () => {
  test('are cities with their sites and how many of them are open, the largest first', () => {
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

  test('are not guessed where the register gives no degrees', () => {
    expect(sitePoints([{ ...site, latitude: null }])).toEqual([])
  })
})

describe('the part of the map that is shown', () => {
  test('holds every dot and stays within the world', () => {
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

  test('is no nearer than coastlines bear, for a single site', () => {
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
