import { describe, expect, test } from 'vitest'
import { countDays, listDays, maxDays, reportDays } from './day-range.ts'

const library = { firstDay: '2010-01-01', lastDay: '2013-08-14' }
const nothingAsked = { startDate: null, endDate: null }
const match = { firstMatch: '2011-02-03', lastMatch: '2012-05-06' }

describe('days', () => {
  test('are counted and listed over leap days', () => {
    expect(listDays('2020-02-28', '2020-03-01')).toEqual(['2020-02-28', '2020-02-29', '2020-03-01'])
    expect(countDays('2020-03-01', '2020-02-28')).toBe(0)
  })

  test('of a report go from the first match to the newest day of the library', () => {
    expect(reportDays({ ...match, library, query: nothingAsked, today: '2026-11-21' })).toEqual({
      firstDay: '2011-02-03',
      lastDay: '2013-08-14',
    })
  })

  test('of a report are those asked for, as far as the library reaches', () => {
    const asked = { startDate: '2011-01-01', endDate: '2011-12-31' }
    expect(
      reportDays({ firstMatch: '2011-02-03', lastMatch: '2011-06-01', library, query: asked, today: '2026-11-21' }),
    ).toEqual({
      firstDay: '2011-01-01',
      lastDay: '2011-12-31',
    })
    const wide = { startDate: '2001-01-01', endDate: '2030-12-31' }
    expect(reportDays({ ...match, library, query: wide, today: '2026-11-21' })).toEqual({
      firstDay: '2010-01-01',
      lastDay: '2013-08-14',
    })
  })

  test('of a report without a match are one day', () => {
    const none = { firstMatch: null, lastMatch: null, query: nothingAsked, today: '2026-11-21' }
    expect(reportDays({ ...none, library })).toEqual({ firstDay: '2013-08-14', lastDay: '2013-08-14' })
    expect(reportDays({ ...none, library: null })).toEqual({ firstDay: '2026-11-21', lastDay: '2026-11-21' })
  })

  test('of a report never exceed what the contract carries', () => {
    const days = reportDays({
      firstMatch: '1066-10-14',
      lastMatch: '2012-05-06',
      library,
      query: nothingAsked,
      today: '2026-11-21',
    })
    expect(countDays(days.firstDay, days.lastDay)).toBe(maxDays)
  })
})
