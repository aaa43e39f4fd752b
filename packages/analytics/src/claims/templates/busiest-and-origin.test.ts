import { expect, test } from 'vitest'
import { compileClaims, type StatementDraft } from '../compile-claims.ts'
import {
  busiestLeadStatement,
  busiestPeriodStatement,
  busiestShareTitle,
  busiestTitle,
  singleTextTitle,
} from './busiest-statements.ts'
import { coverageStatement, dominantOutletStatement, voicesStatements } from './origin-statements.ts'

const headline = {
  id: 'doc_1',
  title: 'Bitcoin loses half of its value in 6 hours',
  body: null,
  outlet: 'r/Bitcoin',
  publishedAt: '2013-04-10T18:00:00Z',
}

function say(...drafts: (StatementDraft | null)[]): string[] {
  const { statements, refusals } = compileClaims(
    drafts.flatMap((draft) => draft ?? []),
    new Map([[headline.id, headline]]),
  )
  expect(refusals).toEqual([])
  return statements.map(({ part, text }) => `${part}: ${text}`)
}

test('the end of an archive is described as missing coverage', () => {
  const forum = { subject: 'Forum posts', later: [], source: 'imported', kind: 'post', endsOn: '2013-08-18', gaps: [] }
  const news = { subject: 'News', later: [], source: 'imported', kind: 'article', endsOn: '2021-12-31', gaps: [] }
  expect(say(coverageStatement([forum, news]))).toEqual([
    'story: Forum posts end on 18 August 2013. News ends on 31 December 2021.',
  ])
  expect(coverageStatement([])).toBeNull()
})

test('two archives of a kind are told by what each covers, and days that are nearly all missing as such', () => {
  const posts = { subject: 'Forum posts', later: [], source: 'imported', kind: 'post', endsOn: '2016-09-25' }
  const gaps = [{ firstDay: '2013-08-18', lastDay: '2015-09-05' }]
  const news = { ...posts, subject: 'News', kind: 'article', gaps }
  const weeks = [
    { firstDay: '2018-01-15', lastDay: '2019-05-01' },
    { firstDay: '2019-05-09', lastDay: '2019-10-06' },
  ]
  expect(
    say(
      coverageStatement([{ ...posts, gaps }]),
      coverageStatement([{ ...posts, gaps, later: ['news.ycombinator.com'] }]),
      coverageStatement([news]),
      coverageStatement([{ ...news, later: ['bbc.co.uk'] }]),
      coverageStatement([{ subject: 'News', later: [], source: 'gdelt', kind: 'article', endsOn: null, gaps: weeks }]),
    ),
  ).toEqual([
    'story: Forum posts end on 17 August 2013. Some later ones are from 6 September 2015 to 25 September 2016.',
    'story: Forum posts end on 17 August 2013. Later ones, from 6 September 2015 to 25 September 2016, are all from Hacker News.',
    'story: News ends on 17 August 2013. Some later news is from 6 September 2015 to 25 September 2016.',
    'story: News ends on 17 August 2013. Later news, from 6 September 2015 to 25 September 2016, is all from bbc.co.uk.',
    'story: News is mostly missing from 15 January 2018 to 6 October 2019.',
  ])
  const bluesky = { ...posts, subject: 'Bluesky', source: 'bluesky', gaps }
  expect(say(coverageStatement([bluesky, { ...bluesky, subject: 'Reddit posts', gaps: [] }]))).toEqual([
    'story: Bluesky ends on 17 August 2013. Some later Bluesky is from 6 September 2015 to 25 September 2016. Reddit posts end on 25 September 2016.',
  ])
})

