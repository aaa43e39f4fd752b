import { describe, expect, test } from 'vitest'
import type { QuotedTitle } from '../../reports/index.ts'
import { changeOf, countFew, type DigestNews, isClearRise, listFigures } from './digest-figures.ts'
import { writeLine } from './digest-items.ts'
import type { ChangeSubject } from './digest-titles.ts'

const toDay = '2012-03-31'
const news: DigestNews = {
  stories: 140,
  before: 35,
  usual: 30,
  noun: 'posts',
  peak: { day: '2012-03-28', stories: 60 },
  isSpread: true,
  fromDay: '2012-03-25',
  toDay,
}
const title: QuotedTitle = {
  documentId: 'doc_1',
  title: 'A strike ends',
  words: '“A strike ends”',
  outlet: 'r/news',
  day: '2012-03-28',
  isDiscussed: false,
  score: 1,
}
const subject: ChangeSubject = {
  days: { documentIds: [], commonTerms: [], titles: [], reader: null },
  titles: [],
  outlet: null,
  names: [],
  longName: null,
  isRead: true,
  hasArticle: false,
  activeDays: 0,
}
const write = (changes: Partial<DigestNews> = {}, more: Partial<Parameters<typeof writeLine>[0]> = {}) =>
  writeLine({ name: 'Boston', news: { ...news, ...changes }, title, subject, related: [], toDay, ...more })
const figuresOf = (name: string, stories: number, before: number, usual: number | null = before) => ({
  name,
  news: { ...news, stories, before, usual, peak: null },
})
const ofYear = (year: number, stories: number) => ({ year, stories })

describe('one rule for rises and falls', () => {
  test.each([
    [8, 0, { direction: 'up', isClear: true }],
    [10, 2, { direction: 'up', isClear: true }],
    [2, 10, { direction: 'down', isClear: true }],
    [9, 2, { direction: 'up', isClear: false }],
    [2, 9, { direction: 'down', isClear: false }],
    [5, 0, { direction: 'up', isClear: false }],
    [6, 4, null],
    // certain by chance alone, but not even half as much again
    [1300, 1000, null],
    // and not twice as much
    [160, 100, { direction: 'up', isClear: false }],
  ] as const)('%i after %i is %o', (stories, before, change) => {
    expect(changeOf({ stories, before })).toEqual(change)
  })

  test('what is back at its usual amount after days of less is no news', () => {
    const low = { ...news, stories: 10, before: 1, peak: null }
    expect(isClearRise({ ...low, usual: 9 })).toBe(false)
    expect(isClearRise({ ...low, usual: 1 })).toBe(true)
  })
})

describe('what comes back each year', () => {
  test('is said to be so with the amounts of these years, by its name where the years do not show it', () => {
    expect(
      write({ peak: null, yearsBefore: [ofYear(2010, 90), ofYear(2011, 120)] }, { name: 'Wimbledon', title: null }),
    ).toBe('140 posts, up from 35, spread over the week; 90 at the same time of 2010 and 120 of 2011.')
    expect(write({ peak: null }, { name: 'Halloween', title: null })).toBe(
      '140 posts, up from 35, spread over the week; it comes back each year.',
    )
    expect(write({ peak: null, yearsBefore: [] }, { name: 'Halloween' })).not.toContain('year')
    for (const name of ['Easter Island', 'Super Bowl blackout', 'lent'])
      expect(write({ peak: null }, { name })).not.toContain('year')
  })
})

test('a line has both amounts, the day that stands out, and a title with its day', () => {
  expect(write()).toBe('140 posts, up from 35; 60 on 28 March. “A strike ends” (r/news, 28 March).')
  expect(write({}, { title: { ...title, isDiscussed: true, day: '2012-03-29' } })).toMatch(
    / Much discussed: “A strike ends” \(r\/news, 29 March\)\.$/u,
  )
})

test.each([
  [{ stories: 29, before: 1 }, '29 posts, up from 1, spread over the week.'],
  [{ stories: 9, before: 0, isSpread: false }, '9 posts, up from none.'],
  [{ stories: 1200, before: 10 }, '1,200 posts, up from 10, spread over the week.'],
  [{ stories: 12, before: 0, peak: { day: '2012-03-28', stories: 12 } }, '12 posts, up from none, all on 28 March.'],
  [
    { stories: 23, before: 16, usual: 4, peak: { day: '2012-03-28', stories: 13 } },
    '23 posts, still high after 16; about 4 a week were usual before that; 13 on 28 March.',
  ],
  [
    { stories: 6, before: 1, usual: 0, isSpread: false },
    '6 posts, up from 1; less than one a week was usual before that.',
  ],
  [
    { stories: 57, before: 57, usual: 7 },
    '57 posts, still high, as many as the week before, spread over the week; about 7 a week were usual before that.',
  ],
  [{ stories: 57, before: 57, usual: 50 }, '57 posts, as many as the week before, spread over the week.'],
  [{ stories: 42, before: null, usual: 5, fromDay: toDay }, '42 posts, where about 5 a day are usual.'],
  [{ stories: 42, before: null, usual: null }, '42 posts, spread over the week. The week before is not covered.'],
] as const)('%o is said as %s', (changes, text) => {
  const line = write({ peak: null, ...changes })
  expect(line.slice(0, line.indexOf(' “'))).toBe(text)
})

