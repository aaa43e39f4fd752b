import { expect, test } from 'vitest'
import { groupStories } from './document-lists.ts'

const rows = {
  length: 5,
  id: BigInt64Array.from([9n, 4n, 5n, 6n, 7n]),
  cluster: BigInt64Array.from([1n, 2n, 1n, 1n, 3n]),
  outlet: Int32Array.from([1, 1, 2, 1, 1]),
  ms: Float64Array.from([2_000, 1_000, 3_000, 1_000, 5_000]),
  reactions: Float64Array.from([5, Number.NaN, 7, Number.NaN, -20]),
  key: BigInt64Array.from([8n, 3n, 8n, 1n, 2n]),
}

test('a story stands where its first document in the order stands, of equals the one with the lowest id', () => {
  const stories = groupStories(rows, 'newest')
  expect(stories).toMatchObject({
    length: 3,
    id: BigInt64Array.from([1n, 2n, 3n]),
    key: BigInt64Array.from([8n, 3n, 2n]),
  })
  expect([...stories.first]).toEqual([2, 1, 4])
  expect([...stories.documents]).toEqual([3, 1, 1])
  expect([...stories.outlets]).toEqual([2, 1, 1])
})

test('the reach of a story is what its documents reach together', () => {
  const { key } = groupStories(rows, 'reach')
  // 12 points and comments and 2 outlets; unknown reactions count as 0, and so do negative ones
  expect([...key].map((one) => one >> 34n)).toEqual([32n, 10n, 10n])
})
