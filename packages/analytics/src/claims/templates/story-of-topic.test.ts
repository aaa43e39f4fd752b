import { expect, test } from 'vitest'
import { compileClaims, type StatementDraft } from '../compile-claims.ts'
import { busiestPeriodStatement, noChangeStatement } from './volume-statements.ts'
import { dominantOutletStatement, coverageStatement, voicesStatements } from './origin-statements.ts'
import { eventStatement, peakTitle, type ReportedEvent } from './event-statements.ts'
import { levelStatement } from './trend-statements.ts'

const headline = {
  id: 'doc_1',
  title: 'Bitcoin loses half of its value in 6 hours',
  body: null,
  outlet: 'r/Bitcoin',
  publishedAt: '2013-04-10T18:00:00Z',
}
const crash: ReportedEvent = {
  onset: '2013-04-08',
  peak: '2013-04-10',
  until: '2013-04-20',
  stories: 390,
  expected: 139,
  excess: { low: 230, high: 270 },
  headline,
  terms: [],
  pointer: '/events/events/0',
}

function say(...drafts: (StatementDraft | null)[]): string[] {
  const { statements, refusals } = compileClaims(
    drafts.flatMap((draft) => draft ?? []),
    new Map([[headline.id, headline]]),
  )
  expect(refusals).toEqual([])
  return statements.map(({ part, text }) => `${part}: ${text}`)
}

test('an event gives its date, its ratio to the usual volume and its headline', () => {
  expect(say(peakTitle(crash, 'bitcoin', 'peak'), eventStatement(crash, 'peak'))).toEqual([
    'title: Attention to bitcoin peaked in early April 2013',
    'story: Attention was greatest from 8 to 20 April 2013: 390 stories, about three times as many as usual. A headline from those days: “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
  ])
  const [, ratio] = eventStatement(crash, 'peak').claims[0]?.numbers ?? []
  expect(ratio).toMatchObject({ low: expect.closeTo(2.44, 2), high: expect.closeTo(3.25, 2) })
  const lasting = { ...crash, until: null, headline: null }
  const [earlier, later] = ['2011-06-13', '2013-12-01'].map((peak) => ({ ...crash, peak }))
  expect(say(eventStatement(lasting, { greatest: earlier ?? crash }))).toEqual([
    'story: Later, the days since 8 April 2013 brought 390 stories.',
  ])
  const oneDay = { ...crash, onset: '2013-04-10', until: '2013-04-10', headline: null }
  expect(say(eventStatement(oneDay, 'peak'), eventStatement(oneDay, { greatest: later ?? crash }))).toEqual([
    'story: Attention was greatest on 10 April 2013: 390 stories, about three times as many as usual.',
    'story: Earlier, 10 April 2013 brought 390 stories.',
  ])
  expect(say(eventStatement(crash, { greatest: later ?? crash }))).toEqual([
    'story: Earlier, 8 to 20 April 2013 brought 390 stories. A headline from those days: “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
  ])
  expect(say(eventStatement(lasting, 'peak'), eventStatement(lasting, 'outstanding'))).toEqual([
    'story: Attention has been greatest since 8 April 2013: 390 stories, about three times as many as usual.',
    'story: The days since 8 April 2013 stand out: 390 stories, about three times as many as usual.',
  ])
})

test('an event on days that were not the highest is not called a peak', () => {
  expect(
    say(peakTitle(crash, 'nokia', 'outstanding'), eventStatement({ ...crash, headline: null }, 'outstanding')),
  ).toEqual([
    'title: Nokia stood out most in early April 2013',
    'story: The days from 8 to 20 April 2013 stand out: 390 stories, about three times as many as usual.',
  ])
  const oneDay = { ...crash, onset: '2013-04-10', until: '2013-04-10', headline: null }
  expect(say(eventStatement(oneDay, 'outstanding'))).toEqual([
    'story: A single day stands out, 10 April 2013: 390 stories, about three times as many as usual.',
  ])
})

