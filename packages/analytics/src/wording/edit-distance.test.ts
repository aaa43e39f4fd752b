import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['bitcoin', 'bitcoin', 0],
  ['bitcon', 'bitcoin', 1],
  ['bictoin', 'bitcoin', 1],
  ['recieve', 'receive', 1],
  ['inteligense', 'intelligence', 2],
  ['', 'ab', 2],
  ['oat', 'coal', 2],
])('%s and %s are %i apart, from either side', (a, b, distance) => {
  expect(editDistance(a, b, 2)).toBe(distance)
  expect(editDistance(b, a, 2)).toBe(distance)
})

test('what is further apart than asked for is null', () => {
  expect(editDistance('bitcoin', 'ethereum', 2)).toBeNull()
  expect(editDistance('bitcon', 'bitcoin', 0)).toBeNull()
  expect(editDistance('a', 'abcd', 2)).toBeNull()
})
