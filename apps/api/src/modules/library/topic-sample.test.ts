import { expect, test } from 'vitest'
import { hash63 } from './document-id.ts'
import { allocateRows } from './matching-rows.ts'
import { fractionFor, isInSample, readTopic, stretchOf } from './topic-sample.ts'

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
  let sampledIds = ids
  for (const fraction of [1, 1 / 8, 1 / 64, 1 / 128, 1 / 256, 1 / 1_024]) {
    const within = sampledIds.filter((id) => isInSample(id, fraction))
    expect(within).toEqual(ids.filter((id) => isInSample(id, fraction)))
    // four standard deviations
    expect(Math.abs(within.length - ids.length * fraction)).toBeLessThanOrEqual(4 * Math.sqrt(ids.length * fraction))
    sampledIds = within
  }
})

/** A store with this many matching documents that estimates a different number. */
function storeOf({ documents, expects }: { documents: number; expects: number }) {
  const fractions: number[] = []
  return {
    fractions,
    estimate: () => Promise.resolve(expects),
    matching: (_: unknown, { sampleFraction }: { sampleFraction: number }) => {
      fractions.push(sampleFraction)
      const rows = { ...allocateRows(0), length: documents * sampleFraction, entities: { place: [], entity: [] } }
      return Promise.resolve({ rows, revision: 1 })
    },
  }
}

test.each([
  ['right', { documents: 800_000, expects: 800_000 }, [1 / 32]],
  [
    'too high, so that the sample would be of 250 documents',
    { documents: 32_000, expects: 4_000_000 },
    [1 / 128, 1 / 8],
  ],
  [
    'four times too high, where half of what is wanted is enough the second time',
    { documents: 819_200, expects: 3_400_000 },
    [1 / 128, 1 / 64],
  ],
  ['above the border where there are few', { documents: 8_000, expects: 30_000 }, [1 / 8, 1]],
  ['a little too high', { documents: 320_000, expects: 410_000 }, [1 / 16]],
  ['too low', { documents: 500_000, expects: 10_000 }, [1]],
])('a topic whose estimate is %s is read in the sample that its size asks for', async (_, sizes, fractions) => {
  const store = storeOf(sizes)
  const { sampleFraction, rows } = await readTopic(store, { world: 'real', tsquery: null })
  expect(store.fractions).toEqual(fractions)
  expect(rows.length / sampleFraction).toBe(sizes.documents)
})
