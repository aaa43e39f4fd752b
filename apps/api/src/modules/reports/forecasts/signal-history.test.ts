import { addDays, daysBetween } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import type { DailyReport } from '../report/daily-series.ts'
import { toArchive, toHistory } from './signal-history.ts'

const today = '2026-11-21'
const firstDay = addDays(today, -240)

/** A topic in groups with a document a day, each up to its own end, beside other sources that reach today and are covered up to a day. */
function plant(...groups: { end: string; documents?: number }[]): DailyReport {
  return plantCovered(addDays(today, -1), ...groups)
}

function plantCovered(until: string, ...groups: { end: string; documents?: number }[]): DailyReport {
  const days = Array.from({ length: 241 }, (_, at) => addDays(firstDay, at))
  return stub<DailyReport>({
    volume: {
      days: days.map((day) => ({
        day,
        isCovered: day <= until,
        groups: groups.map(({ end }) => (day <= end ? 1 : 0)),
      })),
      groups: groups.map(({ end, documents = daysBetween(firstDay, end) + 1 }) => ({
        documents,
        endsOn: end < addDays(today, -1) ? end : null,
        spans: [{ firstDay, lastDay: end }],
      })),
    } as unknown as DailyReport['volume'],
  })
}

describe('what a forecast is made from', () => {
  test.each([1, 2, 5, 14])('ends with the last covered day, %i days ago', (ago) => {
    const end = addDays(today, -ago)
    const history = toHistory(plant({ end }), today).days
    expect(history).toHaveLength(daysBetween(firstDay, end) + 1)
    expect(history.at(-1)).toEqual({ day: end, value: 1 })
  })

  test.each([15, 60, 200])('is nothing of a source that ended %i days ago', (ago) => {
    expect(toHistory(plant({ end: addDays(today, -ago) }), today).days).toEqual([])
  })

  test('never holds the running day', () => {
    expect(toHistory(plant({ end: today }), today).days.at(-1)?.day).toBe('2026-11-20')
  })

  test('ends where the first of its groups ends, so that a late one is no fall', () => {
    const history = toHistory(plant({ end: addDays(today, -1) }, { end: addDays(today, -4) }), today).days
    expect(history.at(-1)).toEqual({ day: addDays(today, -4), value: 2 })
  })

  test('is not cut for a group that holds next to nothing, nor counts one that has ended', () => {
    const late = plant(
      { end: addDays(today, -1) },
      { end: addDays(today, -9), documents: 3 },
      { end: addDays(today, -100) },
    )
    expect(toHistory(late, today).days.at(-1)).toEqual({ day: addDays(today, -1), value: 1 })
  })
})

describe('what a back-test is made from', () => {
  test.each([15, 60, 200])('ends with the last covered day of an archive, %i days ago', (ago) => {
    const end = addDays(today, -ago)
    const archive = toArchive(plant({ end }), today)
    expect(archive.isEnded).toBe(true)
    expect(archive.days.at(-1)).toEqual({ day: end, value: 1 })
  })

  test('is empty while every source is still read', () => {
    expect(toArchive(plant({ end: addDays(today, -1) }, { end: addDays(today, -14) }), today).days).toEqual([])
  })

  test('leaves out sources that are still read and those that ended long before', () => {
    const mixed = plant(
      { end: addDays(today, -60) },
      { end: addDays(today, -1), documents: 2 },
      { end: addDays(today, -120) },
    )
    expect(toArchive(mixed, today).days.at(-1)).toEqual({ day: addDays(today, -60), value: 1 })
  })

  test('is nothing where only what carries little of the topic goes on', () => {
    const groups = [{ end: addDays(today, -100) }, { end: addDays(today, -1), documents: 3 }]
    expect(toHistory(plantCovered(addDays(today, -100), ...groups), today).days).toEqual([])
  })

  test('ends with the last day on which what carries the topic was covered', () => {
    const end = addDays(today, -5)
    const history = toHistory(plantCovered(end, { end: addDays(today, -1) }), today)
    expect(history.days.at(-1)).toEqual({ day: end, value: 1 })
  })
})
