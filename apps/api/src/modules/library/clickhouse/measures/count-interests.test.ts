import { expect, test } from 'vitest'
import { countInterests, largestParts, loudestVoices, lowestDocuments } from './voice-interests.ts'

test('a voice that two shards hold is heard once, and three hundred are read', () => {
  const id = Int32Array.from({ length: 402 }, (_, at) => (at === 401 ? 350 : at))
  const documents = Float64Array.from(id, (_, at) => (at === 350 || at === 401 ? 2 : at === 399 ? 3 : 1))
  const voices = loudestVoices({ length: 402, id, documents })
  expect(voices).toHaveLength(300)
  expect(voices.slice(0, 4)).toEqual([350, 399, 0, 1])
})

test('of what two shards found the lowest ids are read, as numbers', () => {
  const shard = (first: number) => Array.from({ length: 3_000 }, (_, at) => ({ id: String(first + at * 2) }))
  const read = lowestDocuments([...shard(9_001), ...shard(9_000)])
  expect(read.map(({ id }) => Number(id))).toEqual(Array.from({ length: 3_000 }, (_, at) => 9_000 + at))
})

test('six parts are shown, the largest first and equal ones by name', () => {
  const parts = ['g', 'f', 'e', 'd', 'c', 'b', 'a', 'g', null, null]
  expect(largestParts(parts, { isSplit: true })).toEqual([
    { part: 'g', documents: 2 },
    ...['a', 'b', 'c', 'd', 'e'].map((part) => ({ part, documents: 1 })),
  ])
  expect(largestParts([null, null], { isSplit: false })).toEqual([{ part: null, documents: 2 }])
  expect(largestParts([null, null], { isSplit: true })).toEqual([])
})

test('what comes up in fewer than three documents of a part is not told', () => {
  const document = (part: string, entities: readonly number[]) => ({ part, entities, subjects: [0] })
  const documents = [
    document('DE', [1, 2]),
    document('DE', [1]),
    document('DE', [2, 1]),
    document('US', [2]),
    document('US', [2]),
  ]
  expect(countInterests(documents)).toEqual({
    entities: [{ part: 'DE', thing: 1, documents: 3 }],
    subjects: [{ part: 'DE', thing: 0, documents: 3 }],
  })
})

test('of many entities two hundred are told, most documents first', () => {
  const entities = Array.from({ length: 250 }, (_, at) => 250 - at)
  const document = { part: null, entities, subjects: [] }
  const actual = countInterests([document, document, document, { ...document, entities: [250] }]).entities
  expect(actual).toHaveLength(200)
  expect(actual.slice(0, 2).map(({ thing }) => thing)).toEqual([250, 1])
})
