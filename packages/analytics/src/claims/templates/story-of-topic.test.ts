import { expect, test } from 'vitest'
import { compileClaims, type StatementDraft } from '../compile-claims.ts'
import { busiestPeriodStatement, noChangeStatement, singleTextTitle } from './volume-statements.ts'
import { dominantOutletStatement, coverageStatement, voicesStatements } from './origin-statements.ts'
import { furtherStatement, leadStatement, peakTitle, type ReportedEvent } from './event-statements.ts'
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
  documents: 402,
  expected: 139,
  noun: 'posts',
  isLargest: true,
  excess: { low: 230, high: 270 },
  headline,
  mostNoticed: null,
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

test('the largest event is told by what happened, how it went, and how much was published', () => {
  expect(say(peakTitle(crash, 'bitcoin', 'peak'), leadStatement(crash))).toEqual([
    'title: Attention to bitcoin peaked in early April 2013',
    'story: The main headline of early April 2013 was “Bitcoin loses half of its value in 6 hours” (r/Bitcoin). Attention ran high from 8 to 20 April 2013, with the peak on 10 April. There were 390 posts in that time, about three times as many as before.',
  ])
  const [, ratio] = leadStatement(crash).claims[0]?.numbers ?? []
  expect(ratio).toMatchObject({ low: expect.closeTo(2.44, 2), high: expect.closeTo(3.25, 2) })
})

test('the course of an event fits its days, and no year stands twice in it', () => {
  const courseOf = (days: Partial<ReportedEvent>) =>
    say(leadStatement({ ...crash, headline: null, ...days }))[0]
      ?.replace('story: ', '')
      .replace(/ There (?:was|were) .*$/u, '')
  expect(courseOf({ onset: '2013-04-10', until: '2013-04-10' })).toBe('Attention rose for a single day, 10 April 2013.')
  expect(courseOf({ onset: '2013-04-10' })).toBe('Attention jumped on 10 April and stayed high until 20 April 2013.')
  expect(courseOf({ onset: '2013-04-10', until: '2013-04-11' })).toBe('Attention rose on 10 and 11 April 2013.')
  expect(courseOf({ until: '2013-04-10' })).toBe('Attention built up from 8 April to a peak on 10 April 2013.')
  expect(courseOf({ onset: '2012-12-13' })).toBe(
    'Attention ran high from 13 December 2012 to 20 April 2013, with the peak on 10 April.',
  )
  expect(courseOf({ until: null })).toBe(
    'Attention rose from 8 April, peaked on 10 April 2013 and had not come down by the last day covered.',
  )
  expect(courseOf({ onset: '2013-04-10', until: null })).toBe(
    'Attention jumped on 10 April 2013 and had not come down by the last day covered.',
  )
})

test('an event with a name of its own is headed by it, with an article before a common noun', () => {
  expect(
    say(
      peakTitle({ ...crash, name: 'Hurricane Sandy' }, 'hurricane', 'peak'),
      peakTitle({ ...crash, name: 'Boston Marathon explosion' }, 'Boston Marathon', 'peak'),
      peakTitle({ ...crash, name: 'Hurricane Sandy' }, 'hurricane', 'outstanding'),
    ),
  ).toEqual([
    'title: Hurricane Sandy drew the most attention, in early April 2013',
    'title: The Boston Marathon explosion drew the most attention, in early April 2013',
    'title: Attention to Hurricane Sandy jumped in early April 2013',
  ])
})

test('what people reacted to most is said beside the headline, and opens its own document', () => {
  const discussed = { ...headline, id: 'doc_2', title: 'Mt. Gox asks its customers for patience' }
  const { claims, text } = leadStatement({ ...crash, mostNoticed: discussed })
  expect(text).toMatch(
    /^The main headline of early April 2013 was “Bitcoin loses [^”]*” \(r\/Bitcoin\)\. Among the most discussed was “Mt\. Gox asks its customers for patience” \(r\/Bitcoin\)\. /u,
  )
  expect(claims.map(({ quote }) => quote?.documentId)).toEqual(['doc_1', 'doc_2'])
})

