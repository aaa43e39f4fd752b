import { expect, test } from 'vitest'
import { splitChance } from './momentum.ts'

test('is the binomial chance of both tails', () => {
  expect(splitChance(10, 0, 0.5)).toBeCloseTo(2 * 0.5 ** 10, 10)
  // 9 or 10 heads of 10 are 11 of 1,024
  expect(splitChance(9, 1, 0.5)).toBeCloseTo(22 / 1024, 10)
  expect(splitChance(1, 9, 0.5)).toBeCloseTo(22 / 1024, 10)
  expect(splitChance(5, 5, 0.5)).toBe(1)
})

test('counts how much each window could hold', () => {
  // 2 or more of 3 at a third each: 7 of 27
  expect(splitChance(2, 1, 1 / 3)).toBeCloseTo(14 / 27, 10)
  expect(splitChance(100, 200, 1 / 3)).toBe(1)
})

test('stays above 0 where no digit is left', () => {
  expect(splitChance(5_000, 0, 0.5)).toBeGreaterThan(0)
  expect(splitChance(0, 100_000, 0.5)).toBeLessThan(1e-100)
})
