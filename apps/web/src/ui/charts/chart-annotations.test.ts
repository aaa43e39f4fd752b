import { describe, expect, test } from 'vitest'
import { type ChartAnnotation, placeAnnotations } from './chart-annotations.ts'
import { placeEdgeLabels, wrapWords } from './edge-labels.ts'

const note = (
  number: number,
  index: number,
  text = 'Bitcoin crashes, losing nearly half of its value',
): ChartAnnotation => ({
  key: String(number),
  index,
  number,
  date: '10 Apr 2013',
  text,
  label: text,
})
const plot = { left: 48, top: 100, width: 700, height: 280 }

describe('annotations', () => {
  test('stand in rows of their own with their words on the side that has room', () => {
    const placed = placeAnnotations([note(1, 90), note(2, 10)], { plot, step: 7, width: 756 })
    expect(placed.map(({ annotation, words }) => [annotation.number, words?.side])).toEqual([
      [2, 'right'],
      [1, 'left'],
    ])
    expect(new Set(placed.map(({ y }) => y)).size).toBe(2)
  })

  test('words never run through the stem of another, and never leave the chart', () => {
    const placed = placeAnnotations([note(1, 55), note(2, 60), note(3, 97)], { plot, step: 7, width: 756 })
    for (const [row, { words }] of placed.entries())
      for (const { x } of placed.slice(0, row)) expect(words && x > words.left && x < words.right).toBeFalsy()
    for (const { words } of placed) expect(words === null || words.right <= plot.left + plot.width + 1).toBe(true)
  })

  test('on a phone the numbers stand in one row, none on another, and the words under the chart', () => {
    const placed = placeAnnotations([note(1, 10), note(2, 11)], {
      plot: { ...plot, width: 260 },
      step: 2.6,
      width: 316,
    })
    expect(placed.map(({ words }) => words)).toEqual([null, null])
    expect(Math.abs((placed[0]?.discX ?? 0) - (placed[1]?.discX ?? 0))).toBeGreaterThanOrEqual(20)
  })
})

describe('edges of the sources', () => {
  test('are named on the side that has room, one below the other', () => {
    const edges = [
      { key: 'a', at: 10, label: 'News from 2 Jan 2013' },
      { key: 'b', at: 98, label: 'Forum posts up to 19 Aug 2013' },
    ]
    const [first, second] = placeEdgeLabels(edges, { plot, step: 7 })
    expect([first?.anchor, second?.anchor]).toEqual(['start', 'end'])
    expect(second?.y).toBeGreaterThan(first?.y ?? 0)
  })

  test('words are wrapped at spaces', () => {
    expect(wrapWords('forum posts end 19 Aug 2013', 12)).toEqual(['forum posts', 'end 19 Aug', '2013'])
  })
})
