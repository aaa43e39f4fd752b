import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listSearchFields, nextSort, organizationField, toListPage, toListSort } from './list-search.ts'
import { toCsv } from '../files/download.ts'
import { parsePlainSearch, stringifyPlainSearch } from './search-params.ts'

const schema = z.object({ ...listSearchFields, organization: organizationField })
const read = (address: Record<string, unknown>) => z.parse(schema, address)

describe('the URL of a list', () => {
  test('keeps valid parameters and drops the rest', () => {
    expect(read({ search: ' mira ', page: '3', size: '100', sort: '-name', organization: 'org_northwind' })).toEqual({
      search: 'mira',
      page: '3',
      size: '100',
      sort: '-name',
      organization: 'org_northwind',
    })
    expect(read({ search: '  ', page: '0', size: 'many', sort: 'name;drop', organization: '-' })).toEqual({
      search: undefined,
      page: undefined,
      size: undefined,
      sort: undefined,
      organization: undefined,
    })
  })

  test('an invalid page size falls back to the default', () => {
    expect(toListPage({ page: undefined, size: '7' })).toEqual({ page: 1, perPage: 50 })
    expect(toListPage({ page: '12', size: '200' })).toEqual({ page: 12, perPage: 200 })
  })

  test('a page beyond the contract’s maximum becomes that maximum', () => {
    expect(toListPage({ page: '999999', size: undefined }).page).toBe(100_000)
  })
})

describe('sorting', () => {
  const defaultSort = { key: 'name', descending: false } as const
  const keys = ['name', 'users'] as const

  test('an unsortable column keeps the default order', () => {
    expect(toListSort('-secret', keys, defaultSort)).toBe(defaultSort)
    expect(toListSort(undefined, keys, defaultSort)).toBe(defaultSort)
  })

  test('pressing a header sorts by it, and pressing it again reverses the order', () => {
    expect(nextSort('users', defaultSort)).toBe('users')
    expect(nextSort('users', toListSort('users', keys, defaultSort))).toBe('-users')
    expect(nextSort('users', toListSort('-users', keys, defaultSort))).toBe('users')
  })
})

test('a topic that looks like a number or like JSON stays a word', () => {
  expect(parsePlainSearch('?term=2026&geo=true')).toEqual({ term: '2026', geo: 'true' })
})

test('parameters round-trip, including lists', () => {
  const search = { term: '"oat milk" -soy & 5 %', source: ['imported', 'gdelt'] }
  expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search)
})

test('empty values leave no trace in the URL', () => {
  expect(stringifyPlainSearch({ term: undefined, geo: '', source: [] })).toBe('')
})

test('CSV quotes fields where necessary, leaves unknown values empty and escapes formulas', () => {
  expect(
    toCsv(
      ['day', 'title'],
      [
        ['2026-01-01', 'a "b", c'],
        [null, '=HYPERLINK("x")'],
        [3, ''],
      ],
    ),
  ).toBe('day,title\r\n2026-01-01,"a ""b"", c"\r\n,"\'=HYPERLINK(""x"")"\r\n3,')
})
