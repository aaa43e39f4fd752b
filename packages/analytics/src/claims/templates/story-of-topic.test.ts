import { expect, test } from 'vitest'
import { compileClaims, type StatementDraft } from '../compile-claims.ts'
import {
  canBeReported,
  furtherStatement,
  leadStatement,
  outstandingStatement,
  outstandingTitle,
  peakTitle,
  type ReportedEvent,
} from './event-statements.ts'
import { fewStatements } from './topic-statements.ts'
import { levelStatement, noEventTitle } from './trend-statements.ts'

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
  expect(say(peakTitle(crash, { topic: 'bitcoin', rank: 'peak' }), leadStatement(crash))).toEqual([
    'title: Posts about bitcoin peaked in April 2013',
    'story: A typical post was “Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April). There were 390 posts from 8 to 20 April 2013, about three times the usual number.',
  ])
  const [, ratio] = leadStatement(crash).claims[0]?.numbers ?? []
  expect(ratio).toMatchObject({ low: expect.closeTo(2.44, 2), high: expect.closeTo(3.25, 2) })
})

test('a headline that an editor would very probably quote is the title, with its day, and is not quoted again', () => {
  const sure = { ...crash, headlineScore: 0.7 }
  const titleOf = (event: ReportedEvent, topic: string) => say(peakTitle(event, { topic, rank: 'peak' }))[0]
  const quoted = '“Bitcoin loses half of its value in 6 hours” (r/Bitcoin)'
  expect(titleOf(sure, 'bitcoin')).toBe(`title: 10 April 2013: ${quoted}`)
  expect(titleOf(sure, 'Mt. Gox')).toBe(`title: Mt. Gox, 10 April 2013: ${quoted}`)
  expect(titleOf({ ...crash, headlineScore: 0.4 }, 'bitcoin')).toBe('title: Posts about bitcoin peaked in April 2013')
  // one that an editor would less probably quote says more than when most was published
  expect(titleOf({ ...crash, headlineScore: 0.5 }, 'bitcoin')).toBe(`title: 10 April 2013: ${quoted}`)
  const report = { ...headline, id: 'other', title: 'Bitcoin loses a third of its value' }
  expect(peakTitle({ ...crash, headline: null, report }, { topic: 'bitcoin', rank: 'peak' }).text).toBe(
    '10 April 2013: “Bitcoin loses a third of its value” (r/Bitcoin)',
  )
  expect(say(leadStatement(sure, { isTitled: true }))).toEqual([
    'story: There were 390 posts from 8 to 20 April 2013, about three times the usual number.',
  ])
})

test('an event that begins as the largest ends is told as its end', () => {
  const after = { ...crash, onset: '2013-04-22', peak: '2013-04-22', until: '2013-04-30' }
  const day = '(r/Bitcoin, 10 April)'
  expect(say(furtherStatement([after], crash), furtherStatement([{ ...after, onset: '2013-04-25' }], crash))).toEqual([
    `story: Until 30 April 2013 there were still posts such as “Bitcoin loses half of its value in 6 hours” ${day}.`,
    `story: There were also 390 posts from 25 to 30 April 2013, among them “Bitcoin loses half of its value in 6 hours” ${day}.`,
  ])
})

test('the end of the largest event comes before events that are older, and its quotations name another year', () => {
  const [before, last] = [
    { ...crash, onset: '2010-03-01', peak: '2010-03-01', until: '2010-03-04' },
    { ...crash, onset: '2012-12-22', peak: '2012-12-31', until: '2013-01-03' },
  ]
  const told = { ...headline, publishedAt: '2012-12-31T00:00:00Z' }
  const lead = { onset: '2012-12-10', until: '2012-12-20' }
  const quoted = '“Bitcoin loses half of its value in 6 hours” (r/Bitcoin'
  expect(furtherStatement([before, { ...last, headline: told }], lead)?.text).toBe(
    `Until 3 January 2013 there were still posts such as ${quoted}, 31 December 2012). There were also 390 posts from 1 to 4 March 2010, among them ${quoted}, 10 April 2013).`,
  )
})

