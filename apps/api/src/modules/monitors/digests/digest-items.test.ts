import { describe, expect, test } from 'vitest'
import type { QuotedTitle } from '../../reports/index.ts'
import { changeOf, type DigestNews, isClearRise, listFigures } from './digest-figures.ts'
import { writeLine } from './digest-items.ts'
import type { ChangeSubject } from './digest-titles.ts'
import { describeFrame, describeTitle, type DigestCounts, saysAlone } from './digest-words.ts'

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
/** What a digest of nothing counts, of a week. */
const nothing: DigestCounts = {
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
  span: { fromDay: '2012-03-25', toDay },
  signals: 0,
}
const write = (changes: Partial<DigestNews> = {}, more: Partial<Parameters<typeof writeLine>[0]> = {}) =>
  writeLine({ name: 'Boston', news: { ...news, ...changes }, title, subject, related: [], toDay, ...more })
const signal = (name: string, changes: Partial<DigestNews> = {}) => ({
  signalId: `sig_${name}`,
  name,
  alerts: [],
  news: { ...news, ...changes },
})
const figuresOf = (name: string, stories: number, before: number, usual: number | null = before) => ({
  name,
  news: { ...news, stories, before, usual, peak: null },
})
const ofYear = (year: number, stories: number) => ({ year, stories })
const names = (count: number) => Array.from({ length: count }, (_, at) => `quiet ${at}`)

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
  const items = [{ signalId: 'sig_Oslo', title: 'Oslo', text: '' }]
  const counts = { ...nothing, changed: [signal('Oslo')], items, quiet: names(19), signals: 20 }
  expect(describeFrame(counts)).toEqual({ lead: '', lines: [] })
  // a rise of an event is an entry although it is not clear
  expect(saysAlone({ ...counts, changed: [signal('Oslo', { stories: 160, before: 100 })] })).toBe(false)
})

describe('a subject', () => {
  const subjectOf = (changed: ReturnType<typeof signal>[], more: Partial<DigestCounts> = {}) => {
    const items = changed.map(({ signalId, name }) => ({ signalId, title: name, text: '' }))
    return describeTitle('Towns', { ...nothing, changed, items, signals: changed.length, ...more })
  }

  test('says what changed most with its counts, and how many rose', () => {
    const [oslo, bergen, tromso, bodo] = [signal('Oslo'), signal('Bergen'), signal('Tromso'), signal('Bodo')] as const
    expect(subjectOf([oslo])).toBe('Towns: Oslo (140 posts, up from 35), week to 31 March 2012')
    expect(subjectOf([oslo, bergen, tromso])).toBe(
      'Towns: Oslo (140 posts, up from 35) leads 3 rises among 3 signals, week to 31 March 2012',
    )
    expect(subjectOf([oslo, bergen, tromso, bodo])).toBe(
      'Towns: Oslo (140 posts, up from 35) leads 4 rises among 4 signals, week to 31 March 2012',
    )
  })

  test('does not call up what is as high as before', () => {
    expect(subjectOf([signal('Oslo'), signal('Tromso', { stories: 20, before: 17 })])).toBe(
      'Towns: Oslo (140 posts, up from 35), a busy day for Tromso, week to 31 March 2012',
    )
    expect(subjectOf([signal('Oslo', { stories: 23, before: 16, usual: 4 })])).toBe(
      'Towns: Oslo still high, week to 31 March 2012',
    )
    const busy = ['a', 'b', 'c', 'd', 'e'].map((name) => signal(name, { stories: 20, before: 17 }))
    expect(subjectOf(busy)).toBe('Towns: busy days for a, b and 3 more, week to 31 March 2012')
  })

  test('says that only the calendar moved', () => {
    expect(subjectOf([signal('Halloween'), signal('pumpkin', { yearsBefore: [ofYear(2011, 9)] })])).toBe(
      'Towns: Halloween (140 posts, up from 35) and pumpkin (140, up from 35), as each year, week to 31 March 2012',
    )
    expect(subjectOf([signal('pumpkin', { yearsBefore: [ofYear(2011, 9)] })])).toBe(
      'Towns: pumpkin (140 posts, up from 35), as in 2011, week to 31 March 2012',
    )
  })

  test('names large falls after the rises', () => {
    const measured = [figuresOf('trout', 2, 11), figuresOf('halibut', 3, 13), figuresOf('NBC', 11, 27)]
    expect(subjectOf([signal('Oslo')], { measured })).toBe(
      'Towns: Oslo (140 posts, up from 35), halibut (3, after 13) and trout (2, after 11) down, week to 31 March 2012',
    )
  })

  test('names falls and rises alike where none has an entry', () => {
    const quiet = names(20)
    expect(subjectOf([], { quiet, measured: [figuresOf('vodka', 2, 12)] })).toBe(
      'Towns: vodka (2 posts, after 12) down, week to 31 March 2012',
    )
    expect(subjectOf([], { quiet, measured: [figuresOf('wine', 9, 2)] })).toBe(
      'Towns: wine (9 posts, after 2) up, week to 31 March 2012',
    )
    expect(subjectOf([], { quiet })).toBe('Towns: too few posts to show a change, week to 31 March 2012')
  })

  test('does not call calm what has no data', () => {
    const behind = ['a', 'b', 'c'].map((name) => ({ name, coveredTo: '2012-03-20' }))
    const counts = { ...nothing, behind, quiet: ['oats', 'rye'], signals: 5 }
    expect(describeTitle('Towns', counts)).toContain('no new data on 3 of 5 signals')
    expect(describeFrame(counts)).toEqual({
      lead: 'No signal had 5 posts or more in the week from 25 to 31 March 2012 or in the week before: too few to show a change.',
      lines: ['The data on a, b and c ends on 20 March 2012.'],
    })
  })

  test('says of how many signals nothing was found, and what is missing once', () => {
    const few = [{ name: 'oats', stories: 0, before: 0 }]
    const behind = ['a', 'b', 'c'].map((name) => ({ name, coveredTo: '2012-03-20' }))
    const counts = { ...nothing, few, behind, quiet: ['oats'], signals: 4 }
    expect(describeTitle('Towns', counts)).toBe(
      'Towns: nothing found on the only one of 4 signals with new data, week to 31 March 2012',
    )
    expect(describeFrame(counts).lead).toMatch(
      /^Nothing was found on the only one of 4 signals with new data in the week/u,
    )
    expect(describeFrame(counts).lines).toHaveLength(1)
  })

  // one of the two lengths has its cut within a letter of two units
  test.each(['Crop', 'Crops'])('that begins with %s is cut between letters', (collection) => {
    const changed = Array.from({ length: 3 }, (_, at) => signal(`${'a'.repeat(at)}${'🌾'.repeat(150)}`))
    const words = describeTitle(collection, { ...nothing, changed, signals: 3 })
    expect(words.length).toBeLessThanOrEqual(600)
    expect(words.isWellFormed()).toBe(true)
  })
})

