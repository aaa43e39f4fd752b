import { expect, test } from 'vitest'
import { idsOfStories } from './context-measures.ts'

test('of each story the document of the lowest id is read, and of these the lowest', () => {
  const rows = {
    length: 5,
    id: new BigInt64Array([9n, 4n, 7n, 2n, 8n]),
    cluster: new BigInt64Array([1n, 1n, 7n, 5n, 5n]),
  }
  expect(idsOfStories(rows, 10)).toEqual([2n, 4n, 7n])
  expect(idsOfStories(rows, 2)).toEqual([2n, 4n])
})