test('coverage gaps in the news are named along with what ends', () => {
  const forum = { subject: 'Forum posts', later: [], source: 'imported', kind: 'post', endsOn: '2013-08-18', gaps: [] }
  const gap = (firstDay: string, lastDay: string) => ({ firstDay, lastDay })
  const news = (...gaps: ReturnType<typeof gap>[]) => ({
    subject: 'News',
    later: [],
    source: 'imported',
    kind: 'article',
    endsOn: null,
    gaps,
  })
  expect(say(coverageStatement([forum, news(gap('2012-03-01', '2012-04-30'))]))).toEqual([
    'story: Forum posts end on 18 August 2013. News is missing from 1 March to 30 April 2012.',
  ])
  expect(
    say(coverageStatement([forum, news(gap('2012-03-01', '2012-04-30'), gap('2013-01-01', '2013-01-10'))])),
  ).toEqual(['story: Forum posts end on 18 August 2013. News is partly missing from 1 March 2012 to 10 January 2013.'])
  expect(coverageStatement([news(gap('2012-03-01', '2012-03-03'))])).toBeNull()
})

test('an outlet is named when it alone publishes half or more', () => {
  const outlets = [
    { name: 'r/technology', documents: 200 },
    { name: 'r/Bitcoin', documents: 635 },
  ]
  expect(say(dominantOutletStatement(outlets, 1250, 'posts'))).toEqual([
    'story: r/Bitcoin has about half of the posts.',
  ])
  expect(say(dominantOutletStatement(outlets, 952, 'posts'))).toEqual([
    'story: Most of the posts, two thirds, are from r/Bitcoin.',
  ])
  expect(dominantOutletStatement(outlets, 1300, 'posts')).toBeNull()
  expect(dominantOutletStatement([{ name: 'r/Bitcoin', documents: 9 }], 9, 'posts')).toBeNull()
})

