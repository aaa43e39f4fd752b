import { expect, test } from 'vitest'
import { coarsened } from './coarsened.ts'

test('a long series is drawn as the means of its parts, a short one as it is', () => {
  expect(coarsened([1, 3, 5, 7], 2)).toEqual([2, 6])
  expect(coarsened([1, 2, 6], 2)).toEqual([1, 4])
  expect(coarsened([4, 0], 240)).toEqual([4, 0])
  expect(coarsened([], 240)).toEqual([])
})
