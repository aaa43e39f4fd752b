import { describe, expect, test } from 'vitest'
import type { DigestNews } from './digest-figures.ts'
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
const signal = (name: string, changes: Partial<DigestNews> = {}) => ({
  signalId: `sig_${name}`,
  name,
  alerts: [],
  news: { ...news, ...changes },
})
const figuresOf = (name: string, stories: number, before: number | null, usual: number | null = before) => ({
  name,
  news: { ...news, stories, before, usual, peak: null },
})
/** The span of a daily digest. */
const oneDay = { fromDay: toDay, toDay }
const ofYear = (year: number, stories: number) => ({ year, stories })
const names = (count: number) => Array.from({ length: count }, (_, at) => `quiet ${at}`)

test('of the only rise nothing is said but its entry, which says of how many signals it is the only one', () => {
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

  test('is led by the largest rise, also where it has no entry, and counts none that comes back each year', () => {
    const small = signal('Oslo', { stories: 12, before: 2 })
    expect(subjectOf([small], { quiet: ['SOPA'], measured: [figuresOf('SOPA', 213, 130)], signals: 5 })).toBe(
      'Towns: SOPA (213 posts, up from 130) leads 2 rises among 5 signals, week to 31 March 2012',
    )
    expect(subjectOf([small, signal('Halloween', { yearsBefore: [ofYear(2011, 90)] })])).toBe(
      'Towns: Oslo (12 posts, up from 2), week to 31 March 2012',
    )
  })

  test('says what is counted where only falls have figures', () => {
    const alert = { ...signal('Oslo', { stories: 9, before: 9 }), alerts: ['More than 8 posts.'] }
    expect(describeTitle('Towns', { ...nothing, changed: [alert], falls: [figuresOf('halibut', 3, 13)] })).toBe(
      'Towns: alert on Oslo, halibut (3 posts, after 13) down, week to 31 March 2012',
    )
  })

  test('of one signal has its figure, or says that nothing was found on it', () => {
    const calm = { ...nothing, quiet: ['Oslo'], measured: [figuresOf('Oslo', 40, 35)], signals: 1 }
    expect(describeTitle('Towns', calm)).toContain('Oslo (40 posts, after 35), no clear change')
    const none = { ...nothing, quiet: ['Oslo'], few: [{ name: 'Oslo', stories: 0, before: 0 }], signals: 1 }
    expect(describeTitle('Towns', none)).toContain('nothing found on the one signal')
    expect(describeFrame({ ...none, span: oneDay }).lead).toBe('Nothing was found on the one signal on 31 March 2012.')
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
})

describe('signals that stayed calm', () => {
  const changed = [signal('Boston'), signal('Rome')]
  const lineOf = (counts: Partial<DigestCounts>) => describeFrame({ ...nothing, changed, ...counts }).lines.join('\n')

  test('are not said to follow none where the days before are unknown', () => {
    const oslo = { ...figuresOf('Oslo', 40, null, 38).news, ...oneDay }
    const line = lineOf({ quiet: ['Oslo'], measured: [{ name: 'Oslo', news: oslo }], span: oneDay, signals: 3 })
    expect(line).toContain('Oslo (40 posts; about 38 a day are usual)')
    const few = [{ name: 'Oslo', stories: 3, before: null }]
    expect(lineOf({ quiet: ['Oslo'], few, signals: 3 })).toContain('No clear change: Oslo (3 posts)')
    const { lead } = describeFrame({ ...nothing, quiet: ['Oslo'], few, signals: 1 })
    expect(lead).toBe(
      'The one signal had fewer than 5 posts in the week from 25 to 31 March 2012: too few to show a change. It had 3.',
    )
  })

  test('have the noun at the first figure, and figures of their own although two have one name', () => {
    const measured = [figuresOf('Oslo', 40, 35), figuresOf('Oslo', 7, 8)]
    expect(lineOf({ quiet: ['Brent', 'Oslo', 'Oslo'], measured, signals: 5 })).toContain(
      'No clear change: Brent, Oslo (40 posts, after 35) and Oslo (7, after 8)',
    )
  })
})

test('“Also up” follows a rise, and not an alert', () => {
  const counts = { ...nothing, quiet: ['wine'], measured: [figuresOf('wine', 14, 7)], signals: 2 }
  const alert = { ...signal('Oslo', { stories: 9, before: 9 }), alerts: ['More than 8 posts.'] }
  expect(describeFrame({ ...counts, changed: [alert] }).lines[0]).toBe('Up: wine (14 posts, after 7).')
  expect(describeFrame({ ...counts, changed: [signal('Boston')] }).lines[0]).toBe('Also up: wine (14 posts, after 7).')
})

test('a yearly rise without an entry is not said to be up', () => {
  const yearly = { ...figuresOf('Halloween', 30, 9).news, yearsBefore: [ofYear(2011, 28)] }
  const { lead } = describeFrame({
    ...nothing,
    quiet: ['Halloween'],
    measured: [{ name: 'Halloween', news: yearly }],
    signals: 1,
  })
  expect(lead).not.toMatch(/^Up/u)
})

test('sources that ended on one day have that day, and what never had data is told apart from them', () => {
  const ended = (name: string, source: string) => ({ name, source, coveredTo: '2010-08-17' })
  const behind = [ended('Oslo', 'A'), ended('Rome', 'B'), ended('Bonn', 'C'), { name: 'Lima', coveredTo: null }]
  const { lead, lines } = describeFrame({ ...nothing, behind, signals: 4 })
  expect([lead, ...lines]).toContain('The data on Oslo, Rome and Bonn ends on 17 August 2010. No data on Lima.')
})