test('the days of an event are told as they are, with the highest only where its month is another', () => {
  const daysOf = (days: Partial<ReportedEvent>) =>
    say(leadStatement({ ...crash, headline: null, ...days }))[0]?.replace(
      /^story: There were 390 posts (.*?), about three times the usual number/u,
      '$1',
    )
  expect(daysOf({ onset: '2013-04-10', until: '2013-04-10' })).toBe('on 10 April 2013.')
  expect(daysOf({ onset: '2013-04-10', until: '2013-04-11' })).toBe('on 10 and 11 April 2013.')
  expect(daysOf({ until: '2013-04-10' })).toBe('from 8 to 10 April 2013.')
  expect(daysOf({ onset: '2013-04-10' })).toBe('from 10 to 20 April 2013.')
  expect(daysOf({ onset: '2012-12-13' })).toBe('from 13 December 2012 to 20 April 2013.')
  expect(daysOf({ onset: '2012-12-13', until: '2013-05-20' })).toBe(
    'from 13 December 2012 to 20 May 2013, with the peak on 10 April 2013.',
  )
  expect(daysOf({ until: null })).toBe('from 8 April 2013 on.')
  expect(daysOf({ onset: '2013-04-10', until: null })).toBe('from 10 April 2013 on.')
})

test('an event is headed by when it was; its own name says what it was where no headline does', () => {
  const sandy = { ...crash, name: 'Hurricane Sandy' }
  expect(
    say(
      peakTitle(sandy, { topic: 'hurricanes', rank: 'peak' }),
      peakTitle(sandy, { topic: 'hurricanes', rank: 'outstanding' }),
      leadStatement({ ...sandy, headline: null }),
    ),
  ).toEqual([
    'title: Hurricane Sandy led posts about hurricanes in April 2013',
    'title: Hurricane Sandy led posts about hurricanes in April 2013',
    expect.stringMatching(/^story: Many of the titles mention Hurricane Sandy\. There were 390 posts /u),
  ])
})

test('further events are told together, oldest first', () => {
  const at = (onset: string, until: string) => ({ ...crash, onset, peak: onset, until })
  const [early, late] = [at('2012-03-01', '2012-03-02'), at('2013-05-08', '2013-05-20')]
  const told = '“Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April 2013)'
  const toldThatYear = told.replace('April 2013', 'April')
  expect(
    say(
      furtherStatement([late, early]),
      furtherStatement([{ ...late, onset: '2013-05-20', headline: null, mostNoticed: headline }]),
    ),
  ).toEqual([
    `story: There were also 390 posts on 1 and 2 March 2012, among them ${told}. From 8 to 20 May 2013, 390 posts followed, such as ${toldThatYear}.`,
    `story: There were also 390 posts on 20 May 2013, among them ${toldThatYear}.`,
  ])
  const [first] = furtherStatement([early])?.claims ?? []
  expect(first?.evidence).toEqual({ from: '2012-03-01', to: '2012-03-02' })
})

test('a further event that is small, or of which no title tells, is left to the chart', () => {
  expect(canBeReported({ ...crash, headline: null })).toBe(false)
  const small = { ...crash, stories: 9 }
  expect(canBeReported({ ...small, headline: null, mostNoticed: headline })).toBe(false)
  expect(canBeReported(small)).toBe(true)
  expect(canBeReported({ ...small, stories: 7 })).toBe(false)
  expect(furtherStatement([{ ...small, stories: 7 }])).toBeNull()
})

test('an event on days that were not the highest is not called a peak', () => {
  expect(
    say(peakTitle(crash, { topic: 'nokia', rank: 'outstanding' }), leadStatement({ ...crash, headline: null })),
  ).toEqual([
    'title: Posts about nokia rose sharply in April 2013',
    'story: There were 390 posts from 8 to 20 April 2013, about three times the usual number.',
  ])
})

