import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { tokens } from '../text/tokenize.ts'
import { type DocumentFacts, highlightRanges, matchesDocument, matchesQuery, matchesField } from './match-query.ts'
import { formatQuery } from './format-query.ts'
import { parseQuery } from './parse-query.ts'
import { type QueryNode, hasRequiredWord } from './query-node.ts'
import { splitBounds } from './split-query.ts'
import { toTsquery } from './to-tsquery.ts'

function queryOf(text: string): QueryNode {
  const read = parseQuery(text)
  if (!read.ok) throw new Error(`${text}: ${read.message}`)
  return read.query
}
const facts: DocumentFacts = {
  source: 'hacker_news',
  outlet: 'News.Ycombinator.com',
  author: null,
  kind: 'post',
  lang: 'en',
  country: null,
  tone: 'negative',
  day: '2026-01-31',
  score: 12,
  comments: 3,
  views: null,
}
const matches = (text: string, title: string) =>
  matchesDocument(queryOf(text), { title: tokens(title), body: [], facts })

describe('near', () => {
  test.each([
    ['tea near/1 milk', 'milk tea', true],
    ['tea near/2 milk', 'tea with milk', true],
    ['tea near/1 milk', 'tea with milk', false],
    ['"green tea" near/2 milk', 'milk for green tea', true],
    ['"green tea" near/1 milk', 'milk for green tea', false],
    ['tea near/3 tea', 'tea', false],
    ['tea near/3 tea', 'tea or no tea', true],
    ['te* near/2 milk', 'milk in teapots', true],
  ])('%s on %j: %s', (query, title, expected) => {
    expect(matches(query, title)).toBe(expected)
  })

  test('does not reach from the title into the body', () => {
    expect(matchesQuery(queryOf('tea near/16 milk'), ['tea'], ['milk'])).toBe(false)
  })

  test('expands to every distance in both orders in the database', () => {
    expect(toTsquery(queryOf('tea near/2 milk'))).toBe(
      "('tea' <1> 'milk' | 'tea' <2> 'milk' | 'milk' <1> 'tea' | 'milk' <2> 'tea')",
    )
  })

  test('marks the words only where they are near each other', () => {
    const text = 'Tea, then milk. Much later and far away from it: tea'
    const marked = highlightRanges(queryOf('tea near/2 milk lang:en'), text)
    expect(marked.map(({ start, end }) => text.slice(start, end))).toEqual(['Tea', 'milk'])
  })
})

describe('title:', () => {
  const matchesBody = (text: string, title: string, body: string) =>
    matchesDocument(queryOf(text), { title: tokens(title), body: tokens(body), facts })

  test.each([
    ['title:oat', 'Oat milk', 'tea', true],
    ['title:oat', 'Milk', 'oat', false],
    ['title:"oat milk"', 'Oat milk', '', true],
    ['title:"oat milk"', 'Milk of oat', 'oat milk', false],
    ['title:te*', 'Teapots', '', true],
    ['milk -title:oat', 'Milk', 'oat', true],
    ['milk -title:oat', 'Oat', 'milk', false],
    ['title:oat OR mint', 'Tea', 'oat with mint', true],
  ])('%s on %j above %j: %s', (query, title, body, expected) => {
    expect(matchesBody(query, title, body)).toBe(expected)
  })

  test('searches for a word with the weight of title words', () => {
    expect(toTsquery(queryOf('title:"oat mil*"'))).toBe("('oat':A <-> 'mil':*A)")
  })

  test('neither matches nor excludes a sentence that has no title', () => {
    expect(matchesQuery(queryOf('title:oat milk'), [], tokens('milk'))).toBe(true)
  })
})

