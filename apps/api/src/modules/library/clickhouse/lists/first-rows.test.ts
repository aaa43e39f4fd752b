import { expect, test } from 'vitest'
import { firstRows } from './first-rows.ts'

test('the first rows are those of the whole order, however the rows come', () => {
  const values = Array.from({ length: 1_000 }, (_, row) => (row * 7_919) % 1_009)
  const compare = (one: number, other: number) => (values[one] ?? 0) - (values[other] ?? 0)
  const rows = Array.from(values.keys())
  const sorted = rows.toSorted(compare)
  for (const limit of [1, 2, 10, 999, 5_000])
    for (const input of [rows, sorted, sorted.toReversed()])
      expect(firstRows(input, limit, compare)).toEqual(sorted.slice(0, limit))
  expect(firstRows(rows, 0, compare)).toEqual([])
  expect(firstRows([], 5, compare)).toEqual([])
})
