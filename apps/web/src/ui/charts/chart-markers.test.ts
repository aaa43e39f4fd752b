import { expect, test } from 'vitest'
import { type ChartMarker, fitWords, groupMarkers } from './chart-markers.ts'

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

test('a marker says as much as fits up to the next one, or nothing', () => {
  const named = (index: number, label: string) => ({ ...marker(index), label })
  const groups = groupMarkers(
    [named(0, 'Spike, 1 Nov'), named(6, 'Spike, 7 Nov'), named(20, 'Fall to a new level, 21 Nov')],
    { step: 10 },
  )
  expect(fitWords(groups, 300)).toEqual([null, 'Spike', 'Fall to…'])
  expect(fitWords(groups, 600).at(-1)).toBe('Fall to a new level')
  expect(fitWords(groupMarkers([{ ...named(0, 'Spike, 1 Nov'), words: 'Recall' }], { step: 10 }), 300)).toEqual([
    'Recall',
  ])
})
