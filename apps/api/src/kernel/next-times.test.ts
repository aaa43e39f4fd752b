import { describe, expect, test } from 'vitest'
import { checkSchedule, nextTimes } from './next-times.ts'

/** Summer time begins in Berlin on 29 March 2026 and ends on 25 October 2026, in New York on 8 March and 1 November. */
describe('the next times of a schedule', () => {
  test.each([
    [
      'daily at seven, as summer time begins',
      '0 7 * * *',
      'Europe/Berlin',
      '2026-03-27T12:00:00Z',
      ['2026-03-28T06:00', '2026-03-29T05:00', '2026-03-30T05:00'],
    ],
    [
      'daily at seven, as it ends',
      '0 7 * * *',
      'Europe/Berlin',
      '2026-10-23T12:00:00Z',
      ['2026-10-24T05:00', '2026-10-25T06:00', '2026-10-26T06:00'],
    ],
    [
      'in the hour that is left out',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-27T12:00:00Z',
      ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30'],
    ],
    [
      'in the hour that comes twice',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-23T12:00:00Z',
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'on Mondays across the beginning',
      '0 9 * * 1',
      'America/New_York',
      '2026-03-02T20:00:00Z',
      ['2026-03-09T13:00', '2026-03-16T13:00', '2026-03-23T13:00'],
    ],
    [
      'on Mondays across the end',
      '0 9 * * 1',
      'America/New_York',
      '2026-10-20T20:00:00Z',
      ['2026-10-26T13:00', '2026-11-02T14:00', '2026-11-09T14:00'],
    ],
    [
      'hourly through the hour that comes twice',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30:00Z',
      ['2026-10-25T00:00', '2026-10-25T02:00', '2026-10-25T03:00'],
    ],
    [
      'where the switch is of half an hour',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-02T20:00:00Z',
      ['2026-10-03T15:45', '2026-10-04T15:15', '2026-10-05T15:15'],
    ],
    [
      'where there is none',
      '0 7 * * *',
      'Asia/Kolkata',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:30', '2026-03-30T01:30', '2026-03-31T01:30'],
    ],
    [
      'on the 29th of February',
      '0 0 29 2 *',
      'UTC',
      '2026-03-01T00:00:00Z',
      ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00'],
    ],
  ])('%s', (...[, cron, zone, after, expected]) => {
    const times = nextTimes({ cron, zone }, new Date(after), 3)
    expect(times.map((time) => time.toISOString().slice(0, 16))).toEqual(expected)
  })

  test('are a different local day each, in ascending order, for a year in zones with daylight saving time', () => {
    for (const zone of ['Europe/London', 'America/Sao_Paulo', 'America/St_Johns', 'Pacific/Auckland', 'Africa/Cairo']) {
      const times = nextTimes({ cron: '30 1 * * *', zone }, new Date('2026-01-01T00:00:00Z'), 365)
      const days = times.map((time) =>
        new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(time),
      )
      expect(new Set(days).size).toBe(365)
      expect(times.every((time, place) => place === 0 || time > (times[place - 1] ?? time))).toBe(true)
    }
  })
})

describe('a cron expression', () => {
  test.each([
    [
      'names, lists and ranges',
      '0 7 * JAN-MAR,DEC MON,fri',
      ['2026-12-04T07:00', '2026-12-07T07:00', '2026-12-11T07:00'],
    ],
    ['steps', '5 8-18/4 * * *', ['2026-11-21T08:05', '2026-11-21T12:05', '2026-11-21T16:05']],
    ['a step from a number', '0 20/2 * * *', ['2026-11-21T20:00', '2026-11-21T22:00', '2026-11-22T20:00']],
    ['Sunday as 0 or 7', '0 7 * * 7', ['2026-11-22T07:00', '2026-11-29T07:00', '2026-12-06T07:00']],
    [
      'a day of the month or one of the week',
      '0 7 1 * 1',
      ['2026-11-23T07:00', '2026-11-30T07:00', '2026-12-01T07:00'],
    ],
  ])('can have %s', (_name, cron, expected) => {
    const times = nextTimes({ cron, zone: 'UTC' }, new Date('2026-11-21T08:00:00Z'), 3)
    expect(times.map((time) => time.toISOString().slice(0, 16))).toEqual(expected)
  })
})

describe('a schedule is refused', () => {
  test.each<[string, string, string, string]>([
    ['that runs every minute', '* * * * *', 'UTC', 'more than once an hour'],
    ['that runs twice an hour', '0,30 * * * *', 'UTC', 'more than once an hour'],
    ['that runs twice an hour once a day', '0,30 7 * * *', 'UTC', 'more than once an hour'],
    ['that never runs', '0 0 30 2 *', 'UTC', 'No such day'],
    ['with an unknown time zone', '0 7 * * 1', 'Europe/Atlantis', 'no time zone'],
    ...[
      '99 7 * * 1',
      '0 7 * *',
      '0 7 * * 1 *',
      '0 7 * * 8',
      '0 7-5 * * *',
      '0 7 * * 1-',
      '*/0 7 * * *',
      '0 7 L * *',
      ', 7 * * *',
    ].map((cron): [string, string, string, string] => [`that is written as ${cron}`, cron, 'UTC', 'minute, hour']),
  ])('%s', (_name, cron, zone, detail) => {
    expect(() => checkSchedule({ cron, zone }, new Date('2026-11-21T08:00:00Z'))).toThrow(
      expect.objectContaining({ code: 'workflows.schedule_invalid', detail: expect.stringContaining(detail) }),
    )
  })

  test.each(['0 * * * *', '0 7 * * 1', '15 */6 * * *', '0 7 1 * *', '0 0 29 2 *'])('and not %s', (cron) => {
    checkSchedule({ cron, zone: 'Europe/Berlin' }, new Date('2026-10-24T00:00:00Z'))
  })
})
