import type { SignalQuery } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { CodedError } from '../../kernel/errors.ts'
import { narrowToEntity, readSignalQuery, restoreSignalQuery } from './signal-query.ts'
import { describeQuery, describeQueryParts } from './describe-query.ts'

describe('signal query', () => {
  const idOf = (query: SignalQuery) => readSignalQuery(query).signalId
  const words = [
    'oat milk',
    'Café',
    'covid-19',
    'matcha OR "oat milk"',
    'coffee -starbucks',
    '(tea OR chai) AND latte',
    'Москва',
    '新しいカフェ',
  ]

  describe('a signal query', () => {
    test.each(words)('%s has one id whatever the case and spaces', (term) => {
      const id = idOf({ query_term: term })
      expect(id).toMatch(/^sig_[a-z0-9]{25}$/)
      const variants = [
        `  ${term} `,
        term.replaceAll(' ', ' \t '),
        term.replaceAll(/(?<!\w)(?!OR\b|AND\b)\p{L}+/gu, (word) => word.toUpperCase()),
      ]
      for (const variant of variants) expect([variant, idOf({ query_term: variant })]).toEqual([variant, id])
    })

    test('has the same id when read again from its echo', () => {
      for (const term of words) {
        const query = readSignalQuery({
          query_term: term,
          geo: 'US',
          entity: ' Oatly  AB ',
          sources: ['rss', 'gdelt'],
          startDate: '2026-01-01',
        })
        expect(restoreSignalQuery(query.echo)).toEqual(query)
      }
    })

    test('that was stored before such queries were refused can still be read', () => {
      const { echo } = readSignalQuery({ query_term: 'tea country:fr' })
      const stored = { ...echo, geo: 'DE', canonical: 'tea AND country:FR' }
      expect(restoreSignalQuery(stored).echo).toEqual({ ...stored, subject: 'tea from Germany from France' })
    })

    test('that was stored when names were words still matches these words', () => {
      const { echo, signalId } = readSignalQuery({ query_term: 'tea "site nytimes com"' })
      const stored = { ...echo, title: 'tea site:nytimes.com', query_term: 'tea site:nytimes.com' }
      const subject = 'tea site:nytimes.com'
      expect(restoreSignalQuery(stored)).toMatchObject({ signalId, echo: { ...stored, subject } })
      expect(restoreSignalQuery({ ...stored, query_term: 'tea views:1' }).signalId).toBe(signalId)
    })

    test('has the same id for any order of sources, operands and pair', () => {
      expect(idOf({ query_term: 'tea', sources: ['rss', 'gdelt'] })).toBe(
        idOf({ query_term: 'tea', sources: ['gdelt', 'rss'] }),
      )
      expect(idOf({ query_term: 'tea OR coffee' })).toBe(idOf({ query_term: 'coffee OR tea' }))
      expect(idOf({ x_term: 'tea', y_term: 'milk', isCompound: true })).toBe(
        idOf({ x_term: 'Milk', y_term: 'TEA', isCompound: true }),
      )
    })

    test('has a different id when its meaning differs', () => {
      const queries: SignalQuery[] = [
        { query_term: 'tea' },
        { query_term: 'tea', geo: 'US' },
        { query_term: 'tea', entity: 'Lipton' },
        { query_term: 'tea', sources: ['rss'] },
        { query_term: 'tea', startDate: '2026-01-01' },
        { query_term: 'tea', endDate: '2026-01-01' },
        { x_term: 'tea', y_term: 'milk', isCompound: true },
        { x_term: 'tea', y_term: 'milk', isCompound: false },
        { query_term: 'tea milk' },
      ]
      expect(new Set(queries.map(idOf)).size).toBe(queries.length)
    })

    test('does not change its id for feeds, cache or force, which change what is fetched and not what is measured', () => {
      const plain = idOf({ query_term: 'Oat Milk' })
      expect(idOf({ query_term: 'Oat Milk', feeds: ['https://example.org/feed'], check_cache: false })).toBe(plain)
      expect(idOf({ query_term: 'Oat Milk', force: true })).toBe(plain)
    })

    test('has the same meaning, including operators, when a refresh is forced', () => {
      const typed = '(Coffee OR Tea) AND NOT Decaf'
      expect(readSignalQuery({ query_term: typed, force: true }).echo.query_term).toBe('(coffee OR tea) AND NOT decaf')
      expect(idOf({ query_term: typed, force: true })).toBe(idOf({ query_term: typed }))
    })

    test.each(['tea NOT(oat)', '"oat milk"AND Coffee', '(tea)OR(coffee)'])(
      'has the same meaning when a refresh of %s is forced, where an operator has no space beside it',
      (typed) => expect(idOf({ query_term: typed, force: true })).toBe(idOf({ query_term: typed })),
    )

    test('keeps the words as typed, and lower-cases them when a refresh is forced', () => {
      expect(readSignalQuery({ query_term: ' Oat  Milk ' }).echo).toMatchObject({
        title: 'Oat Milk',
        query_term: 'Oat Milk',
      })
      expect(readSignalQuery({ query_term: 'Oat Milk', force: true }).echo).toMatchObject({
        title: 'oat milk',
        query_term: 'oat milk',
      })
    })

    test('needs both terms of a compound pair and either of a loose one', () => {
      const pair = { x_term: 'tea', y_term: 'oat milk' }
      expect(readSignalQuery({ ...pair, isCompound: true })).toMatchObject({
        tsquery: "('tea' & ('oat' <-> 'milk'))",
        echo: { title: 'tea and oat milk' },
      })
      expect(readSignalQuery(pair)).toMatchObject({
        tsquery: "('tea' | ('oat' <-> 'milk'))",
        echo: { title: 'tea or oat milk', isCompound: false },
      })
    })

    test('adds and removes an entity filter', () => {
      const query = readSignalQuery({ query_term: 'tea' })
      expect(narrowToEntity(query, '  ')).toBe(query)
      expect(narrowToEntity(query, 'LIPTON').signalId).toBe(idOf({ query_term: 'tea', entity: 'Lipton' }))
    })
  })

  describe('a query that cannot be read', () => {
    test.each([
      [{ query_term: 'tea "oat milk' }, 'signals.query_unreadable', 'Column 5'],
      [{ query_term: 'AND' }, 'signals.query_unreadable', 'Column 1'],
      [{}, 'signals.query_unreadable', 'Column 1'],
      [{ query_term: '-tea' }, 'signals.query_unreadable', 'Column 1'],
      [{ x_term: 'tea', y_term: '(' }, 'signals.query_unreadable', 'Column'],
      [{ y_term: 'tea' }, 'signals.query_invalid', 'first term'],
      [
        { query_term: 'tea', startDate: '2026-02-01', endDate: '2026-01-01' },
        'signals.query_invalid',
        'before the first day',
      ],
    ])('%j is refused as %s', (query, code, sentence) => {
      const failure = failureOf(() => readSignalQuery(query))
      expect(failure).toMatchObject({ kind: 'invalid', code })
      expect(failure?.fields[0]?.message).toContain(sentence)
    })
  })

  function failureOf(act: () => unknown): CodedError | null {
    try {
      act()
      return null
    } catch (error) {
      if (error instanceof CodedError) return error
      throw error
    }
  }
})