test('another peak in volume is described with the stories behind it', () => {
  const december = {
    from: '2020-12-01',
    to: '2020-12-31',
    documents: 149,
    stories: 58,
    headline: null,
    terms: [],
    pointer: '/volume/points/47',
  }
  expect(say(busiestPeriodStatement({ ...december, interval: 'month' }))).toEqual([
    'story: The busiest month was December 2020: its 149 documents tell only 58 stories.',
  ])
  expect(say(busiestPeriodStatement({ ...december, interval: 'week', stories: 1 }))).toEqual([
    'story: The busiest week began on 1 December 2020: its 149 documents tell a single story.',
  ])
  expect(say(busiestPeriodStatement({ ...december, interval: 'day', stories: 149 }))).toEqual([
    'story: The busiest day was 1 December 2020, with 149 documents.',
  ])
  expect(say(busiestPeriodStatement({ ...december, interval: 'month', stories: 140 }))).toEqual([
    'story: The busiest month was December 2020: its 149 documents tell 140 stories.',
  ])
  expect(busiestPeriodStatement({ ...december, interval: 'month', documents: 9 })).toBeNull()
  expect(say(busiestPeriodStatement({ ...december, interval: 'month', headline }))).toEqual([
    'story: The busiest month was December 2020: its 149 documents tell only 58 stories. A headline from that month: “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
  ])
})

test('an event without a headline is named by what its stories are about', () => {
  const [, sentence] = eventStatement(
    { ...crash, headline: null, terms: ['Covid-19', 'exchange', 'wallets', 'price'] },
    'peak',
  )
    .text.split(' as many as usual.')
    .map((part) => part.trim())
  expect(sentence).toBe('More than usual was said about Covid-19, exchange and wallets.')
  expect(
    say(eventStatement({ ...crash, headline: null, terms: ['Covid-19', 'exchange'] }, 'peak')).join(' '),
  ).toContain('More than usual was said about Covid-19 and exchange.')
})

test('a headline is quoted without forum labels, and with its author', () => {
  const headlineSentence = (title: string) => {
    const titled = { ...headline, title }
    const { statements, refusals } = compileClaims(
      [eventStatement({ ...crash, headline: titled }, 'peak')],
      new Map([[headline.id, titled]]),
    )
    expect(refusals).toEqual([])
    return statements[0]?.text.split('A headline from those days: ')[1]
  }
  expect(headlineSentence('Nokia Plan B [crosspost from r/meego]')).toBe('“Nokia Plan B” (r/Bitcoin).')
  expect(headlineSentence('[video] Is it down again?')).toBe('“Is it down again?” (r/Bitcoin).')
})

test('a headline is quoted without the name of its site', () => {
  const headlineSentence = (title: string, outlet: string) =>
    eventStatement({ ...crash, headline: { ...headline, title, outlet } }, 'peak').text.split(
      'A headline from those days: ',
    )[1]
  expect(
    headlineSentence('Horseshoe crab blood seen as gold standard - News - capecodtimes. com', 'capecodtimes.com'),
  ).toBe('“Horseshoe crab blood seen as gold standard” (capecodtimes.com).')
  expect(headlineSentence('President supports plant reopening - KEYT', 'keyt.com')).toBe(
    '“President supports plant reopening” (keyt.com).',
  )
  expect(headlineSentence('Bitcoin loses half - and more follows', 'r/Bitcoin')).toBe(
    '“Bitcoin loses half - and more follows” (r/Bitcoin).',
  )
})

test('a truncated, all-caps or television headline is not quoted', () => {
  for (const title of [
    '[removed]',
    'Hurricane sandy preparation... Complete',
    'Tv tablå SVT2 torsdag, 19 mars 2020 | DagensTv. com',
  ])
    expect(say(eventStatement({ ...crash, headline: { ...headline, title } }, 'peak'))[0]).toMatch(
      /as many as usual\.$/u,
    )
})

test('a rise from almost nothing is not stated as a multiple', () => {
  const sudden = { ...crash, stories: 9, expected: 0.1, excess: { low: 8, high: 9 } }
  expect(say(eventStatement({ ...sudden, headline: null }, 'outstanding'))[0]).toMatch(
    /: 9 stories, where hardly any would be usual\.$/u,
  )
  const uncertain = { ...crash, stories: 17, expected: 4.6, excess: { low: 5, high: 16.5 } }
  const statement = eventStatement({ ...uncertain, headline: null }, 'outstanding')
  expect(say(statement)[0]).toMatch(/: 17 stories, where about 5 stories would be usual\.$/u)
  expect(statement.claims[0]?.numbers[1]).toMatchObject({ unit: 'stories', low: 0.5, high: 12 })
})

test('the end of an archive is described as missing coverage', () => {
  const forum = { name: 'forum posts', source: 'imported', kind: 'post', endsOn: '2013-08-18', gaps: [] }
  const news = { name: 'news', source: 'imported', kind: 'article', endsOn: '2021-12-31', gaps: [] }
  expect(say(coverageStatement([forum, news]))).toEqual([
    'story: Not covered: forum posts after 18 August 2013 and news after 31 December 2021.',
  ])
  expect(coverageStatement([])).toBeNull()
})