describe('fields', () => {
  test.each([
    ['source:hacker_news', true],
    ['source:Hacker-News', true],
    ['source:reddit', false],
    ['outlet:news.ycombinator.com', true],
    ['author:pg', false],
    ['-author:pg', true],
    ['kind:post', true],
    ['lang:EN', true],
    ['country:US', false],
    ['tone:negative', true],
    ['since:2026-01-31', true],
    ['since:2026-02', false],
    ['until:2026-01', true],
    ['until:2025', false],
    ['score:12', true],
    ['score:>12', false],
    ['score:>=12', true],
    ['score:<12', false],
    ['score:<=12', true],
    ['score:10..15', true],
    ['score>12', false],
    ['score>=12', true],
    ['SCORE<13', true],
    ['comments:3', true],
    ['comments=3', true],
    ['comments>3', false],
    ['comments:2..4', true],
    ['views>0', false],
    ['-views>0', true],
    ['(source:reddit OR tone:negative)', true],
    ['-(source:hacker_news AND tone:negative)', false],
  ])('tea %s: %s', (condition, expected) => {
    expect(matches(`tea ${condition}`, 'tea')).toBe(expected)
  })

  test('do not match an unknown score', () => {
    const score = queryOf('tea score:>=0')
    const field = score.kind === 'and' ? score.operands[1] : undefined
    expect(field?.kind === 'field' && matchesField(field, { ...facts, score: null })).toBe(false)
  })

  test('neither match nor exclude a text whose document is unknown', () => {
    expect(matchesQuery(queryOf('tea -source:reddit tone:positive'), ['tea'], [])).toBe(true)
    expect(matchesQuery(queryOf('(tea source:reddit) OR mint'), ['milk'], [])).toBe(false)
  })

  test('are left to the database, and the index query never misses a match', () => {
    expect(toTsquery(queryOf('tea -(milk source:reddit) (mint OR lime lang:en) -sugar'))).toBe(
      "('tea' & ('mint' | 'lime') & !'sugar')",
    )
  })

  test('are extracted when they apply to the whole query', () => {
    const { rest, ...bounds } = splitBounds(
      queryOf(
        'tea since:2026 since:2026-02 until:2026-03 country:de (source:rss OR source:gdelt) -source:reddit (mint OR lang:en mint)',
      ),
    )
    expect(bounds).toEqual({ since: '2026-02-01', until: '2026-03-31', country: 'DE', sources: ['rss', 'gdelt'] })
    expect(formatQuery(rest)).toBe('tea AND -source:reddit AND (mint OR (lang:en AND mint))')
  })
})

describe('an error gives its column, what was found and what was expected', () => {
  test.each([
    ['tea near/0 milk', 'near_distance', 5],
    ['tea near/17 milk', 'near_distance', 5],
    ['near/3 milk', 'near_operand', 1],
    ['tea near/3', 'near_operand', 5],
    ['tea near/3 (a OR b)', 'near_operand', 5],
    ['(a OR b) near/3 tea', 'near_operand', 10],
    ['a near/3 b near/3 c', 'near_operand', 12],
    ['-tea near/3 milk', 'near_operand', 6],
    ['tea source:nowhere', 'field_value', 12],
    ['tea source: reddit', 'field_value', 12],
    ['tea since:2026-02-30', 'field_value', 11],
    ['tea score:many', 'field_value', 11],
    ['tea comments>many', 'field_value', 13],
    ['tea score>', 'field_value', 10],
    ['title:', 'field_value', 7],
    ['tea title:"!"', 'field_value', 11],
    ['tea score:9..1', 'field_value', 11],
    ['tea country:GER', 'field_value', 13],
    ['tea outlet:"nyt', 'unclosed_quote', 12],
    ['source:reddit', 'only_exclusions', 1],
    ['tea OR source:reddit', 'only_exclusions', 1],
  ])('%j is refused as %s at column %i', (text, code, column) => {
    const read = parseQuery(text)
    const anyText = expect.stringMatching(/./)
    expect(read).toMatchObject({
      ok: false,
      code,
      column,
      message: anyText,
      found: anyText,
      expected: anyText,
      hint: anyText,
    })
  })

  test.each([
    ['tea site:nytimes.com', 5, 'outlet:'],
    ['tea Site:nytimes.com', 5, 'outlet:'],
    ['-site:nytimes.com tea', 2, 'outlet:'],
    ['site:"ny times" tea', 1, 'outlet:'],
    ['tea (autor:jane OR milk)', 6, 'author:'],
    ['tea langauge:en', 5, 'in quotes'],
    ['tea lagn:en', 5, 'lang:'],
    ['tea sentiment:positive', 5, 'tone:'],
    ['intitle:tea', 1, 'title:'],
    ['tea likes>50', 5, 'score>'],
    ['tea replies<=5', 5, 'comments<'],
    ['tea date>2020', 5, 'since:'],
    ['tea colour:green', 5, 'source, outlet'],
    ['tea pages>5', 5, 'source, outlet'],
  ])('%j names an unknown field at column %i, with the advice %s', (text, column, hint) => {
    expect(parseQuery(text)).toMatchObject({ ok: false, code: 'unknown_field', column })
    expect(parseQuery(text)).toMatchObject({ hint: expect.stringContaining(hint) })
  })

  test.each([
    ['sentence(tea milk)', 1],
    ['tea AND sentence()', 9],
    ['tea onear/3 milk', 5],
    ['tea WITHIN/5 milk', 5],
    ['near(tea milk)', 1],
  ])('%j has an unknown operator at column %i', (text, column) => {
    expect(parseQuery(text)).toMatchObject({ ok: false, code: 'unknown_operator', column })
  })

  test.each([
    ['C++: a language', '"c++ a language"'],
    ['Re: hello', '"re hello"'],
    ['aws re:invent', '"aws re invent"'],
    ['Star Wars: Episode IV', '"star wars episode iv"'],
    ['Batman:Begins', '"batman begins"'],
    ['lunch at 12:30', '"lunch at 12 30"'],
    ['site: news', '"site news"'],
    ['"site:nytimes.com"', '"site nytimes com"'],
    ['mailto:jane@example.org', '"mailto jane example org"'],
    ['doi:10.1000/182', '"doi 10 1000 182"'],
    ['std::vector', '"std vector"'],
    ['he said:"no"', '"he said" AND no'],
    ['p<0.05', '"p 0 05"'],
    ['e=mc2', '"e mc2"'],
    ['word(s)', 'word AND s'],
    ['and/or 24/7', '"and or 24 7"'],
    ['経済:政治', '"経済 政治"'],
    ['http://example.org/a', '"http example org a"'],
    ['ratio 3:2', '"ratio 3 2"'],
    ['nearby/3', '"nearby 3"'],
    ['near/by tea', '"near by tea"'],
    ['tea near milk', '"tea near milk"'],
    ['the source of it', '"the source of it"'],
  ])('%j contains no operator and parses as %s', (text, expected) => {
    expect(formatQuery(queryOf(text))).toBe(expected)
  })
})

