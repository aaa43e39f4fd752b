import { describe, expect, test } from 'vitest'
import type { DigestNews } from './digest-figures.ts'
import { describeFrame, describeTitle, type DigestCounts } from './digest-words.ts'

const week = { fromDay: '2012-03-25', toDay: '2012-03-31' }
const day = { fromDay: '2012-03-31', toDay: '2012-03-31' }

const figuresOf = (name: string, stories: number, before: number | null, changes: Partial<DigestNews> = {}) => ({
  name,
  news: { stories, before, usual: before, noun: 'posts', peak: null, isSpread: true, ...week, ...changes } as const,
})
const entryOf = (...figures: Parameters<typeof figuresOf>) => {
  const one = figuresOf(...figures)
  return { ...one, signalId: `sig_${one.name}`, alerts: [] }
}
const countsOf = (changes: Partial<DigestCounts>): DigestCounts => ({
  changed: [],
  falls: [],
  quiet: [],
  measured: [],
  few: [],
  isAllCounted: true,
  behind: [],
  reported: 0,
  empty: [],
  unreadable: [],
  omitted: 0,
  comments: 0,
  items: [],
  unit: 'posts',
  span: week,
  signals: 0,
  ...changes,
})
const linesOf = (changes: Partial<DigestCounts>) => {
  const { lead, lines } = describeFrame(countsOf(changes))
  return [...(lead === '' ? [] : [lead]), ...lines].join('\n')
}

describe('signals that stayed calm', () => {
  const rises = [entryOf('Boston', 140, 35), entryOf('Rome', 90, 20)]

  test('are not said to follow none where the days before are unknown', () => {
    const quiet = { ...day, before: null, usual: 38 }
    const lines = linesOf({
      changed: [entryOf('Boston', 140, null, { ...day, usual: 30 })],
      quiet: ['Oslo'],
      measured: [figuresOf('Oslo', 40, null, quiet)],
      span: day,
      signals: 2,
    })
    expect(lines).toContain('Oslo (40 posts; about 38 a day are usual)')
    expect(lines).not.toContain('none')
    const few = linesOf({
      changed: rises,
      quiet: ['Oslo'],
      few: [{ name: 'Oslo', stories: 3, before: null }],
      signals: 2,
    })
    expect(few).toContain('No clear change: Oslo (3 posts)')
  })

  test('have the noun at the first figure, and figures of their own although two have one name', () => {
    const lines = linesOf({
      changed: rises,
      quiet: ['Brent', 'Oslo', 'Oslo'],
      measured: [figuresOf('Oslo', 40, 35), figuresOf('Oslo', 7, 8)],
      signals: 4,
    })
    expect(lines).toContain('No clear change: Brent, Oslo (40 posts, after 35) and Oslo (7, after 8)')
  })
})

describe('a subject', () => {
  test('is led by the largest rise, also where it has no entry', () => {
    const counts = {
      changed: [entryOf('Oslo', 12, 2)],
      quiet: ['SOPA'],
      measured: [figuresOf('SOPA', 213, 130)],
      signals: 5,
    }
    expect(describeTitle('Towns', countsOf(counts))).toBe(
      'Towns: SOPA (213 posts, up from 130) leads 2 rises among 5 signals, week to 31 March 2012',
    )
  })

  test('does not count what comes back each year among the rises', () => {
    const yearly = entryOf('Halloween', 140, 35, { yearsBefore: [{ year: 2011, stories: 90 }] })
    expect(describeTitle('Feasts', countsOf({ changed: [entryOf('Oslo', 20, 3), yearly], signals: 2 }))).toBe(
      'Feasts: Oslo (20 posts, up from 3), week to 31 March 2012',
    )
  })

  test('says what is counted where only falls have figures', () => {
    const alert = { ...entryOf('Oslo', 9, 9), alerts: ['More than 8 posts.'] }
    expect(
      describeTitle('Towns', countsOf({ changed: [alert], falls: [figuresOf('halibut', 3, 13)], signals: 2 })),
    ).toBe('Towns: alert on Oslo, halibut (3 posts, after 13) down, week to 31 March 2012')
  })

  test('of one signal names it', () => {
    const calm = { quiet: ['Oslo'], measured: [figuresOf('Oslo', 40, 35)], signals: 1 }
    expect(describeTitle('Oslo', countsOf(calm))).toContain('no clear change for Oslo (40 posts, after 35)')
    const none = { quiet: ['Oslo'], few: [{ name: 'Oslo', stories: 0, before: 0 }], signals: 1 }
    expect(describeTitle('Oslo', countsOf(none))).toContain('nothing found on the one signal')
    expect(linesOf({ ...none, span: day })).toContain('Nothing was found on the one signal on 31 March 2012.')
  })
})

test('“Also up” follows a rise, and not an alert', () => {
  const counts = { quiet: ['wine'], measured: [figuresOf('wine', 14, 7)], signals: 2 }
  expect(linesOf({ ...counts, changed: [{ ...entryOf('Oslo', 9, 9), alerts: ['More than 8 posts.'] }] })).toContain(
    'Up: wine (14 posts, after 7).',
  )
  expect(linesOf({ ...counts, changed: [entryOf('Boston', 140, 35)] })).toContain('Also up: wine')
})

test('sources that ended on one day are told with that day, and what never had data apart from them', () => {
  const ended = (name: string, source: string) => ({ name, source, coveredTo: '2010-08-17' })
  const behind = [ended('Oslo', 'A'), ended('Rome', 'B'), ended('Bonn', 'C'), { name: 'Lima', coveredTo: null }]
  expect(linesOf({ behind, signals: 4 })).toContain(
    'The data on Oslo, Rome and Bonn ends on 17 August 2010. No data on Lima.',
  )
})