test('the stories of an event whose texts were copied are counted once, and it says so', () => {
  const copied = { ...crash, documents: 2 * crash.stories, headline: null }
  expect(leadStatement(copied).text).toMatch(/^There were 390 different posts from 8 to 20 April 2013/u)
})

test('an event without a headline is told by what was noticed most, or else by the subject of many titles', () => {
  const count = 'There were 390 posts from 8 to 20 April 2013, about three times the usual number.'
  const quiet = { ...crash, headline: null, subject: 'Wimbledon' }
  expect(
    say(
      leadStatement({ ...quiet, subject: null }),
      leadStatement({ ...quiet, mostNoticed: headline }),
      leadStatement(quiet),
      leadStatement({ ...quiet, subject: 'summer sale' }),
      leadStatement({ ...quiet, subject: null, terms: ['vote', 'Britain', 'london'] }),
    ),
  ).toEqual([
    `story: ${count}`,
    `story: Among the most discussed posts was “Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April). ${count}`,
    `story: Many of the titles mention Wimbledon. ${count}`,
    `story: Many of the titles mention “summer sale”. ${count}`,
    `story: Titles of those days mention “vote” and “Britain” more than others do. ${count}`,
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
    expect(say(leadStatement({ ...crash, headline: { ...headline, title } }))[0]).toMatch(/^story: There were 390/u)
})

test('a long title is quoted by its first sentence, which does not end at an initial', () => {
  const title = `Within 2 years, 98% of the U.S. will be covered by stations. ${'More of them will follow in other countries. '.repeat(4)}`
  const titled = { ...headline, title }
  expect(leadStatement({ ...crash, headline: titled }).text).toMatch(
    /^A post begins: “Within 2 years, 98% of the U\.S\. will be covered by stations” \(r\/Bitcoin, 10 April\)\. /u,
  )
})

test('a long title without a sentence or clause that ends early is not quoted: half of it says something else', () => {
  const titled = { ...headline, title: `The council voted ${'and then it voted once more '.repeat(8)}` }
  expect(leadStatement({ ...crash, headline: titled }).text).not.toMatch(/“/u)
})

test('a rise from almost nothing is not stated as a multiple', () => {
  const sudden = { ...crash, stories: 9, documents: 9, expected: 0.1, excess: { low: 8, high: 9 } }
  expect(say(leadStatement({ ...sudden, headline: null }))[0]).toMatch(
    /There were 9 posts from 8 to 20 April 2013, up from almost none\.$/u,
  )
  const uncertain = { ...crash, stories: 17, documents: 18, expected: 4.6, excess: { low: 5, high: 16.5 } }
  const statement = leadStatement({ ...uncertain, headline: null })
  expect(say(statement)[0]).toMatch(/ 17 posts from 8 to 20 April 2013, up from about 5\.$/u)
  expect(statement.claims[0]?.numbers[1]).toMatchObject({ unit: 'stories', low: 0.5, high: 12 })
  expect(leadStatement({ ...uncertain, expected: 3, headline: null }).text).toMatch(/, more than usual\.$/u)
  const certain = { ...uncertain, expected: 3, excess: { low: 13, high: 16.5 }, headline: null }
  expect(leadStatement(certain).text).not.toMatch(/, more than usual\.$/u)
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
    'story: From early May 2013 on, there were about twice as many posts a day as before.',
  ])
  expect(boundsOf(shift)).toEqual([[1.3, 2.5]])
  expect(say(levelStatement({ ...shift, before: '2013-03-01', basis: 'share', pointer: null }))).toEqual([
    'story: In early May 2013, the topic’s share of all posts rose to about twice what it was before early March 2013.',
  ])
  const fall = { value: 0.284, low: 0.22, high: 0.36, n: 300 }
  expect(say(levelStatement({ ...shift, change: fall }))).toEqual([
    'story: From early May 2013 on, there were 72% fewer posts a day than before.',
  ])
  expect(boundsOf({ ...shift, change: fall })).toEqual([[64, 78]])
  expect(say(levelStatement({ ...shift, basis: 'share' }))).toEqual([
    'story: In early May 2013, the topic’s share of all posts rose to about twice what it was.',
  ])
  expect(say(levelStatement({ ...shift, basis: 'share', change: fall }))).toEqual([
    'story: In early May 2013, the topic’s share of all posts fell by 72%.',
  ])
  expect(say(levelStatement(shift, { isTitled: true, isUneventful: true }))).toEqual([
    'story: There were about twice as many posts a day as before. No single event stands out.',
  ])
  expect(levelStatement({ ...shift, change: { value: 14, low: 0.004, high: 52_000, n: 300 } })).toBeNull()
  expect(levelStatement({ ...shift, change: { ...shift.change, n: 3 } })).toBeNull()
})

