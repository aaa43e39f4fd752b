import { describe, expect, test } from 'vitest'
import { readEventDays, readNamedDays } from './calendar.ts'
import { readPeriod } from './period.ts'

describe('the length of the days beside an event', () => {
  test.each([
    ['in the two weeks after it launched', { count: 2, unit: 'week' }],
    ['the week after it launched', { count: 1, unit: 'week' }],
    ['the first month after the launch', { count: 1, unit: 'month' }],
    ['a couple of weeks after the launch', { count: 2, unit: 'week' }],
    ['in the weeks before the launch', { count: 4, unit: 'week' }],
    ['right after it launched', { count: 4, unit: 'week' }],
  ])('is read of %s', (text, span) => {
    expect(readEventDays(text)?.span).toEqual(span)
  })

  test.each([
    'how many posts per day since it launched',
    'posts a month since the launch',
    'which week after the launch had most posts',
    'the busiest day after the launch',
    'in the two weeks since the launch',
  ])('is not what posts are counted by: %s', (text) => {
    expect(readEventDays(text)).toMatchObject({ span: null })
  })

  test('begins with a name as with what happened', () => {
    expect(readNamedDays('how many posts per day since Fukushima?')).toMatchObject({ span: null, name: 'Fukushima' })
    expect(readNamedDays('in the week after Fukushima?')).toMatchObject({ span: { count: 1, unit: 'week' } })
  })
})

test.each([
  ['winter 2012/13', '2012-12-01', '2013-02-28'],
  ['from summer 2012 to 2013', '2012-06-01', '2013-12-31'],
  ['between spring 2012 and 2013', '2012-03-01', '2013-12-31'],
])('%s ends where it says', (text, from, to) => {
  expect(readPeriod(text, { today: '2026-11-21' })).toEqual([from, to])
})

test('a launch or a death of something else is not that of the topic', () => {
  expect(readEventDays('what did people say about Apple after the death of Steve Jobs')?.name).not.toBeNull()
  expect(readEventDays('what changed after the launch of it')).toMatchObject({ name: null, noun: 'launch' })
})
