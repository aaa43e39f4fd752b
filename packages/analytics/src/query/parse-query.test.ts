import { describe, expect, test } from 'vitest'
import { canonicalQuery } from './canonical-query.ts'
import { parseQuery } from './parse-query.ts'

function canonicalOf(text: string): string {
  const result = parseQuery(text)
  if (!result.ok) throw new Error(`${text}: ${result.message}`)
  return canonicalQuery(result.query)
}

describe('parseQuery', () => {
  test.each([
    ['climate change', '"climate change"'],
    ['Climate   CHANGE', '"climate change"'],
    ['"climate" change', 'change AND climate'],
    ['“climate change” policy', '"climate change" AND policy'],
    ['tea OR coffee', 'coffee OR tea'],
    ['tea AND coffee OR milk', '(coffee AND tea) OR milk'],
    ['tea AND (coffee OR milk)', '(coffee OR milk) AND tea'],
    ['tea -coffee milk', 'milk AND tea AND -coffee'],
    ['tea NOT iced coffee', 'tea AND -"iced coffee"'],
    ['tea -"iced coffee"', 'tea AND -"iced coffee"'],
    ['tea -(coffee OR milk)', 'tea AND -(coffee OR milk)'],
    ['tea --coffee', 'coffee AND tea'],
    ['vaccin* trial', '"vaccin* trial"'],
    ['covid-19', '"covid 19"'],
    ['New York - London', '"new york london"'],
    ['salt and pepper', '"salt and pepper"'],
    ['((tea))', 'tea'],
    ['tea OR tea', 'tea'],
    ['東京 OR café', 'cafe OR 東京'],
  ])('%j is read as %j', (text, expected) => {
    expect(canonicalOf(text)).toBe(expected)
  })

  test.each([
    ['', 'empty', 1],
    ['!!! →', 'empty', 1],
    ['tea "coffee', 'unclosed_quote', 5],
    ['tea (coffee', 'unclosed_group', 5],
    ['tea) coffee', 'unexpected_close', 4],
    ['tea OR', 'missing_operand', 7],
    ['AND tea', 'missing_operand', 1],
    ['tea OR OR milk', 'missing_operand', 8],
    ['tea ()', 'missing_operand', 6],
    ['tea "!"', 'no_words', 5],
    ['a*', 'prefix_too_short', 1],
    ['-tea', 'only_exclusions', 1],
    ['tea OR -milk', 'only_exclusions', 1],
    ['('.repeat(40), 'too_deep', 33],
    ['x'.repeat(2_001), 'too_long', 2_001],
  ])('%j is refused as %s at column %i', (text, code, column) => {
    expect(parseQuery(text)).toMatchObject({ ok: false, code, column })
  })

  test('a refusal says what to do', () => {
    expect(parseQuery('tea "coffee')).toMatchObject({ hint: expect.stringContaining('closing') })
  })
})
