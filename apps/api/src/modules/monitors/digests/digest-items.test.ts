import { describe, expect, test } from 'vitest'
import type { QuotedTitle, ReportNews } from '../../reports/index.ts'
import { writeFigure } from './digest-figures.ts'
import { writeLine } from './digest-items.ts'
import { describeClosing, describeLead, describeTitle } from './digest-words.ts'

const toDay = '2012-03-31'
const news: ReportNews = {
  stories: 140,
  before: 35,
  usual: 30,
  noun: 'posts',
  peak: { day: '2012-03-28', stories: 60 },
  isSpread: true,
  weight: 100,
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
const write = (changes: Partial<ReportNews> = {}, more: Partial<Parameters<typeof writeLine>[0]> = {}) =>
  writeLine({ name: 'Boston', news: { ...news, ...changes }, title: null, related: [], toDay, ...more })

test('a line has both amounts, the day that stands out, and a title with its day', () => {
  expect(write({}, { title })).toBe('140 posts, up from 35; 60 on 28 March. “A strike ends” (r/news, 28 March).')
  expect(write({}, { title: { ...title, isDiscussed: true, day: '2012-03-29' } })).toMatch(
    / Much discussed: “A strike ends” \(r\/news, 29 March\)\.$/u,
  )
})

test.each([
  [{ stories: 29, before: 1 }, '29 posts, up from 1, spread over the week.'],
  [{ stories: 9, before: 0, isSpread: false }, '9 posts, up from none.'],
  [{ stories: 0, before: 40 }, 'No posts, down from 40.'],
  [{ stories: 1200, before: 10 }, '1,200 posts, up from 10, spread over the week.'],
  [{ stories: 12, before: 0, peak: { day: '2012-03-28', stories: 12 } }, '12 posts, up from none, all on 28 March.'],
  [{ stories: 12, before: 33, peak: { day: '2012-03-28', stories: 7 } }, '12 posts, down from 33.'],
  [
    { stories: 23, before: 16, usual: 4, peak: { day: '2012-03-28', stories: 13 } },
    '23 posts, still high after 16; 13 on 28 March. About 4 a week were usual until then.',
  ],
  [
    { stories: 72, before: 57, usual: 5, fromDay: '2012-03-02' },
    '72 posts, still high after 57, spread over the 30 days. About 5 in 30 days were usual until then.',
  ],
  [
    { stories: 6, before: 1, usual: 0, isSpread: false },
    '6 posts, up from 1. Less than one a week was usual until then.',
  ],
  [
    { stories: 57, before: 57, usual: 7 },
    '57 posts, still high, as many as the week before, spread over the week. About 7 a week were usual until then.',
  ],
  [{ stories: 57, before: 57, usual: 50 }, '57 posts, as many as the week before, spread over the week.'],
  [{ stories: 42, before: null, usual: 5, fromDay: toDay }, '42 posts, where about 5 a day are usual.'],
  [{ stories: 42, before: null, usual: 0, fromDay: toDay }, '42 posts, where less than one a day is usual.'],
  [{ stories: 42, before: null, usual: null }, '42 posts, spread over the week. The week before is not covered.'],
] as const)('%o is said as %s', (changes, text) => {
  expect(write({ peak: null, ...changes })).toBe(text)
})

test('a line about other days than those of the digest says so', () => {
  expect(write({ toDay: '2012-03-20', peak: null })).toBe('140 posts, up from 35 (to 20 March 2012).')
})

test('without a title it says what many titles have in common, and of a fall what was told before', () => {
  expect(write({ peak: null }, { commonTerms: ['pope', 'conclave'] })).toBe(
    '140 posts, up from 35, spread over the week. Titles most often mention pope and conclave.',
  )
  expect(write({ peak: null }, { commonTerms: ['pope'] })).toBe('140 posts, up from 35, spread over the week.')
  expect(write({ stories: 9, peak: null }, { title: { ...title, day: '2012-03-20' } })).toBe(
    '9 posts, down from 35. The week before: “A strike ends” (r/news, 20 March).',
  )
})

describe('signals that changed by the same news share a line', () => {
  const bombing = { signalId: 'sig_2', name: 'bombing', news: { ...news, stories: 62, before: 1 }, shared: 55 }
  const terrorism = { signalId: 'sig_3', name: 'terrorism', news: { ...news, stories: 13, before: 0 }, shared: 0 }

  test('each with both amounts, and with how many also name the first', () => {
    const line = (...related: (typeof bombing)[]) => write({}, { related })
    expect(line(bombing)).toBe('140 posts, up from 35; 60 on 28 March; bombing 62, up from 1; 55 name both.')
    expect(line(terrorism)).toBe('140 posts, up from 35; 60 on 28 March; terrorism 13, up from none.')
    expect(line(bombing, { ...terrorism, shared: 13 })).toBe(
      '140 posts, up from 35; 60 on 28 March. Two signals rose too: bombing (62 posts, up from 1; 55 name Boston) and terrorism (13, up from none; all name Boston).',
    )
  })

  test('whatever names a narrower one names the other', () => {
    const marathon = { ...bombing, name: 'Boston Marathon', shared: 62 }
    expect(write({}, { related: [marathon] })).toBe(
      '140 posts, up from 35; 60 on 28 March. 62 of these 140 name Boston Marathon, up from 1.',
    )
  })

  test('a fall has others that fell', () => {
    const down = { ...terrorism, news: { ...news, stories: 5, before: 30 } }
    expect(write({ stories: 20, before: 90, peak: null }, { related: [down] })).toBe(
      '20 posts, down from 90; terrorism 5, down from 30.',
    )
  })
})

// one of the two lengths has its cut within a letter of two units
test.each(['Crop', 'Crops'])('a subject that begins with %s is cut between letters', (collection) => {
  const changed = Array.from({ length: 3 }, (_, at) => ({
    signalId: `sig_${at}`,
    name: `${'a'.repeat(at)}${'🌾'.repeat(150)}`,
    alerts: [],
    news,
    weight: 1,
  }))
  const items = changed.map(({ signalId, name }) => ({ signalId, title: name, text: '' }))
  const none = { quiet: [], measured: [], isAllCounted: true, behind: [], empty: [], unreadable: [], omitted: 0 }
  const subject = describeTitle(collection, { changed, items, ...none, span: null, signals: 3, comments: 0 })
  expect(subject.length).toBeLessThanOrEqual(600)
  expect(subject.isWellFormed()).toBe(true)
})

describe('a subject', () => {
  const none = {
    quiet: [],
    measured: [],
    isAllCounted: true,
    behind: [],
    empty: [],
    unreadable: [],
    omitted: 0,
    comments: 0,
  }
  const span = { fromDay: '2012-03-25', toDay }
  const signal = (name: string, changes: Partial<ReportNews> = {}) => ({
    signalId: `sig_${name}`,
    name,
    alerts: [],
    news: { ...news, ...changes },
    weight: 1,
  })
  const subjectOf = (changed: ReturnType<typeof signal>[], related: Record<string, string[]> = {}) => {
    const inEntries = new Set(Object.values(related).flat())
    const items = changed
      .filter(({ name }) => !inEntries.has(name))
      .map(({ signalId, name }) => ({
        signalId,
        title: [name, ...(related[name] ?? [])].join(' and '),
        text: '',
        related: (related[name] ?? []).map((other) => ({ signalId: `sig_${other}`, title: other })),
      }))
    return describeTitle('Towns', { ...none, changed, items, span, signals: changed.length })
  }

  test('names the largest fall beside what rose, and not what is as high as before', () => {
    expect(
      subjectOf([
        signal('Oslo'),
        signal('Bergen'),
        signal('Tromso', { stories: 20, before: 17 }),
        signal('Debate', { stories: 9, before: 60 }),
      ]),
    ).toBe('Towns: more posts on Oslo and Bergen, fewer posts on Debate, a busy day for Tromso, week to 31 March 2012')
  })

  test('names what rose with its only entry', () => {
    expect(subjectOf([signal('London'), signal('riots')], { London: ['riots'] })).toBe(
      'Towns: more posts on London and riots, week to 31 March 2012',
    )
  })

  test('does not call calm what has no data', () => {
    const counts = {
      ...none,
      changed: [],
      items: [],
      quiet: ['oats', 'rye'],
      measured: [],
      isAllCounted: true,
      behind: ['a', 'b', 'c'].map((name) => ({ name, coveredTo: '2012-02-01' })),
      span,
      signals: 5,
    }
    expect(describeTitle('Towns', counts)).toBe(
      'Towns: no clear change, no new data on 3 of 5 signals, week to 31 March 2012',
    )
    expect(describeLead(counts)).toBe(
      'No new data on a, b and c, whose data ends on 1 February 2012. No clear change in either of the 2 signals with new data in the week from 25 to 31 March 2012, compared with the week before. Each had fewer than 5 documents.',
    )
  })
})

test('the first line counts only signals with data, and does not call a change what is as high as before', () => {
  const span = { fromDay: '2012-03-25', toDay }
  const none = {
    items: [],
    quiet: [],
    measured: [],
    isAllCounted: true,
    behind: [],
    empty: ['morsi'],
    unreadable: [],
    omitted: 0,
    comments: 0,
  }
  const signal = { signalId: 'sig_1', name: 'Oslo', alerts: [], news, weight: 1 }
  const isAlike = { ...signal, signalId: 'sig_2', news: { ...news, stories: 18, before: 18 } }
  expect(describeLead({ ...none, changed: [signal], span, signals: 20 })).toBe(
    '1 of the 19 signals with new data changed clearly in the week from 25 to 31 March 2012, compared with the week before.',
  )
  expect(describeLead({ ...none, changed: [signal, isAlike], span, signals: 20 })).toBe(
    '2 of the 19 signals with new data stand out in the week from 25 to 31 March 2012, compared with the week before or what is usual.',
  )
})

test('the only signal of which anything new is known is not counted', () => {
  const counts = {
    items: [],
    quiet: [],
    measured: [],
    isAllCounted: true,
    empty: [],
    unreadable: [],
    omitted: 0,
    comments: 0,
  }
  const behind = ['rye', 'rice', 'corn'].map((name) => ({ name, coveredTo: null }))
  const changed = [{ signalId: 'sig_1', name: 'Oats', alerts: [], news, weight: 1 }]
  const span = { fromDay: '2012-03-25', toDay }
  expect(describeLead({ ...counts, changed, behind, span, signals: 4 })).toContain(
    'The only signal with new data changed clearly in the week from 25 to 31 March 2012, compared with the week before.',
  )
})

test('signals over the limit were not read, which is not said to be a failure', () => {
  const measured = [
    { name: 'oats', news: { ...news, stories: 40, peak: null, weight: 0.6 } },
    { name: 'rye', news: { ...news, stories: 37, peak: null, weight: 0.2 } },
  ]
  const counts = {
    changed: [],
    items: [],
    quiet: ['oats'],
    measured,
    isAllCounted: true,
    behind: [],
    empty: [],
    unreadable: [],
    comments: 0,
  }
  const span = { fromDay: '2012-03-25', toDay }
  expect(describeLead({ ...counts, omitted: 50, span, signals: 250 })).toBe(
    'No clear change in any of the 200 signals with new data in the week from 25 to 31 March 2012, compared with the week before. The largest is oats (40 posts, after 35). 50 are beyond the 200 that a digest reads.',
  )
})

test('the figures alone have the form of a line', () => {
  expect(writeFigure(news)).toBe('140 posts, up from 35')
  expect(writeFigure({ ...news, stories: 23, before: 16, usual: 4 })).toBe(
    '23 posts, still high after 16; about 4 a week were usual',
  )
})

test('a subject has the figures of its only news, and says what has no data', () => {
  const span = { fromDay: '2012-03-25', toDay }
  const changed = [{ signalId: 'sig_1', name: 'Oats', alerts: [], news, weight: 1 }]
  const items = [{ signalId: 'sig_1', title: 'Oats', text: '' }]
  const behind = ['rye', 'rice', 'corn'].map((name) => ({ name, coveredTo: '2012-02-01' }))
  const counts = {
    changed,
    items,
    quiet: [],
    measured: [],
    isAllCounted: true,
    empty: [],
    unreadable: [],
    omitted: 0,
    comments: 0,
    span,
  }
  expect(describeTitle('Grain', { ...counts, behind: [], signals: 1 })).toBe(
    'Grain: more posts on Oats (140, up from 35), week to 31 March 2012',
  )
  expect(describeTitle('Grain', { ...counts, behind, signals: 4 })).toBe(
    'Grain: more posts on Oats (140, up from 35), no new data on 3 of 4 signals, week to 31 March 2012',
  )
})

test('what was never found stands at the end, as it was typed, with what to do', () => {
  const counts = {
    items: [],
    quiet: [],
    measured: [],
    isAllCounted: true,
    behind: [],
    unreadable: [],
    omitted: 0,
    comments: 0,
  }
  const changed = [{ signalId: 'sig_1', name: 'Oats', alerts: [], news, weight: 1 }]
  const found = { ...counts, changed, empty: ['kim dotcom', 'joe paterno', 'kony'], span: null, signals: 4 }
  expect(describeLead(found)).toBe('The only signal with new data changed clearly.')
  expect(describeClosing(found)).toBe(
    'Never found: “kim dotcom”, “joe paterno” and “kony”; the sources may not cover them.',
  )
})

test('what came down from a peak that was reported is not called alike in a calm week', () => {
  const span = { fromDay: '2012-03-25', toDay }
  const measured = [
    { name: 'swartz', news: { ...news, stories: 6, before: 34, peak: null } },
    { name: 'meteor', news: { ...news, stories: 9, before: 2, usual: 2, weight: 2.1 } },
    { name: 'asteroid', news: { ...news, stories: 8, before: 3, usual: 3, weight: 1.5 } },
  ]
  const none = {
    changed: [],
    items: [],
    quiet: ['swartz'],
    isAllCounted: true,
    behind: [],
    empty: [],
    unreadable: [],
    comments: 0,
  }
  expect(describeLead({ ...none, measured, omitted: 0, span, signals: 1 })).toMatch(
    /^No clear rise .* Up, but not certainly: meteor \(9 posts, up from 2\) and asteroid \(8 posts, after 3\)\. Down: swartz \(6 posts, down from 34\)\.$/u,
  )
})

test('a subject names both signals of a pair, also beside other entries', () => {
  const changed = ['Israel', 'Gaza', 'Nexus 4'].map((name) => ({ signalId: name, name, alerts: [], news, weight: 1 }))
  const items = [
    { signalId: 'Israel', title: 'Israel and Gaza', text: '', related: [{ signalId: 'Gaza', title: 'Gaza' }] },
    { signalId: 'Nexus 4', title: 'Nexus 4', text: '' },
  ]
  const none = {
    quiet: [],
    measured: [],
    isAllCounted: true,
    behind: [],
    empty: [],
    unreadable: [],
    omitted: 0,
    comments: 0,
  }
  expect(describeTitle('Towns', { ...none, changed, items, span: null, signals: 3 })).toBe(
    'Towns: more posts on Israel, Gaza and Nexus 4',
  )
})

describe('what is said of two signals, or of calm', () => {
  const none = { items: [], measured: [], isAllCounted: true, behind: [], empty: [], unreadable: [], omitted: 0 }
  const calm = { ...none, comments: 0, changed: [], span: null, quiet: ['oats'], signals: 1 }
  const other = { signalId: 'sig_2', name: 'terrorism', news: { ...news, stories: 13, before: 0 }, shared: 13 }

  test('is true of each of the two', () => {
    expect(write({ peak: null }, { related: [other] })).toContain(
      '140 posts, up from 35, spread over the week; terrorism 13, up from none; 13 name both.',
    )
    const fallen = { ...other, news: { ...news, stories: 0, before: 30 }, shared: 0 }
    expect(write({ stories: 20, before: 90 }, { related: [fallen] })).toBe(
      '20 posts, down from 90; terrorism none, down from 30.',
    )
    const high = { ...other, news: { ...news, stories: 62, before: 50, usual: 8 } }
    expect(write({ stories: 23, before: 16, usual: 4, peak: null }, { related: [high] })).toContain(
      'About 4 a week on Boston were usual until then.',
    )
  })

  test('calls high only what is above what is usual', () => {
    const changed = [
      { signalId: 'sig_1', name: 'Oats', alerts: [], news: { ...news, stories: 80, before: 75, usual: 78 }, weight: 1 },
    ]
    const items = [{ signalId: 'sig_1', title: 'Oats', text: '' }]
    expect(describeTitle('Grain', { ...calm, changed, items })).toBe('Grain: a busy day for Oats')
    const low = changed.map((one) => ({ ...one, news: { ...news, stories: 12, before: 10, usual: 40, peak: null } }))
    expect(describeTitle('Grain', { ...calm, changed: low, items })).not.toContain('high')
  })

  test('calls no plateau a rise', () => {
    const plateau = [{ name: 'oats', news: { ...news, stories: 500, before: 490, usual: 300, weight: 7 } }]
    expect(describeLead({ ...calm, measured: plateau, span: { fromDay: '2012-03-25', toDay } })).toContain(
      'The largest is oats (500 posts',
    )
  })

  test('counts nothing of monitors that have no documents', () => {
    const span = { fromDay: '2012-03-25', toDay }
    expect(describeLead({ ...calm, span })).toContain('It had fewer than 5 documents.')
    expect(describeLead({ ...calm, span, isAllCounted: false })).not.toContain('fewer')
  })
})
