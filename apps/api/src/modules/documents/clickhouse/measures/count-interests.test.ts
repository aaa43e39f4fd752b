import { expect, test } from 'vitest'
import { countInterests, largestParts } from './count-interests.ts'

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
  const found = countInterests([document, document, document, { ...document, entities: [250] }]).entities
  expect(found).toHaveLength(200)
  expect(found.slice(0, 2).map(({ thing }) => thing)).toEqual([250, 1])
})