describe('the description of a query', () => {
  const describeOf = (query: Parameters<typeof readSignalQuery>[0]) => {
    const { echo } = readSignalQuery(query)
    expect(echo.subject).toBe(describeQuery(echo))
    return `${describeQuery(echo)}${describeQueryParts(echo).days}`
  }

  test('a query without filters is described by its topic, without quotation marks', () => {
    expect(describeOf({ query_term: '"oat milk"' })).toBe('oat milk')
    expect(describeOf({ x_term: 'tea', y_term: '"oat milk"', isCompound: true })).toBe('tea and oat milk')
  })

  test.each([
    [{ query_term: 'bitcoin', entity: 'Satoshi' }, 'bitcoin named together with Satoshi'],
    [{ query_term: 'bitcoin', geo: 'CN' }, 'bitcoin from China'],
    [{ query_term: 'bitcoin country:us' }, 'bitcoin from the United States'],
    [{ query_term: 'bitcoin', sources: ['hacker_news' as const] }, 'bitcoin on Hacker News'],
    [{ query_term: 'bitcoin source:hacker_news' }, 'bitcoin on Hacker News'],
    [{ query_term: 'bitcoin', sources: ['imported' as const] }, 'bitcoin in imported documents'],
    [{ query_term: 'bitcoin AND (source:reddit OR outlet:"reddit")' }, 'bitcoin from Reddit'],
    [{ query_term: 'bitcoin (kind:post OR kind:comment) lang:fr' }, 'bitcoin in French from posts or comments'],
    [{ query_term: '"oat milk" -(source:reddit OR outlet:reddit)' }, 'oat milk without Reddit'],
    [{ query_term: 'bitcoin (source:reddit OR source:hacker_news)' }, 'bitcoin on Hacker News and Reddit'],
    [{ query_term: 'bitcoin -kind:article -"price of gold"' }, 'bitcoin without articles or price of gold'],
    [{ query_term: 'bitcoin tone:negative' }, 'bitcoin in a negative tone'],
    [{ query_term: 'bitcoin lang:fr outlet:lemonde.fr' }, 'bitcoin in French in lemonde.fr'],
    [{ query_term: 'bitcoin author:ana kind:comment' }, 'bitcoin by ana in comments'],
    [{ query_term: 'bitcoin comments>50 views<=9' }, 'bitcoin with more than 50 comments with at most 9 views'],
    [{ query_term: 'wildfires AND "New Mexico" AND smoke' }, 'wildfires, New Mexico and smoke'],
    [{ query_term: 'wildfires AND (smoke OR ash)' }, 'wildfires AND (smoke OR ash)'],
    [{ query_term: 'bitcoin score:>=100' }, 'bitcoin with a score of at least 100'],
    [{ query_term: 'tea', startDate: '2020-03-01', endDate: '2020-03-31' }, 'tea in March 2020'],
    [{ query_term: 'tea since:2020-01-01 until:2020-12-31' }, 'tea in 2020'],
    [{ query_term: 'tea', startDate: '2020-03-02', endDate: '2020-03-09' }, 'tea from 2 to 9 March 2020'],
    [{ query_term: 'tea', startDate: '2020-03-02', endDate: '2020-03-02' }, 'tea on 2 March 2020'],
    [{ query_term: 'tea', startDate: '2020-03-02' }, 'tea since 2 March 2020'],
    [{ query_term: 'tea', endDate: '2020-03-02' }, 'tea up to 2 March 2020'],
  ])('describes each filter: %j', (query, words) => {
    expect(describeOf(query)).toBe(words)
  })

  test('counts sources when there are many, and quotes a condition inside OR as typed', () => {
    expect(describeOf({ query_term: 'tea', sources: ['hacker_news', 'reddit', 'lemmy', 'mastodon'] })).toBe(
      'tea on Hacker News, Lemmy and 2 other sources',
    )
    expect(describeOf({ query_term: 'tea OR (coffee tone:negative)' })).toBe('tea OR (coffee tone:negative)')
  })
})
