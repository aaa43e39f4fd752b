import { expect, test } from 'vitest'
import type { QuotedTitle, ReportNews } from '../../reports/index.ts'
import { writeFigure, writeLine } from './digest-items.ts'

const toDay = '2012-03-31'
const news: ReportNews = {
  stories: 140,
  before: 35,
  usual: 30,
  noun: 'posts',
  peak: { day: '2012-03-28', stories: 60 },
  weight: 100,
  fromDay: '2012-03-25',
  toDay,
}
const title: QuotedTitle = { documentId: 'doc_1', words: '“A strike ends”', outlet: 'r/news', role: 'headline' }
const write = (changes: Partial<ReportNews> = {}, turn = 0) =>
  writeLine({ news: { ...news, ...changes }, title: null, parts: [], toDay }, turn)

test('a line has both amounts, the day that stands out, and a title', () => {
  expect(writeLine({ news, title, parts: [], toDay }, 0)).toBe(
    '140 posts, up from 35, 60 of them on 28 March. “A strike ends” (r/news).',
  )
})

test('neighbouring lines are worded differently, and each states both amounts', () => {
  const lines = [0, 1, 2].map((turn) => write({ peak: null }, turn))
  expect(lines).toEqual(['140 posts, up from 35.', 'From 35 posts to 140.', 'Four times as many posts: 140, after 35.'])
})

test.each([
  [{ stories: 29, before: 1 }, 'From 1 post to 29.', 1],
  [{ stories: 9, before: 0 }, '9 posts, up from none.', 0],
  [{ stories: 0, before: 40 }, 'No posts, down from 40.', 0],
  [{ stories: 12, before: 33 }, '64% fewer posts: 12, after 33.', 2],
  [{ stories: 80, before: 33 }, 'More than twice as many posts: 80, after 33.', 2],
  [{ stories: 1200, before: 10 }, '120 times as many posts: 1,200, after 10.', 2],
  [{ stories: 113, before: 99, usual: 27 }, '113 posts, after 99 (about 27 would be usual).', 0],
  [{ stories: 42, before: null, usual: 1 }, '42 posts instead of about 1.', 0],
  [{ stories: 42, before: null, usual: 0 }, '42 posts instead of hardly any.', 0],
  [{ stories: 42, before: null, usual: null }, '42 posts.', 0],
] as const)('%o is said as %s', (changes, text, turn) => {
  expect(write({ peak: null, ...changes }, turn)).toBe(text)
})

test('a line about other days than those of the digest says so', () => {
  expect(write({ toDay: '2012-03-20', peak: null })).toBe('140 posts, up from 35 (to 20 March 2012).')
})

test('signals whose posts are among those of another share its line', () => {
  const parts = [
    { name: 'PIPA', news: { ...news, stories: 50, before: 22 } },
    { name: 'ACTA', news: { ...news, stories: 28, before: 3 } },
  ]
  expect(writeLine({ news: { ...news, peak: null }, title, parts, toDay }, 0)).toBe(
    '140 posts, up from 35. Most posts about PIPA (50, up from 22) and ACTA (28, up from 3) are among these 140. “A strike ends” (r/news).',
  )
  expect(writeFigure(news)).toBe('140 posts, up from 35')
})
