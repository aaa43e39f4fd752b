import { describe, expect, test } from 'vitest'
import { daysOf, weeksOf } from './trend-series.ts'

const counts = {
  firstDay: '2026-09-22',
  days: [3, null, 0],
  firstWeek: '2026-12-21',
  weeks: [12, null, 7],
  coveredDays: [7, 0, 3],
}

describe('the series of a trend', () => {
  test('are read from bare numbers, with the weeks named across the year', () => {
    const packed = { sparkline: [], weeks: [], counts }
    expect(daysOf(packed)).toEqual([3, null, 0])
    expect(weeksOf(packed)).toEqual([
      { week: '2026-W52', firstDay: '2026-12-21', documents: 12, coveredDays: 7 },
      { week: '2026-W53', firstDay: '2026-12-28', documents: null, coveredDays: 0 },
      { week: '2027-W01', firstDay: '2027-01-04', documents: 7, coveredDays: 3 },
    ])
  })

  test('are read from a list where there is one', () => {
    const week = { week: '2026-W47', firstDay: '2026-11-16', documents: 21, coveredDays: 5 }
    const listed = { sparkline: [{ day: '2026-11-20', documents: 4 }], weeks: [week] }
    expect(daysOf(listed)).toEqual([4])
    expect(weeksOf(listed)).toEqual([week])
  })

  test('of a trend that was never measured are empty', () => {
    expect(daysOf({ sparkline: [], weeks: [] })).toEqual([])
    expect(weeksOf({ sparkline: [], weeks: [] })).toEqual([])
  })
})