describe('docs/query-language.md', () => {
  const page = readFileSync(new URL('../../../../docs/query-language.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.+?) +\|/gm)].map(([, text = '', meaning = '']) => ({
    text: text.replaceAll('\\|', '|'),
    meaning,
  }))
  const readable = rows.filter(({ meaning }) => meaning.startsWith('`'))
  const refused = rows.filter(({ meaning }) => /^\d+ /.test(meaning))

  test('has examples of every operator and every refusal', () => {
    expect(readable.length).toBeGreaterThan(20)
    expect(refused.length).toBeGreaterThan(12)
  })

  test.each(readable)('$text parses as documented', ({ text, meaning }) => {
    expect(formatQuery(queryOf(text))).toBe(/^`([^`]+)`/.exec(meaning)?.[1])
  })

  test.each(refused)('$text fails as documented', ({ text, meaning }) => {
    const [, column, code] = /^(\d+) `(\w+)`/.exec(meaning) ?? []
    expect(parseQuery(text)).toMatchObject({ ok: false, code, column: Number(column) })
  })
})

test('2,000 random inputs parse or fail, and each parsed query survives formatting', () => {
  const pieces = [
    'tea',
    'a*',
    'te*',
    '"',
    '(',
    ')',
    '-',
    'AND',
    'OR',
    'NOT',
    'near/3',
    'near/',
    'source:',
    'score:>',
    '10',
    'tone:negative',
    '東京',
    '\u0000',
    '\ud800',
    ' ',
    ' ',
    '½*',
    'ﷺ',
    "'",
    '*',
    ':',
    '/',
  ]
  let state = 12
  const below = (end: number) => (state = (state * 48_271) % 2_147_483_647) % end
  let read = 0
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: 1 + below(14) }, () => pieces[below(pieces.length)]).join(
      below(3) === 0 ? '' : ' ',
    )
    const result = parseQuery(text)
    const holds = result.ok
      ? hasRequiredWord(result.query) && isDeepStrictEqual(parseQuery(formatQuery(result.query)), result)
      : result.column >= 1 && result.column <= text.length + 1
    expect([text, holds]).toEqual([text, true])
    read += Number(result.ok)
  }
  expect(read).toBeGreaterThan(100)
})
