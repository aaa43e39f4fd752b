import { expect, test } from 'vitest'
import { hash63 } from './document-id.ts'
import { fractionFor, isInSample, stretchOf } from './topic-sample.ts'

test.each([
  [0, 1],
  [20_000, 1],
  [20_001, 1 / 8],
  [399_999, 1 / 8],
  [400_000, 1 / 16],
  [800_000, 1 / 32],
  [6_400_000, 1 / 256],
  [1_000_000_000, 1 / 32_768],
])('of about %d documents %d is read', (expected, fraction) => {
  expect(fractionFor(expected)).toBe(fraction)
})

test('a topic of any size is read in 25,000 to 50,000 documents, once an eighth is more than that', () => {
  for (let expected = 200_000; expected < 1e10; expected *= 1.07) {
    const read = expected * fractionFor(expected)
    expect(read).toBeGreaterThanOrEqual(25_000)
    expect(read).toBeLessThanOrEqual(50_000)
  }
})

test('whole buckets are read down to one, and the lowest ids of one below that', () => {
  expect(stretchOf(1 / 8)).toEqual({ buckets: 16, idBelow: null })
  expect(stretchOf(1 / 128)).toEqual({ buckets: 1, idBelow: null })
  expect(stretchOf(1 / 512)).toEqual({ buckets: 1, idBelow: 2n ** 61n })
})

test('a sample holds its part of many documents, and each smaller one lies within it', () => {
  const ids = Array.from({ length: 200_000 }, (_, n) => BigInt(hash63(`${n}`)))
  let held = ids
  for (const fraction of [1, 1 / 8, 1 / 64, 1 / 128, 1 / 256, 1 / 1_024]) {
    const within = held.filter((id) => isInSample(id, fraction))
    expect(within).toEqual(ids.filter((id) => isInSample(id, fraction)))
    // four standard deviations
    expect(Math.abs(within.length - ids.length * fraction)).toBeLessThanOrEqual(4 * Math.sqrt(ids.length * fraction))
    held = within
  }
})
