import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, join } from '../../../adapters/clickhouse/statement.ts'

/** A column of a result: its expression, the type that it is sent as, and its reader. */
export interface Column<Values> {
  expression: Fragment
  /** Bytes per value; for length-prefixed texts and arrays, bytes per element. */
  bytes: number
  isOfLength: boolean
  /** Reads the values that begin at these offsets. */
  read(answer: DataView, starts: Uint32Array): Values
}

export type Columns = Readonly<Record<string, Column<unknown>>>
type ValuesOf<Requested extends Columns> = {
  readonly [Name in keyof Requested]: Requested[Name] extends Column<infer Values> ? Values : never
}

/** Values in one array per column, so that half a million rows cost about 50 ms. */
export type ColumnValues<Requested extends Columns> = ValuesOf<Requested> & { readonly length: number }

/**
 * Selects columns of `document` in `RowBinary` format. Each is cast to the type that its reader expects, so that a statement and its reader cannot
 * disagree. `rest` follows the table's name.
 */
export async function selectColumns<const Requested extends Columns>(
  engine: ClickhouseEngine,
  requested: Requested,
  rest: Fragment,
): Promise<ColumnValues<Requested>> {
  return readColumns(await engine.read(ch`select ${columnList(requested)} from document ${rest}`), requested)
}

/** The select list of a statement whose result `readColumns` reads. */
export function columnList(selection: Columns): Fragment {
  return join(
    Object.values(selection).map(({ expression }) => expression),
    ', ',
  )
}

/** Reads `RowBinary` rows: values back to back, little-endian, texts and arrays prefixed with their length. */
export function readColumns<const Requested extends Columns>(
  bytes: Uint8Array,
  selection: Requested,
): ColumnValues<Requested> {
  const columns = Object.values(selection)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { starts, length } = findStarts(view, columns)
  const entries = Object.keys(selection).map((name, index) => [
    name,
    columns[index]?.read(view, starts[index] ?? new Uint32Array()),
  ])
  return { ...Object.fromEntries(entries), length } as ColumnValues<Requested> // each read by the column of that name
}

function findStarts(view: DataView, columns: readonly Column<unknown>[]): { starts: Uint32Array[]; length: number } {
  const minRowBytes = columns.reduce((sum, { bytes, isOfLength }) => sum + (isOfLength ? 1 : bytes), 0)
  const starts = columns.map(() => new Uint32Array(Math.floor(view.byteLength / minRowBytes)))
  let [row, at] = [0, 0]
  for (; at < view.byteLength; row += 1)
    for (let index = 0; index < columns.length; index += 1) {
      const { bytes, isOfLength } = columns[index] as Column<unknown> // within bounds
      const values = starts[index] as Uint32Array // one for each column
      values[row] = at
      at += isOfLength ? lengthBytes(view, at) + readLength(view, at) * bytes : bytes
    }
  if (at !== view.byteLength) throw new RangeError('The response ends in the middle of a row')
  return { starts: starts.map((values) => values.subarray(0, row)), length: row }
}

/** Picks the rows at these indexes, in the order of the indexes. */
export function takeRows<Requested extends Columns>(
  rows: ColumnValues<Requested>,
  indexes: Int32Array,
): ColumnValues<Requested> {
  const entries = Object.entries(rows).map(([name, column]) => [
    name,
    // every column is an array, of whatever type; the one other property is the row count
    typeof column === 'object' ? takeValues(column as Int32Array, indexes) : indexes.length,
  ])
  return Object.fromEntries(entries) as ColumnValues<Requested> // has every name of the rows
}

function takeValues(column: Int32Array, indexes: Int32Array): Int32Array {
  // every typed array and `Array` is created by its length
  const ArrayOfColumn = column.constructor as new (length: number) => Int32Array
  const values = new ArrayOfColumn(indexes.length)
  for (const [row, index] of indexes.entries()) values[row] = column[index] as number // an index of these rows
  return values
}

// one loop per type: a loop that calls a function argument takes four times as long

export function asInt64(expression: Fragment): Column<BigInt64Array> {
  return {
    expression: ch`toInt64(${expression})`,
    bytes: 8,
    isOfLength: false,
    read(answer, starts) {
      const values = new BigInt64Array(starts.length)
      for (let row = 0; row < starts.length; row += 1) values[row] = answer.getBigInt64(starts[row] ?? 0, true)
      return values
    },
  }
}

/** Unknown values are `NaN`. */
export function asFloat64(expression: Fragment): Column<Float64Array> {
  return {
    expression: ch`ifNull(toFloat64(${expression}), nan)`,
    bytes: 8,
    isOfLength: false,
    read(answer, starts) {
      const values = new Float64Array(starts.length)
      for (let row = 0; row < starts.length; row += 1) values[row] = answer.getFloat64(starts[row] ?? 0, true)
      return values
    },
  }
}

export function asInt32(expression: Fragment): Column<Int32Array> {
  return {
    expression: ch`toInt32(${expression})`,
    bytes: 4,
    isOfLength: false,
    read(answer, starts) {
      const values = new Int32Array(starts.length)
      for (let row = 0; row < starts.length; row += 1) values[row] = answer.getInt32(starts[row] ?? 0, true)
      return values
    },
  }
}

export function asUint16(expression: Fragment): Column<Uint16Array> {
  return {
    expression: ch`toUInt16(${expression})`,
    bytes: 2,
    isOfLength: false,
    read(answer, starts) {
      const values = new Uint16Array(starts.length)
      for (let row = 0; row < starts.length; row += 1) values[row] = answer.getUint16(starts[row] ?? 0, true)
      return values
    },
  }
}

export function asUint8(expression: Fragment): Column<Uint8Array> {
  return {
    expression: ch`toUInt8(${expression})`,
    bytes: 1,
    isOfLength: false,
    read(answer, starts) {
      const values = new Uint8Array(starts.length)
      for (let row = 0; row < starts.length; row += 1) values[row] = answer.getUint8(starts[row] ?? 0)
      return values
    },
  }
}

/** Texts; unknown values are empty. */
export function asText(expression: Fragment): Column<string[]> {
  return {
    expression: ch`ifNull(toString(${expression}), '')`,
    bytes: 1,
    isOfLength: true,
    read(answer, starts) {
      const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
      return Array.from(starts, (start) => {
        const at = start + lengthBytes(answer, start)
        return bytes.toString('utf8', at, at + readLength(answer, start))
      })
    },
  }
}

/** Arrays of integers below 2 ** 32. */
export function asUint32s(expression: Fragment): Column<Uint32Array[]> {
  return {
    expression: ch`arrayMap(x -> toUInt32(x), ${expression})`,
    bytes: 4,
    isOfLength: true,
    read: (answer, starts) =>
      Array.from(starts, (start) => {
        const at = start + lengthBytes(answer, start)
        const values = new Uint32Array(readLength(answer, start))
        for (let index = 0; index < values.length; index += 1) values[index] = answer.getUint32(at + index * 4, true)
        return values
      }),
  }
}

/** A length is a varint: seven bits per byte, lowest first. */
function readLength(view: DataView, index: number): number {
  let length = 0
  for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
    byte = view.getUint8(index++)
    length += (byte & 127) << shift
  }
  return length
}

/** Bytes that the length itself takes. */
function lengthBytes(view: DataView, index: number): number {
  let bytes = 1
  while (view.getUint8(index + bytes - 1) >= 128) bytes += 1
  return bytes
}
