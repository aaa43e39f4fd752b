import { describe, expect, test } from 'vitest'
import { niceTicks } from './chart-model.ts'

describe('values on an axis', () => {
  test.each([
    [13, 6, [0, 5, 10, 15]],
    [3, 6, [0, 1, 2, 3]],
    [1, 4, [0, 1]],
    [9, 4, [0, 5, 10]],
    [90, 4, [0, 25, 50, 75, 100]],
  ])('of up to %i that are counted are whole, whatever room there is for %i', (max, count, ticks) => {
    expect(niceTicks(max, count, true)).toEqual(ticks)
  })

  test('of shares may lie between whole numbers', () => {
    expect(niceTicks(0.1, 4)).toEqual([0, 0.025, 0.05, 0.075, 0.1])
  })
})
