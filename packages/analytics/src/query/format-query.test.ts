import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Random, createRandom } from '@auspex/contract/random'
import { canonicalQuery, formatQuery } from './format-query.ts'
import { parseQuery } from './parse-query.ts'
import { type FieldNode, type PhraseNode, type QueryNode, allOf, anyOf, hasRequiredWord, noneOf } from './query-node.ts'
import { matchesQuery } from './match-query.ts'

describe('format query', () => {
  /** The form that the parser returns: no join inside its own kind, no double negation. */
  function flatten(node: QueryNode): QueryNode {
    if (node.kind === 'not') return noneOf(flatten(node.operand))
    if (node.kind === 'and') return allOf(node.operands.map(flatten))
    return node.kind === 'or' ? anyOf(node.operands.map(flatten)) : node
  }

  describe('formatQuery', () => {
    test('writes a query that parses to the same query', () => {
      const random = createRandom(4)
      let read = 0
      for (let round = 0; round < 3_000; round++) {
        const query = flatten(randomQuery(random, 4))
        if (!hasRequiredWord(query)) continue
        read++
        expect(parseQuery(formatQuery(query))).toEqual({ ok: true, query })
      }
      expect(read).toBeGreaterThan(1_000)
    })

    test.each([
      ['Tea OR coffee milk', 'tea OR "coffee milk"'],
      ['a b OR c d e', '"a b" OR "c d e"'],
      ['"tea" milk OR mint', '(tea AND milk) OR mint'],
      ['oat near/3 milk', 'oat near/3 milk'],
      ['NOT (oat NEAR/3 "cold milk") AND tea', '-(oat near/3 "cold milk") AND tea'],
      ['tea Outlet:"Reddit/r/A (B)" score:10..20', 'tea AND outlet:"reddit/r/a (b)" AND score:>=10 AND score:<=20'],
      ['tea until:2026-02 since:2026', 'tea AND until:2026-02-28 AND since:2026-01-01'],
    ])('%j is written %j', (text, expected) => {
      const read = parseQuery(text)
      expect(read.ok && formatQuery(read.query)).toBe(expected)
    })

    test('formats and parses a query of the maximum nesting', () => {
      const nest = (depth: number): string => (depth === 0 ? 'tea' : `x (y OR ${nest(depth - 1)})`)
      const outcomes = [1, 8, 15, 16, 17, 31, 33].map((depth) => {
        const read = parseQuery(nest(depth))
        return read.ok ? isDeepStrictEqual(parseQuery(formatQuery(read.query)), read) : read.code
      })
      expect(outcomes).toEqual([true, true, true, true, 'too_deep', 'too_deep', 'too_deep'])
    })
  })
})

describe('canonicalQuery', () => {
  test('gives one form to queries that differ only in order, case or nesting', () => {
    const forms = ['(b OR a) AND "C d" -e', '"c D" (A OR B) NOT e', '-e AND ("c d" AND (a OR (b OR a)))'].map(
      (text) => {
        const result = parseQuery(text)
        return result.ok ? canonicalQuery(result.query) : result.message
      },
    )
    expect(new Set(forms)).toEqual(new Set(['"c d" AND (a OR b) AND -e']))
  })

  test('flattens a join whose operands collapse to one into the join around it', () => {
    const result = parseQuery('((a AND b) OR (b AND a)) AND c')
    expect(result.ok && canonicalQuery(result.query)).toBe('a AND b AND c')
  })

  test('parses its own output to the same form and meaning', () => {
    const random = createRandom(21)
    let read = 0
    for (let round = 0; round < 2_000; round++) {
      const query = randomQuery(random, 4)
      const form = canonicalQuery(query)
      const result = parseQuery(form)
      if (!hasRequiredWord(query)) continue
      expect(result).toMatchObject({ ok: true })
      if (!result.ok) continue
      read++
      expect(canonicalQuery(result.query)).toBe(form)
      const words = Array.from({ length: 6 }, () => random.pick(smallVocabulary))
      expect(matchesQuery(result.query, words, [])).toBe(matchesQuery(query, words, []))
    }
    expect(read).toBeGreaterThan(500)
  })
})

const smallVocabulary = ['tea', 'milk', 'mint', "don't", 'cafe', 'and', '19', '東京'] as const

const fields: readonly FieldNode[] = [
  { kind: 'field', field: 'source', comparison: '=', value: 'hacker_news' },
  { kind: 'field', field: 'outlet', comparison: '=', value: 'reddit/r/a (b)' },
  { kind: 'field', field: 'author', comparison: '=', value: 'jane doe' },
  { kind: 'field', field: 'lang', comparison: '=', value: 'en' },
  { kind: 'field', field: 'country', comparison: '=', value: 'DE' },
  { kind: 'field', field: 'tone', comparison: '=', value: 'negative' },
  { kind: 'field', field: 'since', comparison: '=', value: '2026-01-05' },
  { kind: 'field', field: 'score', comparison: '>=', value: '10' },
  { kind: 'field', field: 'score', comparison: '<', value: '-3' },
  { kind: 'field', field: 'comments', comparison: '>', value: '2' },
  { kind: 'field', field: 'views', comparison: '<=', value: '100' },
]

/** A random query over the small vocabulary; it may consist of exclusions and fields only. */
function randomQuery(random: Random, depth: number): QueryNode {
  const choice = depth === 0 ? random.below(3) : random.below(7)
  if (choice <= 1) return randomPhrase(random)
  if (choice === 2) {
    if (random.below(2) === 0) return random.pick(fields)
    return { kind: 'near', distance: 1 + random.below(4), operands: [randomPhrase(random), randomPhrase(random)] }
  }
  if (choice === 3) return { kind: 'not', operand: randomQuery(random, depth - 1) }
  const operands = Array.from({ length: 2 + random.below(2) }, () => randomQuery(random, depth - 1))
  return { kind: choice <= 5 ? 'and' : 'or', operands }
}

function randomPhrase(random: Random): PhraseNode {
  const words = Array.from({ length: 1 + random.below(2) }, () => {
    const text = random.pick(smallVocabulary)
    return random.below(5) === 0 && text.length > 2 ? { text: text.slice(0, 2), prefix: true } : { text, prefix: false }
  })
  return { kind: 'phrase', words }
}