describe('after the entries', () => {
  const changed = [signal('Oslo'), signal('Bergen')]
  const items = changed.map(({ signalId, name }) => ({ signalId, title: name, text: '' }))

  test('each kind of other move has one line, and the count of the rest comes last', () => {
    const other = [figuresOf('NBC', 11, 27), figuresOf('Gaza', 31, 30, 3), figuresOf('wine', 9, 2)]
    const counts = { ...nothing, changed, items, measured: other, signals: 20 }
    expect(describeFrame({ ...counts, quiet: [...names(15), 'NBC', 'Gaza', 'wine'] })).toEqual({
      lead: '',
      lines: [
        'Also up: wine (9 posts, after 2).',
        'Still high: Gaza (31 posts, after 30; usually about 3 a week).',
        'Down: NBC (11 posts, after 27).',
        'The other 15 of 20 signals: no clear change (25 to 31 March 2012 against the week before).',
      ],
    })
  })

  test('the largest signal has its amounts in one line, although it did not change', () => {
    const other = [figuresOf('SOPA', 213, 199), figuresOf('torrents', 20, 19)]
    const counts = { ...nothing, changed, items, measured: other, quiet: names(10), signals: 12 }
    expect(describeFrame(counts).lines[0]).toBe('Most posts: SOPA (213, after 199).')
    const unsure = [figuresOf('SOPA', 213, 130)]
    expect(describeFrame({ ...counts, measured: unsure }).lines[0]).toBe('Also up: SOPA (213 posts, after 130).')
    // also where only one rises, and not where that is the largest
    const one = { ...counts, changed: changed.slice(0, 1), items: items.slice(0, 1) }
    expect(describeFrame(one).lines).toEqual(['Most posts: SOPA (213, after 199).'])
    expect(describeFrame({ ...one, measured: other.slice(1) }).lines).toEqual([])
  })

  test('one line at the end says what the archive does not have, with the source that ended', () => {
    const behind = [
      { name: 'students', coveredTo: '2010-08-17', source: 'the forum archive' },
      { name: 'stocks', coveredTo: '2010-08-17', source: 'the forum archive' },
      { name: 'rye', coveredTo: '2010-09-01' },
      { name: 'oats', coveredTo: '2012-03-12' },
    ]
    const { lines } = describeFrame({ ...nothing, changed, items, behind, empty: ['kony'], signals: 7 })
    expect(lines).toEqual([
      'The data on students, stocks, rye and oats ends between 17 August 2010 and 12 March 2012. Never found: “kony”; another word may find it.',
    ])
    expect(describeFrame({ ...nothing, changed, items, behind: behind.slice(0, 3), signals: 5 }).lines).toEqual([
      'The forum archive ends on 17 August 2010, with nothing new on students and stocks. The data on rye ends on 1 September 2010.',
    ])
  })
})

