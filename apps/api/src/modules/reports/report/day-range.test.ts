import { countDays, maxDays } from '@auspex/contract/days'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reportDays } from './day-range.ts'

describe('the days of a report', () => {
  const library = { firstDay: '2010-01-01', lastDay: '2013-08-14' }
  const today = '2026-11-21'
  const noRequestedDays = { startDate: null, endDate: null }
  const match = { firstMatch: '2011-02-03', lastMatch: '2012-05-06' }

  test('run from the first match to the newest day of the library', () => {
    expect(reportDays({ ...match, library, query: noRequestedDays, today })).toEqual({
      firstDay: '2011-02-03',
      lastDay: '2013-08-14',
    })
  })

  test('are the requested ones, as far as the library reaches', () => {
    const requestedDays = { startDate: '2011-01-01', endDate: '2011-12-31' }
    expect(
      reportDays({
        firstMatch: '2011-02-03',
        lastMatch: '2011-06-01',
        library,
        query: requestedDays,
        today,
      }),
    ).toEqual({
      firstDay: '2011-01-01',
      lastDay: '2011-12-31',
    })
    const wide = { startDate: '2001-01-01', endDate: '2030-12-31' }
    expect(reportDays({ ...match, library, query: wide, today })).toEqual({
      firstDay: '2010-01-01',
      lastDay: '2013-08-14',
    })
  })

  test('are one day if nothing matches', () => {
    const none = { firstMatch: null, lastMatch: null, query: noRequestedDays, today }
    expect(reportDays({ ...none, library })).toEqual({ firstDay: '2013-08-14', lastDay: '2013-08-14' })
    expect(reportDays({ ...none, library: null })).toEqual({ firstDay: today, lastDay: today })
  })

  test('stay within plausible publication dates, whatever dates are stored and requested', () => {
    const day = fc
      .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const perhaps = fc.option(day, { nil: null })
    fc.assert(
      fc.property(perhaps, perhaps, perhaps, perhaps, (firstMatch, lastMatch, startDate, endDate) => {
        const days = reportDays({
          firstMatch,
          lastMatch,
          library,
          query: { startDate, endDate },
          today,
        })
        // a time zone may be a day ahead, and so may be a date
        expect(days.lastDay <= '2026-11-23').toBe(true)
        expect(countDays(days.firstDay, days.lastDay)).toBeLessThanOrEqual(maxDays)
      }),
    )
    const ancient = { firstMatch: '1066-10-14', lastMatch: '2012-05-06', query: noRequestedDays, today }
    expect(reportDays({ ...ancient, library }).firstDay).toBe('1990-01-01')
  })
})
