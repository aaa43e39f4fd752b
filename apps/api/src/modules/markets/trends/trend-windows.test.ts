import { addDays } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { chooseWindows, sumSteps, windowDaysOf } from './trend-windows.ts'

const days = (count: number, documents: number, from = '2026-09-01') =>
  Array.from({ length: count }, (_, index) => ({ day: addDays(from, index), documents }))

describe('the windows of trends', () => {
  test('are four weeks each and end with the newest day', () => {
    const windows = chooseWindows(days(60, 100))
    expect(windows).toEqual({ asOf: '2026-10-30', windowDays: 28, from: '2026-09-05', middle: '2026-10-03' })
    expect(windows === null ? [] : windowDaysOf(windows)).toHaveLength(56)
  })

  test('leave out a last day that is not over', () => {
    const half = [...days(60, 100), { day: '2026-10-31', documents: 20 }]
    expect(chooseWindows(half)?.asOf).toBe('2026-10-30')
  })

  test('leave out a single document that is dated years later', () => {
    const stray = [...days(60, 100), { day: '2030-01-01', documents: 1 }]
    expect(chooseWindows(stray)?.asOf).toBe('2026-10-30')
  })

  test('are a week each in a young library, and none in a younger one', () => {
    expect(chooseWindows(days(20, 100))).toMatchObject({ windowDays: 7 })
    expect(chooseWindows(days(10, 100))).toBeNull()
    expect(chooseWindows([])).toBeNull()
  })
})

test('weeks of a small line end with the last day, and a week without a covered day is a gap', () => {
  const twoWeeks = Array.from({ length: 14 }, (_, index) => (index < 7 ? null : 2))
  expect(sumSteps([5, ...twoWeeks], 7)).toEqual([null, 14])
})
