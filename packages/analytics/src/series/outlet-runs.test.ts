import { describe, expect, test } from 'vitest'
import { outletRuns } from './outlet-runs.ts'

const repeat = (value: number, weeks: number) => Array<number>(weeks).fill(value)
const days = 60 * 7
const runsOf = (weeks: readonly number[], from = 0) => outletRuns({ weeks, from }, days)

describe('an outlet among others of its group', () => {
  test('that ends while others go on was not read after its end', () => {
    expect(runsOf(repeat(70, 20))).toEqual([{ from: 0, to: 140 }])
  })

  test('that begins later was not read before', () => {
    expect(runsOf(repeat(70, 40), 140)).toEqual([{ from: 140, to: days }])
  })

  test('that ends in the midst of a week was read up to there', () => {
    expect(runsOf([...repeat(70, 20), 30])).toEqual([{ from: 0, to: 143 }])
  })

  test('that pauses was not read meanwhile', () => {
    expect(runsOf([...repeat(70, 20), ...repeat(0, 10), ...repeat(70, 30)])).toEqual([
      { from: 0, to: 140 },
      { from: 210, to: days },
    ])
  })

  test('that has a piece a month is quiet where it has none, before its first and after its last too', () => {
    const monthly = Array.from({ length: 40 }, (_, week) => (week % 4 === 0 ? 1 : 0))
    expect(runsOf(monthly, 35)).toEqual([{ from: 0, to: days }])
  })

  test('that thins out to stragglers ends where it does', () => {
    expect(runsOf([...repeat(70, 30), ...repeat(2, 20)])).toEqual([{ from: 0, to: 210 }])
  })

  test('of a single week was read in it, and all along where that week holds little', () => {
    expect(runsOf([70])).toEqual([{ from: 0, to: 7 }])
    expect(runsOf([1], 70)).toEqual([{ from: 0, to: days }])
  })

  test('without a document in these days was not read', () => {
    expect(runsOf([])).toEqual([])
    expect(runsOf(repeat(7, 10), -140)).toEqual([])
  })
})
