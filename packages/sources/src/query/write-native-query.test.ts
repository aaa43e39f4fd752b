import { describe, expect, test } from 'vitest'
import type { SourceQueryNode } from '../source.types.ts'
import type { Dialect } from './dialect.ts'
import { writeNativeQuery } from './write-native-query.ts'

const everything: Dialect = {
  key: 'bluesky',
  name: 'Everything',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `-${part}`,
  phrase: (words) => `"${words}"`,
  prefix: (beginning) => `${beginning}*`,
  near: ([first, second], distance) => `${first} NEAR/${distance} ${second}`,
  fields: { lang: ({ value }) => `lang:${value}` },
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 500,
}
const nothing: Dialect = {
  ...everything,
  name: 'Nothing',
  and: null,
  or: null,
  not: null,
  phrase: null,
  prefix: null,
  near: null,
  fields: {},
  nesting: 'none',
}

const phrase = (text: string) => ({
  kind: 'phrase' as const,
  words: text.split(' ').map((word) => ({ text: word.replace('*', ''), prefix: word.endsWith('*') })),
})
const and = (...operands: SourceQueryNode[]): SourceQueryNode => ({ kind: 'and', operands })
const or = (...operands: SourceQueryNode[]): SourceQueryNode => ({ kind: 'or', operands })
const not = (operand: SourceQueryNode): SourceQueryNode => ({ kind: 'not', operand })
const field = (name: 'lang' | 'source' | 'tone', value: string): SourceQueryNode => ({
  kind: 'field',
  field: name,
  comparison: '=',
  value,
})
const near = (first: string, second: string): SourceQueryNode => ({
  kind: 'near',
  distance: 4,
  operands: [phrase(first), phrase(second)],
})
const write = (node: SourceQueryNode, dialect: Dialect) =>
  writeNativeQuery({ node, terms: { text: '', phrases: ['tea', 'milk'] } }, dialect)

describe('a source that supports the whole language', () => {
  test.each<[string, SourceQueryNode]>([
    [
      'tea AND (milk OR "oat drink") AND -sugar',
      and(phrase('tea'), or(phrase('milk'), phrase('oat drink')), not(phrase('sugar'))),
    ],
    ['tea AND -milk AND -sugar', and(phrase('tea'), not(or(phrase('milk'), phrase('sugar'))))],
    ['tea AND -milk', and(not(phrase('milk')), phrase('tea'))],
    ['tea AND -(milk AND sugar)', and(phrase('tea'), not(and(phrase('milk'), phrase('sugar'))))],
    ['tea NEAR/4 milk', near('tea', 'milk')],
    ['vaccin* AND lang:de', and(phrase('vaccin*'), field('lang', 'de'))],
    ['tea', and(phrase('tea'), field('source', 'bluesky'))],
  ])('%s', (expected, node) => {
    expect(write(node, everything)).toEqual({ nativeQuery: expected, requests: [expected], notHonoured: [] })
  })
})

describe('an unsupported condition widens the query, with an explanation', () => {
  interface Case {
    what: string
    lacks: Partial<Dialect>
    node: SourceQueryNode
    query: string
    sentence: RegExp
  }
  const cases: readonly Case[] = [
    {
      what: 'leaving out',
      lacks: { not: null },
      node: and(phrase('tea'), not(phrase('milk'))),
      query: 'tea',
      sentence: /cannot leave words out/,
    },
    {
      what: 'nearness',
      lacks: { near: null },
      node: near('tea', 'oat milk'),
      query: 'tea AND "oat milk"',
      sentence: /near each other/,
    },
    {
      what: 'phrases',
      lacks: { phrase: null },
      node: phrase('oat milk'),
      query: 'oat AND milk',
      sentence: /cannot search for phrases/,
    },
    {
      what: 'beginnings in a phrase',
      lacks: {},
      node: phrase('oat mil*'),
      query: 'oat',
      sentence: /beginnings of words in a phrase/,
    },
    {
      what: 'fields',
      lacks: {},
      node: and(phrase('tea'), field('tone', 'negative')),
      query: 'tea',
      sentence: /cannot choose by tone/,
    },
    {
      what: 'an exclusion that it cannot say exactly',
      lacks: {},
      node: and(phrase('tea'), not(and(phrase('oat'), field('tone', 'negative')))),
      query: 'tea',
      sentence: /cannot leave out this part/,
    },
    {
      what: 'and',
      lacks: { and: null },
      node: and(phrase('tea'), phrase('chocolate')),
      query: 'tea',
      sentence: /one word or phrase at a time/,
    },
    {
      what: 'deep nesting',
      lacks: { nesting: 'or_in_and' },
      node: or(and(phrase('oat'), phrase('milk')), phrase('tea')),
      query: 'oat OR tea',
      sentence: /cannot nest/,
    },
  ]

  test.each(cases)('$what', ({ lacks, node, query, sentence }) => {
    const { nativeQuery, notHonoured } = write(node, { ...everything, ...lacks })
    expect(nativeQuery).toBe(query)
    expect(notHonoured).toEqual([expect.stringMatching(sentence)])
  })

  test('an unsupported condition inside an alternative keeps the other conditions', () => {
    expect(write(and(phrase('tea'), or(phrase('milk'), field('tone', 'negative'))), everything).nativeQuery).toBe('tea')
  })
})

describe('a source without OR', () => {
  const single = { ...everything, or: null, nesting: 'none' } as const

  test('gets one query for each alternative', () => {
    const written = write(and(phrase('tea'), or(phrase('milk'), phrase('oat drink')), not(phrase('sugar'))), single)
    expect(written.requests).toEqual(['tea AND milk AND -sugar', 'tea AND "oat drink" AND -sugar'])
    expect(written.notHonoured).toEqual([])
  })

  test('gets a wider query instead of more requests than it allows', () => {
    const letters = (all: string) => or(...all.split('').map(phrase))
    const written = write(and(letters('abc'), letters('defg')), { ...single, maxRequests: 4 })
    expect(written.requests).toEqual(['a', 'b', 'c'])
    expect(written.notHonoured).toHaveLength(1)
  })
})

test('a source that supports only words gets one word of each alternative', () => {
  const written = write(or(near('tea', 'milk'), phrase('vaccin*')), nothing)
  expect(written.requests).toEqual(['tea', 'vaccin'])
  expect(written.notHonoured.length).toBeGreaterThanOrEqual(3)
  for (const sentence of written.notHonoured) expect(sentence).toMatch(/^Nothing .+\.$/)
})

test('a query for other sources only does not reach this one', () => {
  expect(write(and(phrase('tea'), field('source', 'reddit')), everything)).toMatchObject({ requests: [] })
})

test('a query longer than the limit is truncated, with an explanation', () => {
  const words = Array.from({ length: 40 }, (_, index) => phrase(`word${index}`))
  const { nativeQuery, notHonoured } = write(and(...words), { ...everything, maxLength: 60 })
  expect(nativeQuery.length).toBeLessThanOrEqual(60)
  expect(nativeQuery).toMatch(/^word0 AND word1 AND/)
  expect(notHonoured).toEqual([expect.stringContaining('at most 60 characters')])
})

test('a list of words, as older callers send it, means alternatives', () => {
  const written = writeNativeQuery({ terms: { text: '', phrases: ['heat pump', 'vaccin*'] } }, everything)
  expect(written.nativeQuery).toBe('"heat pump" OR vaccin*')
})