test('where no day stands out, the one with most is named with its amount, or how many days had any', () => {
  const days = { subject: { ...subject, activeDays: 5 } }
  const few = { stories: 11, before: 2, peak: null, isSpread: false }
  const busiest = { day: '2012-03-29', stories: 4 }
  expect(write({ ...few, busiest }, days)).toContain('11 posts, up from 2; 4 on 29 March.')
  expect(write({ ...few, busiest: null }, days)).toContain('11 posts, up from 2, on 5 of the 7 days.')
})

test('a line about other days than those of the digest says so', () => {
  expect(write({ toDay: '2012-03-20', peak: null })).toContain('140 posts, up from 35 (to 20 March 2012)')
})

test('without a headline a line says what its documents are about, or that none says what happened', () => {
  const line = (commonTerms: string[], outlet: string | null = null) =>
    write({ peak: null }, { title: null, commonTerms, subject: { ...subject, outlet } }).replace(/^.*?week\. /u, '')
  expect(line(['pope', 'conclave'])).toBe('Titles most often mention pope and conclave.')
  expect(line(['pope'], 'r/rome')).toBe('No headline says what happened; most are in r/rome and several name pope.')
  expect(line([])).toBe('No headline says what happened.')
  const unread = { ...subject, isRead: false }
  expect(write({}, { title: null, subject: unread })).toBe('140 posts, up from 35; 60 on 28 March.')
  expect(write({}, { title: null, subject: { ...unread, outlet: 'r/rome' } })).toMatch(/\. Most are in r\/rome\.$/u)
})

describe('signals that changed by the same news share a line', () => {
  const bombing = { signalId: 'sig_2', name: 'bombing', news: { ...news, stories: 62, before: 1 }, shared: 55 }
  const terrorism = { signalId: 'sig_3', name: 'terrorism', news: { ...news, stories: 13, before: 0 }, shared: 13 }

  test('each with both amounts, and with how many of them name the first', () => {
    expect(write({}, { related: [bombing] })).toContain(
      '140 posts, up from 35; 60 on 28 March. Bombing rose with it: 62 posts, up from 1; 55 of the 62 name Boston. “',
    )
    expect(write({}, { name: '47%', related: [bombing] })).toContain('name “47%”. “')
    expect(write({}, { related: [bombing, terrorism] })).toContain(
      'With it rose bombing (62 posts, up from 1; 55 of the 62 name Boston) and terrorism (13, up from none; all 13 name Boston).',
    )
  })

  test('and one of which fewer name the other says so in a line of its own', () => {
    expect(write({ peak: null }, { partOf: { name: 'Wuhan', shared: 13 } })).toContain(
      '140 posts, up from 35, spread over the week; 13 of the 140 name Wuhan.',
    )
  })
})

test('the only rise has one line, which says of how many signals, and no other line counts them', () => {
  const onlyOf = '20 signals'
  expect(write({ stories: 11, before: 1, peak: { day: '2012-03-28', stories: 5 } }, { onlyOf })).toBe(
    '11 posts, up from 1; 5 on 28 March: the only clear rise among 20 signals (25 to 31 March 2012 against the week before). “A strike ends” (r/news, 28 March).',
  )
})

test('what fell to nothing is named with the word for what it counts', () => {
  expect(listFigures([figuresOf('rye', 0, 8), figuresOf('oats', 1, 9)])).toBe(
    'rye (no posts, after 8) and oats (1, after 9)',
  )
})

describe('amounts too few to be measured', () => {
  const days = [3, 0, 1, 2].map((firstTellings, at) => ({ day: `2012-03-${28 + at}`, firstTellings, isCovered: true }))
  const span = { fromDay: '2012-03-30', toDay: '2012-03-31' }

  test('stand beside those of as many days before, if all of these are covered', () => {
    expect(countFew(days, span, () => true)).toEqual({ stories: 3, before: 3 })
    expect(countFew(days, span, (day) => day > '2012-03-28')).toEqual({ stories: 3, before: null })
  })
})
