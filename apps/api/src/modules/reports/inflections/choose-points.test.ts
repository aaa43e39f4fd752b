import { expect, test } from 'vitest'
import { choosePoints } from './inflections.usecases.ts'

const spike = {
  day: '2013-04-15',
  endDay: '2013-04-22',
  kind: 'spike' as const,
  change: null,
  before: 1,
  after: 9,
  pValue: 0,
}
const shift = { ...spike, day: '2013-04-23', endDay: null, kind: 'shift' as const, pValue: 0.01 }

test('a spike is found by its highest day as well as by its first', () => {
  expect(choosePoints([spike, shift], '2013-04-15')).toEqual([spike])
  expect(choosePoints([spike, shift], '2013-04-19')).toEqual([spike])
  expect(choosePoints([{ ...spike, endDay: null }], '2013-06-01')).toHaveLength(1)
})

test('a change of level is found by its day alone', () => {
  expect(choosePoints([spike, shift], '2013-04-23')).toEqual([shift])
  expect(choosePoints([spike, shift], '2013-04-24')).toEqual([])
})
