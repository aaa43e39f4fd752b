import { describe, expect, test } from 'vitest'
import { tokens } from '../text/tokenize.ts'
import { highlightRanges, matchesQuery } from './match-query.ts'
import { parseQuery } from './parse-query.ts'
import { allOf, type QueryNode } from './query-node.ts'
import { queryPhrases } from './format-query.ts'
import { toTsquery } from './to-tsquery.ts'

function queryOf(text: string): QueryNode {
  const result = parseQuery(text)
  if (!result.ok) throw new Error(result.message)
  return result.query
}

describe('matchesQuery', () => {
  test.each([
    ['climate change', 'The Climate Change report', '', true],
    ['climate change', 'Change of climate', '', false],
    ['climate change', 'A new climate', 'change is here', false],
    ['climate change', '', 'on climate-change', true],
    ['vaccin*', 'Vaccination starts', '', true],
    ['vaccin* trial', 'Vaccine trial halted', '', true],
    ['tea -milk', 'Tea', 'with milk', false],
    ['tea AND milk', 'Tea', 'with milk', true],
    ['(tea OR coffee) -milk', 'Coffee, black', '', true],
    ["bitcoin's", 'Bitcoin falls', '', true],
  ])('%j on %j with body %j: %s', (query, title, body, expected) => {
    expect(matchesQuery(queryOf(query), tokens(title), tokens(body))).toBe(expected)
  })
})

describe('toTsquery', () => {
  test.each([
    ['climate change', "('climate' <-> 'change')"],
    ["don't OR vaccin*", "('don''t' | 'vaccin':*)"],
    ['tea -(iced OR milk)', "('tea' & !('iced' | 'milk'))"],
  ])('%j becomes %s', (query, expected) => {
    expect(toTsquery(queryOf(query))).toBe(expected)
  })
})

describe('queryPhrases', () => {
  test('lists only phrases that must match', () => {
    expect(queryPhrases(queryOf('"heat pump" (tax OR grant*) -boiler "heat pump"'))).toEqual([
      'heat pump',
      'tax',
      'grant*',
    ])
  })

  test('keeps scripts without spaces as written', () => {
    expect(queryPhrases(queryOf('東京都知事'))).toEqual(['東京都知事'])
  })
})

describe('highlightRanges', () => {
  test('marks the matches in the original spelling, and nothing excluded', () => {
    const text = "Café owners: Bitcoin's climate‑change café-tax"
    const marked = highlightRanges(queryOf('cafe OR bitcoin OR "climate change" -owners'), text)
    expect(marked.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Café',
      'Bitcoin',
      'climate‑change',
      'café',
    ])
  })

  test('merges overlapping matches into one range', () => {
    const query = queryOf('"new york" OR "york city"')
    expect(highlightRanges(query, 'New York City')).toEqual([{ start: 0, end: 13 }])
  })
})

test('joins the two queries of an x and y pair', () => {
  const pair = allOf([queryOf('tea OR coffee'), queryOf('health')])
  expect(matchesQuery(pair, tokens('Coffee and health'), [])).toBe(true)
  expect(matchesQuery(pair, tokens('Coffee'), [])).toBe(false)
})
