import { describe, expect, test } from 'vitest'
import { ch } from '../../../adapters/clickhouse/statement.ts'
import {
  asFloat64,
  asInt32,
  asInt64,
  asText,
  asUint16,
  asUint32s,
  asUint8,
  readColumns,
  takeRows,
} from './select-columns.ts'
import { dayOfTime, dayNumberOfDay, dayOfNumber, dayNumberOfTime } from './day-numbers.ts'

describe('select columns', () => {
  const columns = {
    id: asInt64(ch`id`),
    title: asText(ch`title`),
    ms: asFloat64(ch`ms`),
    places: asUint32s(ch`places`),
    outlet: asInt32(ch`outlet`),
    kind: asUint16(ch`kind`),
  }

  /** A row in RowBinary format. */
  function write(row: {
    id: bigint
    title: string
    ms: number
    places: number[]
    outlet: number
    kind: number
  }): Buffer {
    const title = Buffer.from(row.title)
    const length = (value: number) => Buffer.from(value < 128 ? [value] : [(value & 127) | 128, value >> 7])
    const fixed = Buffer.alloc(8)
    fixed.writeBigInt64LE(row.id)
    const ms = Buffer.alloc(8)
    ms.writeDoubleLE(row.ms)
    const places = Buffer.from(Uint32Array.from(row.places).buffer)
    const rest = Buffer.alloc(6)
    rest.writeInt32LE(row.outlet)
    rest.writeUInt16LE(row.kind, 4)
    return Buffer.concat([fixed, length(title.length), title, ms, length(row.places.length), places, rest])
  }

  test('reads rows column by column, with strings and arrays of any length', () => {
    const rows = [
      { id: -1n, title: '東京', ms: -3_474_144_000_500, places: [], outlet: 2 ** 31 - 1, kind: 65_535 },
      { id: 2n ** 63n - 1n, title: 'x'.repeat(300), ms: 0.5, places: [2 ** 32 - 1, 7], outlet: -1, kind: 0 },
      { id: 0n, title: '', ms: 0, places: Array.from({ length: 200 }, (_, index) => index), outlet: 0, kind: 1 },
    ]
    const read = readColumns(Buffer.concat(rows.map(write)), columns)
    expect(read.length).toBe(3)
    expect(
      Array.from({ length: read.length }, (_, row) => ({
        id: read.id[row],
        title: read.title[row],
        ms: read.ms[row],
        places: [...(read.places[row] ?? [])],
        outlet: read.outlet[row],
        kind: read.kind[row],
      })),
    ).toEqual(rows)
  })

  test('returns empty columns for no rows', () => {
    expect(readColumns(new Uint8Array(), columns)).toMatchObject({ length: 0, title: [], id: new BigInt64Array() })
  })

  test('refuses truncated rows', () => {
    expect(() => readColumns(new Uint8Array(20), { id: asInt64(ch`id`), kind: asUint8(ch`kind`) })).toThrow(RangeError)
  })

  test('selects some rows in a given order', () => {
    const read = readColumns(new Uint8Array([1, 9, 2, 255]), { country: asUint8(ch`country`), kind: asUint8(ch`kind`) })
    expect(takeRows(read, new Int32Array([1, 0]))).toMatchObject({ length: 2, kind: new Uint8Array([255, 9]) })
  })
})

describe('day numbers', () => {
  test.each([
    ['1859-11-24T10:00:00.123Z', '1859-11-24'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31'],
    ['1970-01-01T00:00:00Z', '1970-01-01'],
    ['2026-01-05T23:59:59.999Z', '2026-01-05'],
  ])('%s is on the day %s, which has a number', (instant, day) => {
    expect(dayOfTime(Date.parse(instant))).toBe(day)
    expect(dayOfNumber(dayNumberOfTime(Date.parse(instant)))).toBe(day)
    expect(dayNumberOfDay(day)).toBe(dayNumberOfTime(Date.parse(instant)))
  })
})
