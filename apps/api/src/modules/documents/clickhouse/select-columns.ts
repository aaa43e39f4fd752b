import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, join } from '../../../adapters/clickhouse/statement.ts'

/** A column of an answer: what is asked, as which type it is sent, and how it is read. */
export interface Column<Values> {
  expression: Fragment
  /** Bytes of a value; of one without a fixed length the least. */
  leastBytes: number
  /** Makes room for so many values of an answer. */
  allocate(answer: DataView, length: number): Room<Values>
}

interface Room<Values> {
  /** Reads the value at a place into a row; answers with the place behind it. */
  read(row: number, at: number): number
  /** Of the rows the first ones, which were read. */
  cut(length: number): Values
}

export type Columns = Readonly<Record<string, Column<unknown>>>
type ValuesOf<Asked extends Columns> = {
  readonly [Name in keyof Asked]: Asked[Name] extends Column<infer Values> ? Values : never
}

/** Values one behind the other, a column each, so that half a million rows cost a tenth of a second. */
export type Selected<Asked extends Columns> = ValuesOf<Asked> & { readonly length: number }

/**
 * Asks for columns of `document` in `RowBinary`. Each is sent as the type that it is read as, so that a statement and its reader cannot
 * disagree. `rest` is what follows the table's name.
 */
export async function selectColumns<const Asked extends Columns>(
  engine: Pick<ClickhouseEngine, 'read'>,
  asked: Asked,
  rest: Fragment,
): Promise<Selected<Asked>> {
  return readColumns(await engine.read(ch`select ${columnList(asked)} from document ${rest}`), asked)
}

/** What is asked, for a statement whose answer `readColumns` reads. */
export function columnList(asked: Columns): Fragment {
  return join(
    Object.values(asked).map(({ expression }) => expression),
    ', ',
  )
}

/** Reads rows of `RowBinary`: values one behind the other, little-endian, texts and arrays after their length. */
export function readColumns<const Asked extends Columns>(bytes: Uint8Array, asked: Asked): Selected<Asked> {
  const columns = Object.values(asked)
  const leastBytes = columns.reduce((sum, column) => sum + column.leastBytes, 0)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rooms = columns.map((column) => column.allocate(view, Math.floor(bytes.length / leastBytes)))
  let row = 0
  for (let at = 0; at < bytes.length; row += 1) for (const room of rooms) at = room.read(row, at)
  const named = Object.keys(asked).map((name, place) => [name, rooms[place]?.cut(row)])
  return { ...Object.fromEntries(named), length: row } as Selected<Asked> // a room each, made by the column of that name
}

interface Numbers<Value> {
  [row: number]: Value
  subarray(from: number, to: number): this
}

function fixed<Value, Values extends Numbers<Value>>(
  leastBytes: number,
  create: (length: number) => Values,
  get: (view: DataView, at: number) => Value,
) {
  return (expression: Fragment): Column<Values> => ({
    expression,
    leastBytes,
    allocate(view, length) {
      const values = create(length)
      return {
        read(row, at) {
          values[row] = get(view, at)
          return at + leastBytes
        },
        cut: (rows) => values.subarray(0, rows),
      }
    },
  })
}

const int64 = fixed(
  8,
  (length) => new BigInt64Array(length),
  (view, at) => view.getBigInt64(at, true),
)
const float64 = fixed(
  8,
  (length) => new Float64Array(length),
  (view, at) => view.getFloat64(at, true),
)
const int32 = fixed(
  4,
  (length) => new Int32Array(length),
  (view, at) => view.getInt32(at, true),
)
const uint16 = fixed(
  2,
  (length) => new Uint16Array(length),
  (view, at) => view.getUint16(at, true),
)
const uint8 = fixed(
  1,
  (length) => new Uint8Array(length),
  (view, at) => view.getUint8(at),
)

export function asInt64(expression: Fragment) {
  return int64(ch`toInt64(${expression})`)
}

export function asInt32(expression: Fragment) {
  return int32(ch`toInt32(${expression})`)
}

export function asUint16(expression: Fragment) {
  return uint16(ch`toUInt16(${expression})`)
}

export function asUint8(expression: Fragment) {
  return uint8(ch`toUInt8(${expression})`)
}

/** Unknown is `NaN`. */
export function asFloat64(expression: Fragment) {
  return float64(ch`ifNull(toFloat64(${expression}), nan)`)
}

/** Texts; what is unknown is empty. */
export function asText(expression: Fragment) {
  return ofLength(ch`ifNull(toString(${expression}), '')`, 1, (view, at, length) =>
    Buffer.from(view.buffer, view.byteOffset + at, length).toString('utf8'),
  )
}

/** Arrays of whole numbers below 2 ** 32. */
export function asUint32s(expression: Fragment) {
  return ofLength(ch`arrayMap(x -> toUInt32(x), ${expression})`, 4, (view, at, length) =>
    Uint32Array.from({ length }, (_, place) => view.getUint32(at + place * 4, true)),
  )
}

function ofLength<Value>(
  expression: Fragment,
  elementBytes: number,
  get: (view: DataView, at: number, length: number) => Value,
): Column<Value[]> {
  return {
    expression,
    leastBytes: 1,
    allocate(view) {
      const values: Value[] = []
      return {
        read(row, at) {
          const { value: length, end } = readLength(view, at)
          values[row] = get(view, end, length)
          return end + length * elementBytes
        },
        cut: () => values,
      }
    },
  }
}

/** A length is a number of seven bits a byte, lowest first. */
function readLength(view: DataView, at: number): { value: number; end: number } {
  let value = 0
  let end = at
  for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
    byte = view.getUint8(end++)
    value += (byte & 127) << shift
  }
  return { value, end }
}
