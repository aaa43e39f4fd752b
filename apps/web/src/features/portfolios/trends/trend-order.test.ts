import { expect, test } from 'vitest'
import { adoptOrder, applyOrder, moveId } from './trend-order.ts'

test('a trend moves to its new place, and nowhere beyond the ends', () => {
  expect(moveId(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveId(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveId(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moveId(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})

test('what was saved since the order was chosen comes first', () => {
  const things = [{ id: 'new' }, { id: 'a' }, { id: 'b' }]
  expect(applyOrder(things, ['b', 'a']).map(({ id }) => id)).toEqual(['new', 'b', 'a'])
})

test('an order meets only another order: what came or went meanwhile is kept', () => {
  const before = ['a', 'b', 'c']
  expect(adoptOrder(['c', 'a', 'b'], { before, now: ['new', 'a', 'c'] })).toEqual(['new', 'c', 'a'])
  expect(adoptOrder(['c', 'a', 'b'], { before, now: ['b', 'a', 'c'] })).toBeNull()
})
