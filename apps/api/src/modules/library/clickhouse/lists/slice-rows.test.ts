import { expect, test } from 'vitest'
import { toDocumentId } from '../../document-id.ts'
import { sliceRows } from './document-lists.ts'

const rows = { length: 5, id: BigInt64Array.from([5n, 4n, 3n, 2n, 1n]), key: BigInt64Array.from([7n, 9n, 7n, -2n, 7n]) }

test('the greatest key comes first, equal ones by id, and one row more tells that the list goes on', () => {
  expect(sliceRows(rows, { page: 1, perPage: 9 })).toEqual([1, 4, 2, 0, 3])
  expect(sliceRows(rows, { page: 2, perPage: 2 })).toEqual([2, 0, 3])
})

test('a slice begins behind the position that the one before ended with', () => {
  expect(sliceRows(rows, { page: 3, perPage: 2, after: { key: '7', id: toDocumentId('3') } })).toEqual([0, 3])
  expect(sliceRows(rows, { page: 1, perPage: 2, after: { key: '7', id: 'nonsense' } })).toEqual([3])
})
