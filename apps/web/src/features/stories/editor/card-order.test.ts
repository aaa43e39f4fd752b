import type { StoryCard } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { applyOrder, isReordered, moveId } from './card-order.ts'

const card = (id: string): StoryCard => ({
  id,
  caption: null,
  frozen: false,
  asOf: null,
  content: { kind: 'text', text: '' },
})
const idsOf = (cards: readonly StoryCard[]) => cards.map(({ id }) => id)

describe('the order of cards', () => {
  test.each<[string, number, string[]]>([
    ['c', 0, ['c', 'a', 'b']],
    ['a', 2, ['b', 'c', 'a']],
    ['b', -1, ['b', 'a', 'c']],
    ['b', 9, ['a', 'c', 'b']],
  ])('%s moves to %d', (id, to, ids) => {
    expect(moveId(['a', 'b', 'c'], id, to)).toEqual(ids)
  })

  test('cards that a colleague added meanwhile stay, at the end', () => {
    expect(idsOf(applyOrder([card('a'), card('b'), card('new')], ['b', 'a']))).toEqual(['b', 'a', 'new'])
  })

  test('cards that a colleague deleted meanwhile do not come back', () => {
    expect(idsOf(applyOrder([card('a')], ['b', 'a']))).toEqual(['a'])
  })

  test('adding and deleting is not another order, moving is', () => {
    expect(isReordered(['a', 'b', 'c'], ['a', 'c', 'new'])).toBe(false)
    expect(isReordered(['a', 'b', 'c'], ['b', 'a', 'c'])).toBe(true)
  })
})
