import { expect, test } from 'vitest'
import { ch } from '../../../adapters/clickhouse/statement.ts'
import { asFloat64, asInt32, asInt64, asUint16, asUint8, readColumns } from './select-columns.ts'
import { takeRows } from './take-rows.ts'

const asked = {
  id: asInt64(ch`id`),
  tone: asFloat64(ch`tone`),
  outlet: asInt32(ch`outlet`),
  country: asUint16(ch`country`),
  kind: asUint8(ch`kind`),
}

function toBytes(rows: readonly [bigint, number, number, number, number][]): Uint8Array {
  const bytes = new Uint8Array(rows.length * 23 + 3)
  const view = new DataView(bytes.buffer, 3)
  for (const [row, [id, tone, outlet, country, kind]] of rows.entries()) {
    view.setBigInt64(row * 23, id, true)
    view.setFloat64(row * 23 + 8, tone, true)
    view.setInt32(row * 23 + 16, outlet, true)
    view.setUint16(row * 23 + 20, country, true)
    view.setUint8(row * 23 + 22, kind)
  }
  // an answer need not begin where its memory does
  return bytes.subarray(3)
}

const bytes = toBytes([
  [2n ** 63n - 1n, Number.NaN, -2_147_483_648, 65_535, 255],
  [-1n, -0.25, 7, 0, 1],
  [0n, 1.5, 0, 17_477, 9],
])

test('rows are read as columns', () => {
  expect(readColumns(bytes, asked)).toEqual({
    length: 3,
    id: new BigInt64Array([2n ** 63n - 1n, -1n, 0n]),
    tone: new Float64Array([Number.NaN, -0.25, 1.5]),
    outlet: new Int32Array([-2_147_483_648, 7, 0]),
    country: new Uint16Array([65_535, 0, 17_477]),
    kind: new Uint8Array([255, 1, 9]),
  })
})

test('no bytes are no rows', () => {
  expect(readColumns(new Uint8Array(), asked).length).toBe(0)
})

test('rows that end too early are refused', () => {
  expect(() => readColumns(bytes.subarray(0, 40), asked)).toThrow(RangeError)
})

test('some rows are taken in an order of their own', () => {
  const taken = takeRows(readColumns(bytes, asked), new Int32Array([2, 0]))
  expect(taken.length).toBe(2)
  expect(taken.id).toEqual(new BigInt64Array([0n, 2n ** 63n - 1n]))
  expect(taken.kind).toEqual(new Uint8Array([9, 255]))
})
