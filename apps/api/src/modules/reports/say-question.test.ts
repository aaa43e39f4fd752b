import { expect, test } from 'vitest'
import { readSignalQuery } from './signal-query.ts'
import { sayQuestion, splitQuestion } from './say-question.ts'

const say = (query: Parameters<typeof readSignalQuery>[0]) => {
  const { echo } = readSignalQuery(query)
  expect(echo.subject).toBe(sayQuestion(echo))
  return `${sayQuestion(echo)}${splitQuestion(echo).days}`
}

test('a question without filters is its topic, without the quotation marks', () => {
  expect(say({ query_term: '"oat milk"' })).toBe('oat milk')
  expect(say({ x_term: 'tea', y_term: '"oat milk"', isCompound: true })).toBe('tea and oat milk')
})

test.each([
  [{ query_term: 'bitcoin', entity: 'Satoshi' }, 'bitcoin named together with Satoshi'],
  [{ query_term: 'bitcoin', geo: 'CN' }, 'bitcoin from China'],
  [{ query_term: 'bitcoin country:us' }, 'bitcoin from the United States'],
  [{ query_term: 'bitcoin', sources: ['hacker_news' as const] }, 'bitcoin on Hacker News'],
  [{ query_term: 'bitcoin source:hacker_news' }, 'bitcoin on Hacker News'],
  [{ query_term: 'bitcoin', sources: ['imported' as const] }, 'bitcoin in imported documents'],
  [{ query_term: 'bitcoin tone:negative' }, 'bitcoin in a negative tone'],
  [{ query_term: 'bitcoin lang:fr outlet:lemonde.fr' }, 'bitcoin in French in lemonde.fr'],
  [{ query_term: 'bitcoin author:ana kind:comment' }, 'bitcoin by ana in comments'],
  [{ query_term: 'bitcoin comments>50 views<=9' }, 'bitcoin with more than 50 comments with at most 9 views'],
  [{ query_term: 'bitcoin score:>=100' }, 'bitcoin with a score of at least 100'],
  [{ query_term: 'tea', startDate: '2020-03-01', endDate: '2020-03-31' }, 'tea in March 2020'],
  [{ query_term: 'tea since:2020-01-01 until:2020-12-31' }, 'tea in 2020'],
  [{ query_term: 'tea', startDate: '2020-03-02', endDate: '2020-03-09' }, 'tea from 2 to 9 March 2020'],
  [{ query_term: 'tea', startDate: '2020-03-02', endDate: '2020-03-02' }, 'tea on 2 March 2020'],
  [{ query_term: 'tea', startDate: '2020-03-02' }, 'tea since 2 March 2020'],
  [{ query_term: 'tea', endDate: '2020-03-02' }, 'tea up to 2 March 2020'],
])('each filter is named: %j', (query, words) => {
  expect(say(query)).toBe(words)
})

test('many sources are counted, and a condition inside OR stays as it was typed', () => {
  expect(say({ query_term: 'tea', sources: ['hacker_news', 'reddit', 'lemmy', 'mastodon'] })).toBe(
    'tea on Hacker News, Lemmy and 2 other sources',
  )
  expect(say({ query_term: 'tea OR (coffee tone:negative)' })).toBe('tea OR (coffee tone:negative)')
})