describe('a digest without news', () => {
  test('says that nothing changed, with the largest amount', () => {
    const counts = { ...nothing, quiet: names(20), measured: [figuresOf('oats', 40, 35)], signals: 20 }
    expect(describeFrame(counts)).toEqual({
      lead: 'No clear change in any of 20 signals (25 to 31 March 2012 against the week before). Most posts: oats (40, after 35).',
      lines: [],
    })
  })

  test('does not say that nothing changed where something fell, or that there is one signal where others have no data', () => {
    const falls = [figuresOf('vodka', 20, 60)]
    const calm = { ...nothing, falls, quiet: names(19), measured: [figuresOf('quiet 0', 40, 35)], signals: 20 }
    const linesOf = ({ lead, lines }: ReturnType<typeof describeFrame>) => [lead, ...lines]
    const line = (counts: DigestCounts) =>
      linesOf(describeFrame(counts)).findLast((one) => !one.startsWith('The data')) ?? ''
    expect(line(calm)).toMatch(/^The other 19 of 20 signals: no clear change/u)
    expect(line({ ...calm, quiet: ['quiet 0'], signals: 2 })).toMatch(/^No clear change: quiet 0 /u)
    const behind = ['a', 'b', 'c'].map((name) => ({ name, coveredTo: '2012-03-20' }))
    expect(line({ ...calm, falls: [], quiet: ['quiet 0'], behind, signals: 4 })).toMatch(
      /^The only signal with new data did not change clearly/u,
    )
    // of another country, and not the one that fell
    expect(line({ ...calm, falls: [figuresOf('quiet 3', 20, 60)] })).toMatch(/^The other 19 of 20/u)
  })

  test('without a new day still says what has no data', () => {
    expect(describeFrame({ ...nothing, span: null, empty: ['kony'], signals: 1 })).toMatchObject({
      lead: 'There is no new day of data since the last digest.',
      lines: [expect.stringMatching(/^Never found: “kony”/u)],
    })
  })

  test('tells rises and falls alike', () => {
    const other = [figuresOf('wine', 9, 2), figuresOf('cider', 2, 9), figuresOf('vodka', 2, 12)]
    const counts = { ...nothing, quiet: [...names(17), 'wine', 'cider', 'vodka'], measured: other, signals: 20 }
    expect(describeFrame(counts)).toEqual({
      lead: 'Up: wine (9 posts, after 2).',
      lines: [
        'Down: vodka (2 posts, after 12) and cider (2, after 9).',
        'The other 17 of 20 signals: no clear change (25 to 31 March 2012 against the week before).',
      ],
    })
  })

  test('counts nothing of monitors that have no documents', () => {
    const few = [
      { name: 'oats', stories: 3, before: 1 },
      { name: 'rye', stories: 1, before: 4 },
    ]
    expect(describeFrame({ ...nothing, few, quiet: ['oats', 'rye'], signals: 2 }).lead).toMatch(
      /too few to show a change\. Most posts: oats \(3, after 1\)\.$/u,
    )
    const counts = { ...nothing, quiet: ['oats'], signals: 1 }
    expect(describeFrame(counts).lead).toContain('The one signal had fewer than 5 posts')
    expect(describeFrame({ ...counts, isAllCounted: false }).lead).not.toContain('fewer')
  })

  test('says that signals over the limit were not read', () => {
    const counts = { ...nothing, quiet: names(200), measured: [figuresOf('oats', 40, 35)], omitted: 50, signals: 250 }
    expect(describeFrame(counts).lines).toEqual(['50 are beyond the 200 that a digest reads.'])
  })

  test('names what fell to nothing with the word for what it counts', () => {
    expect(listFigures([figuresOf('rye', 0, 8), figuresOf('oats', 1, 9)])).toBe(
      'rye (no posts, after 8) and oats (1, after 9)',
    )
  })
})
