import { expect, test } from 'vitest'
import { type ChartMarker, groupMarkers } from './chart-markers.ts'

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