test('further events are told in time before or after the largest, the second in another way', () => {
  const [long, soon, later] = ['2011-06-13', '2013-03-01', '2013-12-01'].map((peak) => ({
    ...crash,
    peak,
    until: peak,
  }))
  const pair = { ...crash, onset: '2013-04-10', until: '2013-04-11' }
  expect(
    say(
      furtherStatement(crash, { greatest: later ?? crash, order: 'first' }),
      furtherStatement(crash, { greatest: soon ?? crash, order: 'first' }),
      furtherStatement(pair, { greatest: long ?? crash, order: 'first' }),
      furtherStatement({ ...crash, headline: null, mostNoticed: headline }, { greatest: crash, order: 'second' }),
    ),
  ).toEqual([
    'story: Earlier, from 8 to 20 April 2013, there were 390 posts, among them “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
    'story: A further 390 posts followed from 8 to 20 April 2013, among them “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
    'story: Later, on 10 and 11 April 2013, there were 390 posts, among them “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
    'story: There were also 390 posts from 8 to 20 April 2013, among them “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
  ])
})

test('a further event that is small, or of which no title tells, is left to the chart', () => {
  const greatest = { ...crash, peak: '2013-12-01' }
  expect(furtherStatement({ ...crash, headline: null }, { greatest, order: 'first' })).toBeNull()
  const small = { ...crash, stories: 7 }
  expect(furtherStatement({ ...small, headline: null, mostNoticed: headline }, { greatest, order: 'first' })).toBeNull()
  expect(furtherStatement(small, { greatest, order: 'first' })).not.toBeNull()
  expect(furtherStatement({ ...small, stories: 4 }, { greatest, order: 'first' })).toBeNull()
})

test('an event on days that were not the highest is not called a peak', () => {
  expect(say(peakTitle(crash, 'nokia', 'outstanding'), leadStatement({ ...crash, headline: null }))).toEqual([
    'title: Attention to nokia jumped in early April 2013',
    'story: Attention ran high from 8 to 20 April 2013, with the peak on 10 April. There were 390 posts in that time, about three times as many as before.',
  ])
})

const month = {
  interval: 'month' as const,
  from: '2020-12-01',
  to: '2020-12-31',
  documents: 149,
  noun: 'posts' as const,
  stories: 58,
  headline: null,
  mostNoticed: null,
  copies: null,
  terms: [],
  pointer: '/volume/points/47',
}

test('the highest bar is explained by the text that fills it, or by its news', () => {
  const copies = { storyCluster: 'doc_1', documents: 74, first: headline }
  expect(
    say(
      busiestPeriodStatement({ ...month, copies }),
      busiestPeriodStatement({ ...month, headline }),
      busiestPeriodStatement({ ...month, mostNoticed: headline, terms: ['exchange', 'wallets'] }),
      busiestPeriodStatement({ ...month, interval: 'week' }),
      busiestPeriodStatement({ ...month, interval: 'day' }),
    ),
  ).toEqual([
    'story: December 2020 was the busiest month, with 149 documents, half of them versions of a single post: “Bitcoin loses half of its value in 6 hours”.',
    'story: December 2020 was the busiest month, with 149 documents. The main headline was “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
    'story: December 2020 was the busiest month, with 149 documents. Among the most discussed was “Bitcoin loses half of its value in 6 hours” (r/Bitcoin).',
    'story: The week from 1 December 2020 was the busiest, with 149 documents.',
    'story: 1 December 2020 was the busiest day, with 149 documents.',
  ])
  expect(busiestPeriodStatement({ ...month, documents: 7 })).toBeNull()
  const [, copied] = busiestPeriodStatement({ ...month, copies })?.claims ?? []
  expect(copied?.evidence).toEqual({ storyCluster: 'doc_1', from: '2020-12-01', to: '2020-12-31' })
})

test('a text that the lead has quoted is not quoted again for the bar that it fills', () => {
  const copies = { storyCluster: 'doc_1', documents: 134, first: headline }
  const bar = { ...month, documents: 149, copies }
  expect(say(busiestPeriodStatement(bar, { isQuoted: true }))).toEqual([
    'story: December 2020 was the busiest month, with 149 documents, 90% of them versions of that post.',
  ])
})

test('a topic that is mostly versions of one text is headed by that', () => {
  const copies = { storyCluster: 'doc_1', documents: 134, first: headline }
  const bar = { ...month, documents: 149, copies }
  expect(say(singleTextTitle(bar, { topic: 'bitcoin', documents: 160 }))).toEqual([
    'title: A single post made up most mentions of bitcoin, in December 2020',
  ])
  expect(singleTextTitle(bar, { topic: 'bitcoin', documents: 400 })).toBeNull()
  expect(singleTextTitle({ ...bar, copies: null }, { topic: 'bitcoin', documents: 160 })).toBeNull()
})

