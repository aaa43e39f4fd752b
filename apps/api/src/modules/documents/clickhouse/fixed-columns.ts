import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, join } from '../../../adapters/clickhouse/statement.ts'

/** Values of a fixed width: how ClickHouse is asked for one, how many bytes it sends, and how they are read. */
const readers = {
  Int64: {
    cast: (value: Fragment) => ch`toInt64(${value})`,
    width: 8,
    read: (length: number, at: (row: number) => number, view: DataView) =>
      fill(new BigInt64Array(length), (row) => view.getBigInt64(at(row), true)),
  },
  Float64: {
    cast: (value: Fragment) => ch`toFloat64(${value})`,
    width: 8,
    read: (length: number, at: (row: number) => number, view: DataView) =>
      fill(new Float64Array(length), (row) => view.getFloat64(at(row), true)),
  },
  Int32: {
    cast: (value: Fragment) => ch`toInt32(${value})`,
    width: 4,
    read: (length: number, at: (row: number) => number, view: DataView) =>
      fill(new Int32Array(length), (row) => view.getInt32(at(row), true)),
  },
  UInt16: {
    cast: (value: Fragment) => ch`toUInt16(${value})`,
    width: 2,
    read: (length: number, at: (row: number) => number, view: DataView) =>
      fill(new Uint16Array(length), (row) => view.getUint16(at(row), true)),
  },
  UInt8: {
    cast: (value: Fragment) => ch`toUInt8(${value})`,
    width: 1,
    read: (length: number, at: (row: number) => number, view: DataView) =>
      fill(new Uint8Array(length), (row) => view.getUint8(at(row))),
  },
} as const

type Readers = typeof readers
export type ColumnTypes = Readonly<Record<string, keyof Readers>>

/** Rows as one typed array a column. */
export type Columns<Types extends ColumnTypes> = { readonly length: number } & {
  readonly [Name in keyof Types]: ReturnType<Readers[Types[Name]]['read']>
}

/** The values of columns for a `select`, in the order of their types. None may be null. */
export function selectColumns<Types extends ColumnTypes>(
  types: Types,
  values: Readonly<Record<keyof Types, Fragment>>,
): Fragment {
  return join(
    Object.entries(types).map(([name, type]) => readers[type].cast(values[name as keyof Types])), // a name of theirs
    ', ',
  )
}

/** Asks a statement that selects `selectColumns` of the same types. */
export async function readColumns<Types extends ColumnTypes>(
  engine: ClickhouseEngine,
  types: Types,
  statement: Fragment,
): Promise<Columns<Types>> {
  return toColumns(await engine.read(statement), types)
}

/** Reads `RowBinary`: values one behind the other, little-endian. Throws `RangeError` for bytes that are no whole rows. */
export function toColumns<Types extends ColumnTypes>(bytes: Uint8Array, types: Types): Columns<Types> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = Object.values(types).reduce((sum, type) => sum + readers[type].width, 0)
  const length = bytes.length / width
  if (!Number.isInteger(length)) throw new RangeError(`${bytes.length} bytes are no rows of ${width}`)
  const columns: Record<string, unknown> = { length }
  let offset = 0
  for (const [name, type] of Object.entries(types)) {
    const start = offset
    columns[name] = readers[type].read(length, (row) => row * width + start, view)
    offset += readers[type].width
  }
  return columns as Columns<Types> // each name of the types was read above
}

/** The rows of some places, in their order. */
export function takeRows<Types extends ColumnTypes>(
  rows: Columns<Types>,
  types: Types,
  places: Int32Array,
): Columns<Types> {
  const taken: Record<string, unknown> = { length: places.length }
  for (const name of Object.keys(types)) {
    const column = rows[name as keyof Types] as Int32Array // or another typed array: all are indexed alike
    const room = column.constructor as new (length: number) => Int32Array
    taken[name] = fill(new room(places.length), (row) => column[places[row] ?? 0] ?? 0)
  }
  return taken as Columns<Types> // each name of the types was taken above
}

function fill<Values extends { readonly length: number; [row: number]: number | bigint }>(
  values: Values,
  valueOf: (row: number) => Values[number],
): Values {
  for (let row = 0; row < values.length; row += 1) values[row] = valueOf(row)
  return values
}
