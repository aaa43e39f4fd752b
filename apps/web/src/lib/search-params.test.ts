import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'
import { parsePlainSearch, stringifyPlainSearch } from './search-params.ts'

test('a topic that looks like a number or like JSON stays a word', () => {
  expect(parsePlainSearch('?term=2026&geo=true')).toEqual({ term: '2026', geo: 'true' })
})

test('what is written is read back, lists included', () => {
  const search = { term: '"oat milk" -soy & 5 %', source: ['imported', 'gdelt'] }
  expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search)
})

test('empty values leave no trace in the URL', () => {
  expect(stringifyPlainSearch({ term: undefined, geo: '', source: [] })).toBe('')
})

test('CSV quotes what must be quoted, keeps unknown empty and disarms formulas', () => {
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