test('an event without a headline is told by what was noticed most, if anything was', () => {
  const count = 'There were 390 posts in that time, about three times as many as before.'
  const course = `Attention ran high from 8 to 20 April 2013, with the peak on 10 April. ${count}`
  const quiet = { ...crash, headline: null }
  expect(say(leadStatement(quiet), leadStatement({ ...quiet, mostNoticed: headline }))).toEqual([
    `story: ${course}`,
    `story: Among the most discussed was “Bitcoin loses half of its value in 6 hours” (r/Bitcoin). ${course}`,
  ])
})

test('what many titles mention is said where no headline is, and that nothing stands out where nothing does', () => {
  const quiet = { ...crash, headline: null, subject: 'Wimbledon' }
  expect(say(leadStatement(quiet))[0]).toMatch(/as many as before\. Many of them mention “Wimbledon”\.$/u)
  expect(say(leadStatement({ ...quiet, headline }))[0]).not.toContain('mention')
  expect(
    say(
      busiestPeriodStatement({ ...month, subject: 'Ashes' }, { isEventful: false }),
      busiestPeriodStatement(month, { isEventful: false }),
    ),
  ).toEqual([
    'story: December 2020 was the busiest month, with 149 documents. Many of them mention “Ashes”.',
    'story: December 2020 was the busiest month, with 149 documents. No single event stands out.',
  ])
})

test('a headline is quoted without forum labels, and with its author', () => {
  const headlineSentence = (title: string) => {
    const titled = { ...headline, title }
    const { statements, refusals } = compileClaims(
      [leadStatement({ ...crash, headline: titled })],
      new Map([[headline.id, titled]]),
    )
    expect(refusals).toEqual([])
    return statements[0]?.text.match(/“[^”]*”/u)?.[0]
  }
  expect(headlineSentence('Nokia Plan B [crosspost from r/meego]')).toBe('“Nokia Plan B”')
  expect(headlineSentence('[video] Is it down again?')).toBe('“Is it down again?”')
})

test('a headline is quoted without the name of its site', () => {
  const headlineSentence = (title: string, outlet: string) =>
    leadStatement({ ...crash, headline: { ...headline, title, outlet } }).text.match(/“[^”]*”/u)?.[0]
  expect(
    headlineSentence('Horseshoe crab blood seen as gold standard - News - capecodtimes. com', 'capecodtimes.com'),
  ).toBe('“Horseshoe crab blood seen as gold standard”')
  expect(headlineSentence('President supports plant reopening - KEYT', 'keyt.com')).toBe(
    '“President supports plant reopening”',
  )
  expect(headlineSentence('Bitcoin loses half - and more follows', 'r/Bitcoin')).toBe(
    '“Bitcoin loses half - and more follows”',
  )
})

test('a truncated, all-caps or television headline is not quoted', () => {
  for (const title of [
    '[removed]',
    'Hurricane sandy preparation... Complete',
    'Tv tablå SVT2 torsdag, 19 mars 2020 | DagensTv. com',
  ])
    expect(say(leadStatement({ ...crash, headline: { ...headline, title } }))[0]).toMatch(/^story: Attention ran high/u)
})

test('a long title is quoted by its first sentence, which does not end at an initial', () => {
  const title = `Within 2 years, 98% of the U.S. will be covered by stations. ${'More of them will follow in other countries. '.repeat(4)}`
  const titled = { ...headline, title }
  expect(leadStatement({ ...crash, headline: titled }).text).toMatch(
    /^The main headline of early April 2013 begins: “Within 2 years, 98% of the U\.S\. will be covered by stations” \(r\/Bitcoin\)\. /u,
  )
})

test('a long title without a sentence or clause that ends early is not quoted: half of it says something else', () => {
  const titled = { ...headline, title: `The council voted ${'and then it voted once more '.repeat(8)}` }
  expect(leadStatement({ ...crash, headline: titled }).text).not.toMatch(/“/u)
})

test('a rise from almost nothing is not stated as a multiple', () => {
  const sudden = { ...crash, stories: 9, expected: 0.1, excess: { low: 8, high: 9 } }
  expect(say(leadStatement({ ...sudden, headline: null }))[0]).toMatch(
    / There were 9 posts in that time, up from almost none\.$/u,
  )
  const uncertain = { ...crash, stories: 17, expected: 4.6, excess: { low: 5, high: 16.5 } }
  const statement = leadStatement({ ...uncertain, headline: null })
  expect(say(statement)[0]).toMatch(/ 17 posts in that time, compared with about 5 in as many days before\.$/u)
  expect(statement.claims[0]?.numbers[1]).toMatchObject({ unit: 'stories', low: 0.5, high: 12 })
})