test('coverage gaps in the news are named along with what ends', () => {
  const forum = { name: 'forum posts', source: 'imported', kind: 'post', endsOn: '2013-08-18', gaps: [] }
  const gap = (firstDay: string, lastDay: string) => ({ firstDay, lastDay })
  const news = (...gaps: ReturnType<typeof gap>[]) => ({
    name: 'news',
    source: 'imported',
    kind: 'article',
    endsOn: null,
    gaps,
  })
  expect(say(coverageStatement([forum, news(gap('2012-03-01', '2012-04-30'))]))).toEqual([
    'story: Not covered: forum posts after 18 August 2013 and news from 1 March to 30 April 2012.',
  ])
  expect(
    say(coverageStatement([forum, news(gap('2012-03-01', '2012-04-30'), gap('2013-01-01', '2013-01-10'))])),
  ).toEqual([
    'story: Not covered: forum posts after 18 August 2013. Also not covered: news on 71 days between 1 March 2012 and 10 January 2013.',
  ])
  expect(coverageStatement([news(gap('2012-03-01', '2012-03-03'))])).toBeNull()
})

test('an outlet is named when it alone publishes a large part', () => {
  const outlets = [
    { name: 'r/technology', documents: 200 },
    { name: 'r/Bitcoin', documents: 635 },
  ]
  expect(say(dominantOutletStatement(outlets, 1266))).toEqual(['story: r/Bitcoin carried half of the documents.'])
  expect(dominantOutletStatement(outlets, 12_660)).toBeNull()
  expect(dominantOutletStatement([{ name: 'r/Bitcoin', documents: 9 }], 9)).toBeNull()
})

test('a level that stays is stated, its bounds in its claim, and not when they are uninformative', () => {
  const shift = {
    day: '2013-05-03',
    before: null,
    change: { value: 1.8, low: 1.3, high: 2.5, n: 300 },
    basis: 'count' as const,
    pointer: '/inflections/points/0/change/value',
  }
  const boundsOf = (facts: typeof shift) =>
    levelStatement(facts)?.claims.flatMap(({ numbers }) => numbers.map(({ low, high }) => [low, high]))
  expect(say(levelStatement(shift))).toEqual([
    'story: Since 3 May 2013 there have been about twice as many stories a day as before.',
  ])
  expect(boundsOf(shift)).toEqual([[1.3, 2.5]])
  expect(say(levelStatement({ ...shift, before: '2013-03-01', basis: 'share', pointer: null }))).toEqual([
    'story: Since 3 May 2013 its share of attention has been about twice what it was before 1 March 2013.',
  ])
  const fall = { value: 0.284, low: 0.22, high: 0.36, n: 300 }
  expect(say(levelStatement({ ...shift, change: fall }))).toEqual([
    'story: Since 3 May 2013 there have been 28% as many stories a day as before.',
  ])
  expect(boundsOf({ ...shift, change: fall })).toEqual([[22, 36]])
  const share = 'story: Since 3 May 2013 its share of attention has been'
  expect(say(levelStatement({ ...shift, basis: 'share' }))).toEqual([`${share} about twice what it was before.`])
  expect(say(levelStatement({ ...shift, basis: 'share', change: fall }))).toEqual([
    `${share} 28% of what it was before.`,
  ])
  expect(levelStatement({ ...shift, change: { value: 14, low: 0.004, high: 52_000, n: 300 } })).toBeNull()
  expect(levelStatement({ ...shift, change: { ...shift.change, n: 3 } })).toBeNull()
})

test('a topic without any standout says just that', () => {
  expect(say(noChangeStatement(417))).toEqual(['story: Attention was steady: no days stood out, and no change lasted.'])
  expect(noChangeStatement(12)).toBeNull()
})

test('no lead is claimed for an outlet that others equal', () => {
  const outlet = (name: string, stories: number) =>
    ({ name, group: 'news', stories, documents: stories, pointer: '/voices/outlets/0/stories' }) as const
  expect(say(...voicesStatements([outlet('a.example', 9), outlet('b.example', 9), outlet('c.example', 4)]))).toEqual([
    'detail: a.example and b.example each carried 9 stories, more than any other news outlet; next comes c.example.',
  ])
  expect(say(...voicesStatements([outlet('a.example', 9), outlet('b.example', 9)]))).toEqual([
    'detail: a.example and b.example each carried 9 stories.',
  ])
  // the list is ordered by weight: one further down may have more stories
  const followed = [outlet('a.example', 3), outlet('b.example', 3), outlet('c.example', 2), outlet('d.example', 8)]
  expect(say(...voicesStatements(followed))[0]).toMatch(/^detail: d\.example carried 8 stories, more than any other/u)
})
