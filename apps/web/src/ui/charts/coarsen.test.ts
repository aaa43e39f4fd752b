import { expect, test } from 'vitest'
import { coarsen } from './range-controls.tsx'

test('a long series is drawn as the means of its parts, a short one as it is', () => {
  expect(coarsen([1, 3, 5, 7], 2)).toEqual([2, 6])
  expect(coarsen([1, 2, 6], 2)).toEqual([1, 4])
  expect(coarsen([4, 0], 240)).toEqual([4, 0])
  expect(coarsen([], 240)).toEqual([])
})
