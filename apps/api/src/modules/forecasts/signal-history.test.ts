import { addDays, daysBetween } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import type { DailyReport } from '../signals/index.ts'
import { toHistory } from './signal-history.ts'

const today = '2026-11-21'
const firstDay = addDays(today, -240)

/** A topic in groups with a document a day up to an end each, beside other sources that reach today. */
function plant(...groups: { end: string; documents?: number }[]): Pick<DailyReport, 'volume'> {
  const days = Array.from({ length: 241 }, (_, at) => addDays(firstDay, at))
  return {
    volume: {
      days: days.map((day) => ({ day, groups: groups.map(({ end }) => (day <= end ? 1 : 0)) })),
      groups: groups.map(({ end, documents = daysBetween(firstDay, end) + 1 }) => ({
        documents,
        endsOn: end < addDays(today, -1) ? end : null,
        spans: [{ firstDay, lastDay: end }],
      })),
    } as unknown as DailyReport['volume'],
  }
}

describe('what a forecast is made from', () => {
  test.each([1, 2, 5, 14])('ends with the last covered day, %i days ago', (ago) => {
    const end = addDays(today, -ago)
    const history = toHistory(plant({ end }), today)
    expect(history).toHaveLength(daysBetween(firstDay, end) + 1)
    expect(history.at(-1)).toEqual({ day: end, value: 1 })
  })

  test.each([15, 60, 200])('is nothing of a source that ended %i days ago', (ago) => {
    expect(toHistory(plant({ end: addDays(today, -ago) }), today)).toEqual([])
  })

  test('never holds the running day', () => {
    expect(toHistory(plant({ end: today }), today).at(-1)?.day).toBe('2026-11-20')
  })

  test('ends where the first of its groups ends, so that a late one is no fall', () => {
    const history = toHistory(plant({ end: addDays(today, -1) }, { end: addDays(today, -4) }), today)
    expect(history.at(-1)).toEqual({ day: addDays(today, -4), value: 2 })
  })

  test('is not cut for a group that holds next to nothing, nor counts one that has ended', () => {
    const late = plant(
      { end: addDays(today, -1) },
      { end: addDays(today, -9), documents: 3 },
      { end: addDays(today, -100) },
    )
    expect(toHistory(late, today).at(-1)).toEqual({ day: addDays(today, -1), value: 1 })
  })
})
