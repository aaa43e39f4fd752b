import { describe, expect, test } from 'vitest'
import {
  niceTicks,
  brokenPath,
  commonScale,
  emptySpans,
  fittedScale,
  spreadLabels,
  type StyledLine,
} from './chart-model.ts'
import { lineStyles, lineStylesOf } from './legend.tsx'
import { bandPath, countScale, fanSteps, priceScale } from './fan-model.ts'
import { coarsen } from './range-strip.tsx'
import { type ChartAnnotation, placeAnnotations } from './annotations.tsx'
import { edgesOfColumn } from './chart-shades.tsx'
import { placeDates } from './column-chart.tsx'

describe('values on an axis', () => {
  test.each([
    [13, 6, [0, 5, 10, 15]],
    [3, 6, [0, 1, 2, 3]],
    [1, 4, [0, 1]],
    [9, 4, [0, 5, 10]],
    [90, 4, [0, 25, 50, 75, 100]],
  ])('of counts up to %i are integers, whatever space there is: %i', (max, count, ticks) => {
    expect(niceTicks(max, count, true)).toEqual(ticks)
  })

  test('of shares may be fractions', () => {
    expect(niceTicks(0.1, 4)).toEqual([0, 0.025, 0.05, 0.075, 0.1])
  })
})

const style = lineStyles[0] ?? { color: '', dash: undefined, shape: 'circle' as const }
const line = (...values: (number | null)[]): StyledLine => ({ key: 'one', label: 'one', style, values })
const plot = { left: 0, top: 0, width: 100, height: 100 }

describe('lines on one scale', () => {
  test('share an axis from 0 to the overall maximum', () => {
    expect(commonScale([line(1, 2), line(null, 7)])).toMatchObject({ min: 0, max: 8 })
  })

  test('are broken at gaps, and a point between two gaps stays visible', () => {
    const path = brokenPath([1, 2, null, 3, null], { min: 0, max: 4, ticks: [] }, plot)
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path).toMatch(/h0\.01$/)
  })

  test('are hatched only where all of them are unknown', () => {
    expect(emptySpans([line(1, null, null, 2, null), line(null, null, null, 3, null)], 5)).toEqual([
      [1, 2],
      [4, 4],
    ])
  })

  test('are distinguished by colour, dashes and shape', () => {
    expect(lineStyles).toHaveLength(5)
    for (const part of ['color', 'dash', 'shape'] as const)
      expect(new Set(lineStyles.map((lineStyle) => lineStyle[part])).size).toBe(5)
  })
})

test('a price has a fitted scale that contains every close', () => {
  const { min, max, ticks } = fittedScale([101, null, 109])
  expect(min).toBeGreaterThan(90)
  expect(min).toBeLessThanOrEqual(101)
  expect(max).toBeGreaterThanOrEqual(109)
  expect(ticks[0]).toBe(min)
  expect(fittedScale([5, 5]).max).toBeGreaterThan(5)
})

test('labels of lines that end together are pushed apart and stay inside', () => {
  const [a = 0, b = 0, c = 0] = spreadLabels([50, 51, 99], { gap: 17, top: 0, bottom: 100 })
  expect(b - a).toBeGreaterThanOrEqual(17)
  expect(c - b).toBeGreaterThanOrEqual(17)
  expect(c).toBeLessThanOrEqual(100)
})

const days = ['2026-11-21', '2026-11-22'].map((day) => ({
  day,
  point: 6,
  low50: 5,
  high50: 7,
  low80: 4,
  high80: 8,
  low95: 2,
  high95: 11,
}))
const history = Array.from({ length: 20 }, (_, n) => ({
  day: `2026-11-${String(n + 1).padStart(2, '0')}`,
  actual: n === 19 ? null : n,
}))

describe('the chart of a forecast', () => {
  test('shows three past days for each forecast day, and keeps uncovered days unknown', () => {
    const steps = fanSteps(history, days)
    expect(steps).toHaveLength(8)
    expect(steps[5]).toEqual({ day: '2026-11-20', actual: null, forecast: null })
    expect(steps[6]).toMatchObject({ day: '2026-11-21', actual: null, forecast: { point: 6 } })
  })

  test('starts at 0 with room for the highest day and the widest band, except prices, which have a fitted scale', () => {
    expect(countScale(fanSteps(history, days))).toMatchObject({ min: 0, max: 20 })
    expect(countScale(fanSteps([], days))).toMatchObject({ min: 0, max: 15 })
    const closes = [{ day: '2026-11-20', actual: 101 }]
    const near = days.map((day) => ({ ...day, low95: 99, high95: 104 }))
    const { min, max } = priceScale(fanSteps(closes, near))
    expect(min).toBeGreaterThan(90)
    expect(min).toBeLessThanOrEqual(99)
    expect(max).toBeGreaterThanOrEqual(104)
  })

  test('draws a band between its upper and its lower bounds', () => {
    const place = { plot: { left: 0, top: 0, width: 20, height: 10 }, scale: { min: 0, max: 10, ticks: [] } }
    expect(bandPath(fanSteps([], days), place, ({ low80, high80 }) => [low80, high80])).toBe(
      'M5.0 2.0L15.0 2.0L15.0 6.0L5.0 6.0Z',
    )
    expect(bandPath([], place, ({ low80, high80 }) => [low80, high80])).toBe('')
  })
})

