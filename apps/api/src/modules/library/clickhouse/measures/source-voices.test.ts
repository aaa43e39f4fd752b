import { expect, test } from 'vitest'
import { sourceCodes } from '../../source-codes.ts'
import { toSourceVoices } from '../clickhouse-store.ts'

test('an author whom two shards hold is one author, and documents without one name nobody', () => {
  const [imported, hackerNews] = [sourceCodes.imported, sourceCodes.hacker_news]
  const voices = toSourceVoices({
    length: 5,
    source: new Uint8Array([imported, hackerNews, imported, imported, imported]),
    author: new Int32Array([4, 4, 0, 4, 5]),
    outlet: new Int32Array([1, 1, 1, 1, 2]),
    documents: new Float64Array([2, 1, 7, 3, 1]),
    latest: new Float64Array([0, -1, Date.parse('2025-12-31T23:59:59Z'), 5, 6]),
  })
  expect(voices.find(({ source }) => source === 'imported')).toEqual({
    source: 'imported',
    documents: 13,
    authors: 2,
    year: 2025,
    outlets: new Map([
      [1, 12],
      [2, 1],
    ]),
  })
  expect(voices.find(({ source }) => source === 'hacker_news')).toMatchObject({ authors: 1, year: 1969 })
})