test('no lead is claimed for an outlet that others equal', () => {
  const outlet = (name: string, stories: number) =>
    ({ name, group: 'news', stories, documents: stories, pointer: '/voices/outlets/0/stories' }) as const
  expect(say(...voicesStatements([outlet('a.example', 9), outlet('b.example', 9), outlet('c.example', 4)]))).toEqual([
    'detail: a.example and b.example each had 9 pieces, more than any other news outlet, ahead of c.example.',
  ])
  expect(say(...voicesStatements([outlet('a.example', 9), outlet('b.example', 9)]))).toEqual([
    'detail: a.example and b.example each had 9 pieces.',
  ])
  // the list is ordered by weight: one further down may have more stories
  const followed = [outlet('a.example', 3), outlet('b.example', 3), outlet('c.example', 2), outlet('d.example', 8)]
  expect(say(...voicesStatements(followed))[0]).toMatch(/^detail: d\.example had 8 pieces, more than any other/u)
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

test('the highest bar beside another lead is explained by the text that fills it, or by its news, or said to be low', () => {
  const copies = { storyCluster: 'doc_1', documents: 74, first: headline }
  const of = { topicDocuments: 900, topicNoun: 'pieces' as const }
  expect(
    say(
      busiestPeriodStatement({ ...month, copies }, of),
      busiestPeriodStatement({ ...month, headline }, of),
      busiestPeriodStatement({ ...month, example: headline }, of),
      busiestPeriodStatement({ ...month, interval: 'week', mostNoticed: headline }, of),
    ),
  ).toEqual([
    'story: December 2020 was the busiest month, with 149 posts, 74 of them copies of a single post from 10 April 2013: “Bitcoin loses half of its value in 6 hours”.',
    'story: December 2020 was the busiest month, with 149 posts, among them “Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April 2013).',
    'story: December 2020 was the busiest month, with 149 posts, among them “Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April 2013).',
    'story: The week from 1 December 2020 was the busiest, with 149 posts, among them “Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April 2013).',
  ])
  expect(
    say(
      busiestPeriodStatement({ ...month, subject: 'Ashes' }, of),
      busiestPeriodStatement(month, of),
      busiestPeriodStatement({ ...month, headline }, { ...of, isToldByTitle: false }),
      busiestPeriodStatement({ ...month, interval: 'week', to: '2020-12-07' }, { ...of, topicNoun: 'posts' }),
      busiestPeriodStatement(month, { ...of, topicDocuments: 300 }),
      busiestPeriodStatement({ ...month, terms: ['vote', 'Britain', 'leave'] }, { ...of, topicDocuments: 300 }),
    ),
  ).toEqual([
    'story: December 2020 was the busiest month, with 149 posts. Many of the titles mention Ashes.',
    'story: No month has more than 149 of the 900 documents.',
    'story: No month has more than 149 of the 900 documents.',
    'story: No week has more than 149 of the 900 posts.',
    'story: December 2020 had 149 of the 300 documents, more than any other month.',
    'story: December 2020 had 149 of the 300 documents. Titles from then mention “vote” and “Britain” more than others do.',
  ])
  expect(busiestPeriodStatement({ ...month, headline, documents: 7 }, of)).toBeNull()
  const [, copied] = busiestPeriodStatement({ ...month, copies }, of)?.claims ?? []
  expect(copied?.evidence).toEqual({ storyCluster: 'doc_1', from: '2020-12-01', to: '2020-12-31' })
})

test('a bar that another is as high as is among the busiest', () => {
  const tied = { ...month, isTied: true }
  expect(say(busiestLeadStatement(tied))).toEqual(['story: There were 149 posts that month, and no month had more.'])
  const of = { topicDocuments: 900, topicNoun: 'pieces' as const }
  expect(busiestPeriodStatement({ ...tied, headline }, of)?.text).toMatch(
    /^December 2020 was among the busiest months, /u,
  )
  expect(say(busiestPeriodStatement(tied, { ...of, topicDocuments: 300 }))).toEqual([
    'story: December 2020 had 149 of the 300 documents, and no month had more.',
  ])
})

test('the highest bar that heads a report says what it was about, and that nothing stands out where nothing does', () => {
  const copies = { storyCluster: 'doc_1', documents: 149, first: headline }
  const quoted = '“Bitcoin loses half of its value in 6 hours” (r/Bitcoin, 10 April 2013)'
  expect(
    say(
      busiestLeadStatement({ ...month, headline, isLargest: true }),
      busiestLeadStatement({ ...month, mostNoticed: headline }),
      busiestLeadStatement({ ...month, interval: 'day' }, { isEventful: false }),
      busiestLeadStatement({ ...month, copies }),
      busiestLeadStatement({ ...month, copies }, { isSingle: true }),
    ),
  ).toEqual([
    `story: A typical post was ${quoted}. There were 149 posts that month, more than in any other.`,
    `story: Among the most discussed posts was ${quoted}. There were 149 posts that month, more than in any other.`,
    'story: There were 149 posts on 1 December 2020, more than on any other day. No single event stands out.',
    'story: There were 149 posts that month, all copies of a single post from 10 April 2013: “Bitcoin loses half of its value in 6 hours”.',
    'story: There were 149 copies of “Bitcoin loses half of its value in 6 hours” that month, the earliest from r/Bitcoin on 10 April 2013.',
  ])
  const single = busiestLeadStatement({ ...month, copies }, { isSingle: true })
  expect(single?.claims[0]?.names).toEqual(['December 2020', 'r/Bitcoin', '10 April 2013'])
})

test('the highest bar that copies of a text without a title fill names no day of that text', () => {
  const copies = { storyCluster: 'doc_1', documents: 149, first: { ...headline, title: '[removed]' } }
  const lead = busiestLeadStatement({ ...month, copies })
  expect(say(lead)).toEqual(['story: There were 149 posts that month, all copies of a single post.'])
  expect(lead?.claims.map(({ names }) => names)).toEqual([['December 2020'], ['December 2020']])
})

test('a text that the lead has quoted is not quoted again for the bar that it fills', () => {
  const copies = { storyCluster: 'doc_1', documents: 134, first: headline }
  const bar = { ...month, documents: 149, copies }
  expect(say(busiestPeriodStatement(bar, { isQuoted: true, topicDocuments: 900, topicNoun: 'pieces' }))).toEqual([
    'story: December 2020 was the busiest month, with 149 posts, but 134 were copies of that post.',
  ])
})

test('a month that holds much of a topic without an event is said in the title alone', () => {
  const of = { topicDocuments: 300, topicNoun: 'posts' as const }
  const week = { ...month, interval: 'week' as const }
  expect(
    say(
      busiestShareTitle(month, { ...of, topic: 'HSBC' }),
      busiestShareTitle(week, { ...of, topicNoun: 'pieces', topic: 'HSBC' }),
    ),
  ).toEqual([
    'title: Posts about HSBC: 149 of the 300 are from December 2020',
    'title: Documents about HSBC: 149 of the 300 are from the week from 1 December 2020',
  ])
  expect(busiestPeriodStatement(month, { ...of, isQuiet: true })).toBeNull()
  for (const low of [
    { ...month, isTied: true },
    { ...month, documents: 70 },
    { ...month, documents: 7 },
  ])
    expect(busiestShareTitle(low, { ...of, topic: 'HSBC' })).toBeNull()
})

test('a single text is called a news digest only where its title says that it is one', () => {
  const titleOf = (title: string) => {
    const copies = { storyCluster: 'doc_1', documents: 134, first: { ...headline, title } }
    return singleTextTitle({ ...month, noun: 'articles', copies }, { topic: 'cancer', documents: 160 })?.text
  }
  for (const title of [
    'Jury finds Roundup weedkiller caused cancer in California man',
    'Adele headlines Glastonbury for cancer research',
    'What you know about cancer may be wrong',
  ])
    expect(titleOf(title)).toMatch(/a single article from/u)
  for (const title of [
    'News roundup: cancer drug approved',
    'Weekly health recap: cancer and more',
    '5 things you need to know about cancer today',
    "Today's headlines: cancer drug approved",
  ])
    expect(titleOf(title)).toMatch(/a single news digest from/u)
})

test('a topic that is mostly copies of one text is headed by that', () => {
  const copies = { storyCluster: 'doc_1', documents: 134, first: headline }
  const bar = { ...month, documents: 149, copies }
  expect(say(singleTextTitle(bar, { topic: 'bitcoin', documents: 160 }))).toEqual([
    'title: Most documents about bitcoin are copies of a single post from December 2020',
  ])
  const few = { ...bar, copies: { ...copies, documents: 74 } }
  expect(singleTextTitle(few, { topic: 'bitcoin', documents: 400 })).toBeNull()
  expect(singleTextTitle({ ...bar, copies: null }, { topic: 'bitcoin', documents: 160 })).toBeNull()
})

test('a highest bar that is mostly copies of one text is headed by them, and not by a peak of attention', () => {
  const copied = { ...month, copies: { storyCluster: 'doc_1', documents: 80, first: headline } }
  const ofTopic = { topic: 'bitcoin', documents: 200 }
  expect(
    say(
      singleTextTitle(copied, ofTopic),
      singleTextTitle({ ...copied, interval: 'week' }, ofTopic),
      singleTextTitle({ ...copied, interval: 'day' }, ofTopic),
      busiestTitle(month, { topic: 'bitcoin' }),
      busiestTitle({ ...month, headline, headlineScore: 0.6 }, { topic: 'bitcoin' }),
      busiestLeadStatement({ ...month, headline }, { isTitled: true }),
    ),
  ).toEqual([
    'title: A single post, copied many times, made December 2020 the busiest month for bitcoin',
    'title: A single post, copied many times, made the week from 1 December 2020 the busiest for bitcoin',
    'title: A single post, copied many times, made 1 December 2020 the busiest day for bitcoin',
    'title: Posts about bitcoin peaked in December 2020',
    'title: 10 April 2013: “Bitcoin loses half of its value in 6 hours” (r/Bitcoin)',
    'story: There were 149 posts in December 2020, more than in any other month.',
  ])
})