test('a long series is drawn as means of equal parts, a short one unchanged', () => {
  expect(coarsen([1, 3, 5, 7], 2)).toEqual([2, 6])
  expect(coarsen([1, 2, 6], 2)).toEqual([1, 4])
  expect(coarsen([4, 0], 240)).toEqual([4, 0])
  expect(coarsen([], 240)).toEqual([])
})

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
const annotationPlot = { left: 48, top: 100, width: 700, height: 280 }

describe('annotations', () => {
  test('are placed in separate rows, with their words on the side that has room', () => {
    const placed = placeAnnotations([note(1, 90), note(2, 10)], { plot: annotationPlot, step: 7, width: 756 })
    expect(placed.map(({ annotation, words }) => [annotation.number, words?.side])).toEqual([
      [2, 'right'],
      [1, 'left'],
    ])
    expect(new Set(placed.map(({ y }) => y)).size).toBe(2)
  })

  test('words never cross the stem of another, and never leave the chart', () => {
    const placed = placeAnnotations([note(1, 55), note(2, 60), note(3, 97)], {
      plot: annotationPlot,
      step: 7,
      width: 756,
    })
    for (const [row, { words }] of placed.entries())
      for (const { x } of placed.slice(0, row)) expect(words && x > words.left && x < words.right).toBeFalsy()
    for (const { words } of placed)
      expect(words === null || words.right <= annotationPlot.left + annotationPlot.width + 1).toBe(true)
  })

  test('on a phone the numbers are in one row without overlaps, and the words are under the chart', () => {
    const placed = placeAnnotations([note(1, 10), note(2, 11)], {
      plot: { ...annotationPlot, width: 260 },
      step: 2.6,
      width: 316,
    })
    expect(placed.map(({ words }) => words)).toEqual([null, null])
    expect(Math.abs((placed[0]?.discX ?? 0) - (placed[1]?.discX ?? 0))).toBeGreaterThanOrEqual(20)
  })
})

test('a source that begins or ends is named in the tooltip of its column, also at the end of the chart', () => {
  const edges = [
    { key: 'a', at: 10.4, label: 'News from 2 Jan 2013' },
    { key: 'b', at: 100, label: 'Forum posts up to 19 Aug 2013' },
  ]
  expect(edgesOfColumn(edges, 10, 100)).toEqual(['News from 2 Jan 2013'])
  expect(edgesOfColumn(edges, 99, 100)).toEqual(['Forum posts up to 19 Aug 2013'])
  expect(edgesOfColumn(edges, 50, 100)).toEqual([])
})

test('a signal has one colour whatever the order, and no two in a comparison share one', () => {
  const ids = ['sig_a', 'sig_b', 'sig_c', 'sig_d', 'sig_e']
  const styles = lineStylesOf(ids)
  expect(lineStylesOf(ids.toReversed())).toEqual(styles)
  for (const part of ['color', 'dash', 'shape'] as const)
    expect(new Set([...styles.values()].map((lineStyle) => lineStyle[part])).size).toBe(5)
})

describe('the date of a change of level', () => {
  const columnsOf = (...totals: number[]) =>
    totals.map((total, at) => ({ key: `${at}`, title: '', values: [total], partial: false }))
  const place = (...totals: number[]) =>
    placeDates([{ first: 2, last: totals.length, value: 4, since: '3 Mar 2013' }], {
      columns: columnsOf(...totals),
      scale: { min: 0, max: 10, ticks: [] },
      plot: { left: 0, top: 0, width: totals.length * 50, height: 100 },
      step: 50,
    })

  test('stands above the columns that it spans, right of the change or where they are lower', () => {
    expect(place(1, 1, 6, 4, 4)).toEqual([{ text: '3 Mar 2013', x: 96, y: 54, anchor: 'end' }])
    expect(place(9, 7, 6, 4, 4)).toEqual([{ text: '3 Mar 2013', x: 104, y: 34, anchor: 'start' }])
  })

  test('is left out where columns fill the plot on both sides', () => {
    expect(place(10, 1, 10, 4, 4)).toEqual([])
  })
})
