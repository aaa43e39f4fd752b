import { describe, expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draws = <Value>(draw: () => Value, count = 20_000) => Array.from({ length: count }, draw)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('createRandom', () => {
  test('keeps the sequence of a seed, on which the demo corpus and the mock bodies depend', () => {
    const random = createRandom(42)
    expect(draws(random.next, 3).map((value) => value.toFixed(6))).toEqual(['0.601104', '0.448291', '0.852466'])
    expect(draws(createRandom(42).next, 5)).not.toEqual(draws(createRandom(43).next, 5))
  })

  test('draws whole numbers and items from the whole of their range', () => {
    const random = createRandom(1)
    expect(new Set(draws(() => random.below(3)))).toEqual(new Set([0, 1, 2]))
    expect(new Set(draws(() => random.int(-1, 1)))).toEqual(new Set([-1, 0, 1]))
    expect(new Set(draws(() => random.pick(['tea', 'milk'])))).toEqual(new Set(['tea', 'milk']))
  })

  test('cannot pick from an empty list', () => {
    expect(() => createRandom(1).pick([])).toThrow(RangeError)
  })

  test('draws chances, normal values and counts with the requested mean', () => {
    const random = createRandom(7)
    expect(mean(draws(() => Number(random.chance(0.3))))).toBeCloseTo(0.3, 1)
    const normal = draws(() => random.normal())
    expect(mean(normal)).toBeCloseTo(0, 1)
    expect(mean(normal.map((value) => value ** 2))).toBeCloseTo(1, 1)
    expect(mean(draws(() => random.poisson(4)))).toBeCloseTo(4, 0)
    expect(draws(() => random.poisson(0), 10)).toEqual(draws(() => 0, 10))
  })
})