test('the end of an archive is described as missing coverage', () => {
  const forum = { name: 'forum posts', source: 'imported', kind: 'post', endsOn: '2013-08-18', gaps: [] }
  const news = { name: 'news', source: 'imported', kind: 'article', endsOn: '2021-12-31', gaps: [] }
  expect(say(coverageStatement([forum, news]))).toEqual([
    'story: The library covers forum posts up to 18 August 2013. It covers news up to 31 December 2021.',
  ])
  expect(coverageStatement([])).toBeNull()
})

test('two archives of a kind are told by what each covers, and days that are nearly all missing as such', () => {
  const posts = { name: 'forum posts', source: 'imported', kind: 'post', endsOn: '2016-09-25' }
  const gaps = [{ firstDay: '2013-08-18', lastDay: '2015-09-05' }]
  const weeks = [
    { firstDay: '2018-01-15', lastDay: '2019-05-01' },
    { firstDay: '2019-05-09', lastDay: '2019-10-06' },
  ]
  expect(
    say(
      coverageStatement([{ ...posts, gaps }]),
      coverageStatement([{ name: 'news', source: 'gdelt', kind: 'article', endsOn: null, gaps: weeks }]),
    ),
  ).toEqual([
    'story: The library covers forum posts up to 17 August 2013, and again from 6 September 2015 to 25 September 2016.',
    'story: The library has almost no news from 15 January 2018 to 6 October 2019.',
  ])
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
    'story: The library covers forum posts up to 18 August 2013. It does not cover news from 1 March to 30 April 2012.',
  ])
  expect(
    say(coverageStatement([forum, news(gap('2012-03-01', '2012-04-30'), gap('2013-01-01', '2013-01-10'))])),
  ).toEqual([
    'story: The library covers forum posts up to 18 August 2013. It does not cover news on 71 days between 1 March 2012 and 10 January 2013.',
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
    noun: 'posts' as const,
    lastDay: '2013-08-17',
    pointer: '/inflections/points/0/change/value',
  }
  const boundsOf = (facts: typeof shift) =>
    levelStatement(facts)?.claims.flatMap(({ numbers }) => numbers.map(({ low, high }) => [low, high]))
  expect(say(levelStatement(shift))).toEqual([
    'story: From early May to mid-August 2013 there were about twice as many posts a day as before.',
  ])
  expect(boundsOf(shift)).toEqual([[1.3, 2.5]])
  expect(say(levelStatement({ ...shift, before: '2013-03-01', basis: 'share', pointer: null }))).toEqual([
    'story: From early May to mid-August 2013 the topic’s share of all posts was about twice what it was before early March 2013.',
  ])
  const fall = { value: 0.284, low: 0.22, high: 0.36, n: 300 }
  expect(say(levelStatement({ ...shift, change: fall }))).toEqual([
    'story: From early May to mid-August 2013 there were 72% fewer posts a day than before.',
  ])
  expect(boundsOf({ ...shift, change: fall })).toEqual([[64, 78]])
  const share = 'story: From early May to mid-August 2013 the topic’s share of all posts was'
  expect(say(levelStatement({ ...shift, basis: 'share' }))).toEqual([`${share} about twice what it had been.`])
  expect(say(levelStatement({ ...shift, basis: 'share', change: fall }))).toEqual([`${share} 72% lower than before.`])
  expect(levelStatement({ ...shift, change: { value: 14, low: 0.004, high: 52_000, n: 300 } })).toBeNull()
  expect(levelStatement({ ...shift, change: { ...shift.change, n: 3 } })).toBeNull()
})

test('a topic without any standout says just that', () => {
  expect(say(noChangeStatement(417))).toEqual(['story: Nothing stood out, and no change lasted.'])
  expect(noChangeStatement(12)).toBeNull()
})

test('no lead is claimed for an outlet that others equal', () => {
  const outlet = (name: string, stories: number) =>
    ({ name, group: 'news', stories, documents: stories, pointer: '/voices/outlets/0/stories' }) as const
  expect(say(...voicesStatements([outlet('a.example', 9), outlet('b.example', 9), outlet('c.example', 4)]))).toEqual([
    'detail: a.example and b.example each carried 9 pieces, more than any other news outlet. Next comes c.example.',
  ])
  expect(say(...voicesStatements([outlet('a.example', 9), outlet('b.example', 9)]))).toEqual([
    'detail: a.example and b.example each carried 9 pieces.',
  ])
  // the list is ordered by weight: one further down may have more stories
  const followed = [outlet('a.example', 3), outlet('b.example', 3), outlet('c.example', 2), outlet('d.example', 8)]
  expect(say(...voicesStatements(followed))[0]).toMatch(/^detail: d\.example carried 8 pieces, more than any other/u)
})
