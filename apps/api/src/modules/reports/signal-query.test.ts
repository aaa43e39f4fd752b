import type { SignalQuery } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { CodedError } from '../../kernel/errors.ts'
import { narrowToEntity, readSignalQuery, restoreSignalQuery } from './signal-query.ts'

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

  test('that was stored before it was refused is read as it was', () => {
    const { echo } = readSignalQuery({ query_term: 'tea country:fr' })
    const stored = { ...echo, geo: 'DE', canonical: 'tea AND country:FR' }
    expect(restoreSignalQuery(stored).echo).toEqual({ ...stored, subject: 'tea from Germany from France' })
  })

  test('that was stored when its names were words still asks for these words', () => {
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

  test('has another id when it asks something else', () => {
    const asked: SignalQuery[] = [
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
    expect(new Set(asked.map(idOf)).size).toBe(asked.length)
  })

  test('does not change its id for feeds, cache or force, which change what is fetched and not what is measured', () => {
    const plain = idOf({ query_term: 'Oat Milk' })
    expect(idOf({ query_term: 'Oat Milk', feeds: ['https://example.org/feed'], check_cache: false })).toBe(plain)
    expect(idOf({ query_term: 'Oat Milk', force: true })).toBe(plain)
  })

  test('means the same when a refresh is forced, operators included', () => {
    const typed = '(Coffee OR Tea) AND NOT Decaf'
    expect(readSignalQuery({ query_term: typed, force: true }).echo.query_term).toBe('(coffee OR tea) AND NOT decaf')
    expect(idOf({ query_term: typed, force: true })).toBe(idOf({ query_term: typed }))
  })

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

  test('narrows to an entity and back', () => {
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
