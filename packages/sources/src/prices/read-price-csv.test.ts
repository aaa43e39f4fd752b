import { describe, expect, test } from 'vitest'
import { readPriceCsv } from './read-price-csv.ts'

describe('a file of prices', () => {
  test('is read whatever the order of its columns, and rows that are no close are told by line', () => {
    const text =
      'Ticker;Close;Date\nfjrd;14.2;2026-11-18\nFJRD;-1;2026-11-19\nFJRD;14.8;yesterday\nOATS;3.5;2026-11-19\n'
    expect(readPriceCsv(text, null)).toEqual({
      closes: new Map([
        ['FJRD', [{ day: '2026-11-18', close: 14.2 }]],
        ['OATS', [{ day: '2026-11-19', close: 3.5 }]],
      ]),
      rejected: [
        { line: 3, reason: 'the close is missing or no number above 0' },
        { line: 4, reason: 'the date cannot be read: it is no date that can be read' },
      ],
    })
  })

  test('of one symbol needs no column for it', () => {
    const file = readPriceCsv('Date,Open,High,Low,Close,Volume\n2026-11-18,1,2,1,1.5,900\n', 'oats')
    expect(typeof file === 'string' ? file : file.closes.get('OATS')).toEqual([{ day: '2026-11-18', close: 1.5 }])
  })

  test.each([
    ['a,b\n1,2', null, /must name the columns/],
    ['date,close\n2026-11-18,2', null, /no column symbol/],
  ])('that cannot be read says what it lacks', (text, symbol, sentence) => {
    expect(readPriceCsv(text, symbol)).toMatch(sentence)
  })
})
