import { describe, expect, test } from 'vitest'
import { parseCloses } from './parse-closes.ts'

describe('reading closing prices', () => {
  test('a header says where day and price stand, whatever parts the columns', () => {
    expect(parseCloses('\uFEFFDate,Open,Close\r\n2026-11-19,14.1,14.35\r\n"2026-11-20",14.4,"14.81"\r\n')).toEqual({
      closes: [
        { day: '2026-11-19', close: 14.35 },
        { day: '2026-11-20', close: 14.81 },
      ],
      faults: [],
    })
    expect(parseCloses('2026-11-19;14,35\n2026-11-20T00:00:00Z;14,81').closes).toEqual([
      { day: '2026-11-19', close: 14.35 },
      { day: '2026-11-20', close: 14.81 },
    ])
  })

  test('each line that cannot be read says its number and what to write', () => {
    const { closes, faults } = parseCloses(
      'day,close\n2026-02-31,1\n2026-11-18,abc\n2026-11-19,2\n2026-11-19,3\n\n2026-11-20,0',
    )
    expect(closes).toEqual([{ day: '2026-11-19', close: 2 }])
    expect(faults.map(({ line }) => line)).toEqual([2, 3, 5, 7])
    expect(faults[0]?.what).toBe('“2026-02-31” is not a date. Write it like 2026-11-20.')
  })

  test('a header without both columns is named, instead of every line under it', () => {
    expect(parseCloses('open,high\n1,2\n3,4').faults).toEqual([
      { line: 1, what: 'The header has no “date” or “close” column. Name both, or leave the header out.' },
    ])
  })
})
