import { expect, test } from 'vitest'
import { stage } from './stage.ts'

/** Weeks of constant days, oldest first. */
const weeks = (...levels: number[]): number[] => levels.flatMap((level) => Array.from({ length: 7 }, () => level))

test.each([
  ['a topic that nobody spoke of before', weeks(0, 0, 0, 1, 12), 'emerging'],
  ['a topic at a level that grows for certain', weeks(8, 9, 10, 10, 20), 'rising'],
  ['a topic at the top of its history that grows no more', weeks(4, 5, 6, 19, 20), 'peaking'],
  ['a topic that always had this level', weeks(10, 11, 10, 10, 10), 'steady'],
  ['a topic that falls for certain', weeks(10, 20, 30, 30, 15), 'declining'],
  ['a topic that fell long ago and stays', weeks(40, 40, 10, 10, 10), 'steady'],
  ['a topic with two documents in a week', [...weeks(5, 5, 2), 1, 0, 0, 1, 0, 0, 0], 'dormant'],
  ['a topic without a document', weeks(0, 0, 0), 'dormant'],
  ['two windows cannot show a peak', weeks(10, 11), 'steady'],
])('%s', (_, counts, expected) => {
  expect(stage({ counts, windowDays: 7 })).toBe(expected)
})

test('a series that is too short has no stage', () => {
  expect(stage({ counts: [1, 2, 3], windowDays: 7 })).toBeNull()
})

test('a source that grows does not make its topics rise', () => {
  expect(stage({ counts: weeks(10, 10, 20), exposure: weeks(100, 100, 200), windowDays: 7 })).toBe('steady')
})
