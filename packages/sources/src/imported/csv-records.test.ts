import { parse } from 'csv-parse/sync'
import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'

import { createCsvReader } from './csv-records.ts'

function readAll(text: string, batch: number) {
  const reader = createCsvReader({ delimiter: ',', width: 3, isRow: ({ length }) => length === 3, firstLine: 1 })
  const lines = text.split('\n')
  const records = []
  for (let at = 0; at < lines.length; at += batch) records.push(...reader.push(lines.slice(at, at + batch)))
  return [...records, ...reader.push([], { last: true })]
}

/** A deterministic sequence of field contents that CSV has to quote. */
function generate(seed: number): string[][] {
  const parts = ['a', '"', ',', '\n', ' ', 'word', '""', 'ü', '']
  const { below, pick } = createRandom(seed)
  const field = () => Array.from({ length: below(6) }, () => pick(parts)).join('')
  return Array.from({ length: 20 }, () => ['id', field(), field()])
}

describe('createCsvReader', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('reads well-formed CSV as csv-parse does (seed %i)', (seed) => {
    const rows = generate(seed)
    const quoted = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join('\n')
    const expected = parse(quoted, { relax_column_count: true })
    expect(expected).toEqual(rows)
    for (const batch of [1, 3, 100])
      expect(readAll(quoted, batch).map((record) => ('fields' in record ? record.fields : record))).toEqual(expected)
  })

  test('gives the number of the line on which a record starts', () => {
    expect(readAll('a,"1\n2",x\nb,3,y\n\n"c', 1)).toEqual([
      { line: 1, fields: ['a', '1\n2', 'x'] },
      { line: 3, fields: ['b', '3', 'y'] },
      { line: 5, broken: 'a quote is opened and never closed' },
    ])
  })

  test('keeps a quoted field of any number of lines, and none of its lines is a row', () => {
    const body = 'a,b,c\n'.repeat(5000)
    expect(readAll(`1,"${body}",x\n2,y,z`, 50)).toEqual([
      { line: 1, fields: ['1', body, 'x'] },
      { line: 5002, fields: ['2', 'y', 'z'] },
    ])
  })
})
