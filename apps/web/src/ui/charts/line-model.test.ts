import { describe, expect, test } from 'vitest'
import { brokenPath, commonScale, emptySpans, fittedScale, spreadLabels, type StyledLine } from './line-model.ts'
import { lineStyles } from './line-style.ts'

const style = lineStyles[0] ?? { color: '', dash: undefined, shape: 'circle' as const }
const line = (...values: (number | null)[]): StyledLine => ({ key: 'one', label: 'one', style, values })
const plot = { left: 0, top: 0, width: 100, height: 100 }

describe('lines on one scale', () => {
  test('share an axis from 0 to the highest of all', () => {
    expect(commonScale([line(1, 2), line(null, 7)])).toMatchObject({ min: 0, max: 8 })
  })

  test('are broken at gaps, and a point between two gaps is still seen', () => {
    const path = brokenPath([1, 2, null, 3, null], { min: 0, max: 4, ticks: [] }, plot)
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path).toMatch(/h0\.01$/)
  })

  test('are hatched only where none of them is known', () => {
    expect(emptySpans([line(1, null, null, 2, null), line(null, null, null, 3, null)], 5)).toEqual([
      [1, 2],
      [4, 4],
    ])
  })

  test('are told apart by colour, by dashes and by shape', () => {
    expect(lineStyles).toHaveLength(5)
    for (const part of ['color', 'dash', 'shape'] as const)
      expect(new Set(lineStyles.map((one) => one[part])).size).toBe(5)
  })
})

test('a price has a scale that begins where it does, and holds every close', () => {
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
