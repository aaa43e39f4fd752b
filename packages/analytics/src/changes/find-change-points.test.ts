import { expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { findChangePoints } from './find-change-points.ts'

const noisy = (seed: number, length: number, level: (at: number) => number) => {
  const random = createRandom(seed)
  return Array.from({ length }, (_, at) => level(at) + random.next() - 0.5)
}

test('a jump of the level is found where it is', () => {
  expect(findChangePoints(noisy(1, 200, (at) => (at < 120 ? 0 : 3)))).toEqual([120])
})

test('a slope that ends is found near where it ends', () => {
  const [bend, ...others] = findChangePoints(noisy(2, 200, (at) => Math.min(at, 100) / 5))
  expect(others).toEqual([])
  expect(Math.abs((bend ?? 0) - 100)).toBeLessThanOrEqual(5)
})

test('a straight line and noise have none, nor has what is too short or never moves', () => {
  expect(findChangePoints(noisy(3, 300, (at) => at / 10))).toEqual([])
  expect(findChangePoints(noisy(4, 300, () => 0))).toEqual([])
  expect(findChangePoints([1, 2, 3])).toEqual([])
  expect(findChangePoints(Array.from({ length: 50 }, () => 7))).toEqual([])
})
