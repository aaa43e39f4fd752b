import { expect, test } from 'vitest'
import { compileClaims, type StatementDraft } from '../compile-claims.ts'
import { coverageStatement, dominantOutletStatement, voicesStatements } from './origin-statements.ts'

function say(...drafts: (StatementDraft | null)[]): string[] {
  const { statements, refusals } = compileClaims(
    drafts.flatMap((draft) => draft ?? []),
    new Map(),
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
    'story: Forum posts end on 17 August 2013. Some continue from 6 September 2015 to 25 September 2016.',
    'story: Forum posts end on 17 August 2013. Those of Hacker News continue from 6 September 2015 to 25 September 2016.',
    'story: News ends on 17 August 2013. Some of it continues from 6 September 2015 to 25 September 2016.',
    'story: News ends on 17 August 2013. That of bbc.co.uk continues from 6 September 2015 to 25 September 2016.',
    'story: News is mostly missing from 15 January 2018 to 6 October 2019.',
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
    'detail: a.example and b.example each carried 9 pieces, more than any other news outlet. Next comes c.example.',
  ])
  expect(say(...voicesStatements([outlet('a.example', 9), outlet('b.example', 9)]))).toEqual([
    'detail: a.example and b.example each carried 9 pieces.',
  ])
  // the list is ordered by weight: one further down may have more stories
  const followed = [outlet('a.example', 3), outlet('b.example', 3), outlet('c.example', 2), outlet('d.example', 8)]
  expect(say(...voicesStatements(followed))[0]).toMatch(/^detail: d\.example carried 8 pieces, more than any other/u)
})
