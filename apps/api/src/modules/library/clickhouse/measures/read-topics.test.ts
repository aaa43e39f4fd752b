import { expect, test } from 'vitest'
import { chunkByStatement, groupRowsByTopic } from './read-topics.ts'
import { sumByKey } from './sum-by-key.ts'

test('rows that arrive mixed are grouped by topic in their order, and a topic without rows has none', () => {
  const rowsByTopic = groupRowsByTopic(Int32Array.of(2, 0, 2, 0, 2), 4)
  expect(rowsByTopic.map((rows) => [...rows])).toEqual([[1, 3], [], [0, 2, 4], []])
})

test('more topics than a statement may have are read in several', () => {
  const chunks = [...chunkByStatement(Array.from({ length: 41 }, (_, index) => index))]
  expect(chunks.map(({ firstIndex, chunk }) => [firstIndex, chunk.at(0), chunk.at(-1)])).toEqual([
    [0, 0, 19],
    [20, 20, 39],
    [40, 40, 40],
  ])
})

test('counts of the same key from several shards are added up, and no other value', () => {
  const rows = [
    { country: 'NO', documents: 2, rank: 1 },
    { country: 'SE', documents: 1, rank: 2 },
    { country: 'NO', documents: 3, rank: 4 },
  ]
  expect(sumByKey(rows, ({ country }) => country, ['documents'])).toEqual([
    { country: 'NO', documents: 5, rank: 1 },
    { country: 'SE', documents: 1, rank: 2 },
  ])
})
