import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { groupContexts, layoutContexts, linkContexts, type MapPoint, placeNewContexts } from './context-space.ts'

/**
 * Documents about one of `topics`, each with some of that topic's `size` contexts, and one drawn from all topics as noise.
 */
function invent({ topics, size, documents }: { topics: number; size: number; documents: number }): number[][] {
  const random = createRandom(5)
  return Array.from({ length: documents }, (_, n) => {
    const topic = n % topics
    const members = Array.from({ length: 4 }, () => topic * size + random.below(size))
    return [...new Set([...members, random.below(topics * size)])]
  })
}

const distance = (a: MapPoint | undefined, b: MapPoint | undefined) =>
  Math.hypot((a?.x ?? 9) - (b?.x ?? 9), (a?.y ?? 9) - (b?.y ?? 9))

function mapOf(documents: number[][], contexts: number) {
  const pairs = linkContexts(documents, contexts)
  const groups = groupContexts(pairs, contexts)
  const layout = layoutContexts({ groups, pairs })
  while (!layout.step(50));
  return { pairs, groups, places: layout.points() }
}

describe('linkContexts', () => {
  test('weights links by shared documents, and leaves out those that chance explains', () => {
    const documents = [[0, 1], [0, 1], [0, 1, 2], [2], [2, 3], [3], [3], [0, 2]]
    expect(linkContexts(documents, 4)).toEqual([{ a: 0, b: 1, weight: 0.75, shared: 3 }])
  })
})

describe('the map', () => {
  const documents = invent({ topics: 4, size: 10, documents: 800 })
  const { groups, places } = mapOf(documents, 40)

  test('has one group for each topic', () => {
    expect(new Set(groups).size).toBe(4)
    for (let topic = 0; topic < 4; topic++) expect(new Set(groups.slice(topic * 10, topic * 10 + 10)).size).toBe(1)
  })

  test('places related contexts closer together', () => {
    let [near, nearPairs, far, farPairs] = [0, 0, 0, 0]
    for (let a = 0; a < 40; a++) {
      for (let b = a + 1; b < 40; b++) {
        if (groups[a] === groups[b]) [near, nearPairs] = [near + distance(places[a], places[b]), nearPairs + 1]
        else [far, farPairs] = [far + distance(places[a], places[b]), farPairs + 1]
      }
    }
    expect(far / farPairs).toBeGreaterThan(1.6 * (near / nearPairs))
  })

  test('keeps contexts apart and inside the map', () => {
    for (let a = 0; a < 40; a++) {
      expect(Math.max(Math.abs(places[a]?.x ?? 2), Math.abs(places[a]?.y ?? 2))).toBeLessThanOrEqual(1)
      for (let b = a + 1; b < 40; b++) expect(distance(places[a], places[b])).toBeGreaterThan(0.03)
    }
  })

  test('is the same for the same documents', () => {
    expect(mapOf(documents, 40).places).toEqual(places)
  })

  test('exists for one context and for none', () => {
    expect(mapOf([[0], [0]], 1).places).toEqual([{ x: 0, y: 0 }])
    expect(mapOf([], 0).places).toEqual([])
  })

  test('keeps the largest map inside its bounds', () => {
    const largest = mapOf(invent({ topics: 12, size: 17, documents: 2_000 }), 204).places
    expect(largest).toHaveLength(204)
    for (const { x, y } of largest) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1)
  })
})

describe('placeNewContexts', () => {
  const standing = [
    { x: -0.8, y: 0 },
    { x: 0.8, y: 0 },
    { x: 0.7, y: 0.3 },
  ]

  test('places a new context near those that it shares documents with, without overlap', () => {
    const right = standing.slice(1).map((point) => ({ point, weight: 0.5 }))
    const [first, second] = placeNewContexts(standing, [{ neighbours: right }, { neighbours: right }])
    for (const place of [first, second]) {
      expect(place?.x).toBeGreaterThan(0.4)
      for (const other of standing) expect(distance(place, other)).toBeGreaterThan(0.05)
    }
    expect(distance(first, second)).toBeGreaterThan(0.05)
  })

  test('places a context that shares nothing in free space', () => {
    expect(placeNewContexts(standing, [{ neighbours: [] }])).toEqual([{ x: 0, y: 0 }])
  })
})
