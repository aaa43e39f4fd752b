import { expect, test } from 'vitest'
import { allBuckets, bucketsFor } from './topic-sample.ts'

test.each([
  [0, 1],
  [20_000, 1],
  [20_001, 1 / 8],
  [399_999, 1 / 8],
  [400_000, 1 / 16],
  [800_000, 1 / 32],
  [3_200_000, 1 / 128],
  [1_000_000_000, 1 / 128],
])('of about %d documents %d is read', (expected, fraction) => {
  expect(bucketsFor(expected) / allBuckets).toBe(fraction)
})

test('a topic of any size between is read in 25,000 to 50,000 documents, once an eighth is more than that', () => {
  for (let expected = 200_000; expected < 6_000_000; expected += 37_000) {
    const read = (expected * bucketsFor(expected)) / allBuckets
    expect(read).toBeGreaterThanOrEqual(25_000)
    expect(read).toBeLessThanOrEqual(50_000)
  }
})
