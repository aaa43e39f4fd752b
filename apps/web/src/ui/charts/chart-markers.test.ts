import { expect, test } from 'vitest'
import { type ChartMarker, groupMarkers, roomForWords, wordsOf } from './chart-markers.ts'

const marker = (index: number, weight = 1): ChartMarker => ({
  key: String(index),
  index,
  kind: 'up',
  label: `change ${index}`,
  weight,
  selected: false,
})

test('markers that would cover each other are one, also when the one before has grown', () => {
  const groups = groupMarkers([marker(0), marker(3), marker(4), marker(9, 5)], { step: 10 })
  // 3 and 4 join to a wider marker, which then touches 0; 9 stands clear of all of them.
  expect(groups.map(({ first, more, x }) => [first.key, more, x])).toEqual([
    ['0', 2, 5],
    ['9', 0, 95],
  ])
})

test('a marker has words where there is room up to the next one', () => {
  const groups = groupMarkers([marker(0), marker(6), marker(20), { ...marker(24), kind: 'gap' }], { step: 10 })
  expect(roomForWords(groups, 320).map((room) => room !== null)).toEqual([false, true, false, true])
  expect(groups.map(({ first }) => wordsOf(first))).toEqual(['Spike', 'Spike', 'Spike', 'Gap'])
})

test('long words are cut off by the next marker, unless so little is left that it says nothing', () => {
  const recall = { ...marker(0), words: 'Oat milk recalled in eleven states' }
  const roomBefore = (next: number) => roomForWords(groupMarkers([recall, marker(next)], { step: 10 }), 900)[0]
  expect(roomBefore(16)).toBe(109)
  expect(roomBefore(10)).toBeNull()
})