test('a topic without any standout says just that', () => {
  expect(say(noEventTitle('cupcakes', 'posts'), noEventTitle('cupcakes', 'pieces'))).toEqual([
    'title: No single event stands out among posts about cupcakes',
    'title: No single event stands out among documents about cupcakes',
  ])
})

test('a subject that came and went heads a topic without an event, with its part of its days', () => {
  const exchange = {
    subject: 'Mt. Gox',
    firstDay: '2013-04-08',
    lastDay: '2013-04-20',
    stories: 13,
    of: 42,
    documents: 44,
    noun: 'posts' as const,
    headline,
    documentIds: ['doc_1', 'doc_2'],
    pointer: '/events/outstanding',
  }
  const quoted = '“Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April)'
  const tell = (one: typeof exchange) => say(outstandingTitle(one, 'bitcoin', 'posts'), outstandingStatement(one))
  expect(tell(exchange)).toEqual([
    'title: A subject stands out among posts about bitcoin: Mt. Gox',
    `story: Of 42 posts from 8 to 20 April 2013, 13 were about Mt. Gox, among them ${quoted}.`,
  ])
  expect(tell({ ...exchange, of: 13, documents: 13 })[1]).toBe(
    `story: All 13 posts from 8 to 20 April 2013 were about Mt. Gox, among them ${quoted}.`,
  )
  expect(tell({ ...exchange, documents: 90 })[1]).toBe(
    `story: Of 42 different posts from 8 to 20 April 2013, 13 were about Mt. Gox, among them ${quoted}.`,
  )
  expect(tell({ ...exchange, of: 13 })[1]).toContain('story: All 13 different posts from ')
  expect(tell({ ...exchange, subject: 'politics' })[0]).toBe(
    'title: A subject stands out among posts about bitcoin: politics',
  )
  expect(outstandingStatement(exchange)?.claims.map((claim) => claim.evidence)).toEqual([
    { ids: 'doc_1,doc_2', from: '2013-04-08', to: '2013-04-20' },
    { from: '2013-04-08', to: '2013-04-20' },
  ])
})

test('one document without a title to quote is told, and claimed, by its outlet and day alone', () => {
  const removed = { ...headline, title: '[removed]' }
  const few = { topic: 'bitcoin', scope: '', days: '', documents: 1, titles: [removed], span: null, outlets: [] }
  const [title] = fewStatements(few) ?? []
  expect(title?.text).toBe('One document mentions bitcoin, a text from r/Bitcoin of 10 April 2013')
  expect(title?.claims[1]).toMatchObject({
    kind: 'count',
    reason: 'The outlet and the day are those of the document.',
    quote: null,
    documentIds: ['doc_1'],
  })
})

test('that most documents are of one time opens the documents of that time', () => {
  const most = { firstDay: '2012-11-20', lastDay: '2013-01-18', documents: 9 }
  const [, first] =
    fewStatements({
      topic: 'Lance Armstrong',
      scope: '',
      days: '',
      documents: 11,
      titles: [{ ...headline, title: 'Lance Armstrong loses his seven titles' }],
      span: { firstDay: '2009-11-15', lastDay: '2016-08-01', most },
      outlets: [],
    }) ?? []
  expect(first?.text).toBe('Most of them date from November 2012 to January 2013.')
  expect(first?.claims.map(({ evidence }) => evidence)).toEqual([{ from: '2012-11-20', to: '2013-01-18' }])
})
