import { describe, expect, test } from 'vitest'
import { maxIndexedTokens, toTsvector } from './tsvector.ts'

describe('toTsvector', () => {
  test('title words carry weight A and no phrase can span title and body', () => {
    expect(toTsvector(['rate', 'cut'], ['cut', 'now'])).toBe("'rate':1A 'cut':2A,19 'now':20")
  })

  test('quotes and backslashes cannot leave the literal', () => {
    expect(toTsvector(["don't", 'a\\b'], [])).toBe("'don''t':1A 'a\\\\b':2A")
  })

  test('a word that repeats keeps 256 places at most', () => {
    expect(
      toTsvector(
        [],
        Array.from({ length: 400 }, () => 'x'),
      ).split(','),
    ).toHaveLength(256)
  })

  test('a long text is indexed up to the cap, its title first', () => {
    const vector = toTsvector(
      ['title'],
      Array.from({ length: 20_000 }, (_, index) => `w${index}`),
    )
    expect(vector.split(' ')).toHaveLength(maxIndexedTokens)
    expect(vector).toContain("'title':1A")
    expect(vector).not.toContain("'w12000'")
  })

  test('a lexeme beyond the byte limit of PostgreSQL is left out', () => {
    expect(toTsvector(['東'.repeat(700), 'kept'], [])).toBe("'kept':2A")
  })

  test('no words make an empty vector', () => {
    expect(toTsvector([], [])).toBe('')
  })
})
