import type { Steps } from '../../adapters/database/turns/steps.ts'

/**
 * The facts of the documents that match, one place in each array a document, in no order. Unknown is `NaN` for numbers and 0
 * for codes; outlets, authors and sources are the numbers of their tables.
 */
export interface MatchingRows {
  readonly length: number
  readonly id: BigInt64Array
  /** The story cluster; the document's own id when it is alone or gave the story its name. */
  readonly cluster: BigInt64Array
  /** Microseconds since 1970. */
  readonly micros: Float64Array
  readonly outlet: Int32Array
  readonly author: Int32Array
  readonly score: Float64Array
  readonly comments: Float64Array
  /** In [-1, 1]. */
  readonly tone: Float64Array
  readonly source: Uint8Array
  readonly kind: Uint8Array
  readonly toneLabel: Uint8Array
  /** Two letters, the first one times 256. */
  readonly country: Uint16Array
  readonly countryBasis: Uint8Array
}

/** Matching documents as the database sends them. */
export interface ReadRows extends MatchingRows {
  /** Which document holds which entity: the place of the document, and beside it the number of the entity. */
  readonly entities: { readonly place: readonly number[]; readonly entity: readonly number[] }
}

/** Rows that are read or counted in one step: some five milliseconds, so that nobody else waits longer. */
export const rowsPerStep = 4_096

/** Microseconds from 1970 to 2000, where PostgreSQL's time begins. */
const epochMicros = 946_684_800_000_000
/** Bytes before the value of a field: its type and its length. */
const fieldHead = 8
const countHead = 4
/** Bytes before the elements of an array: dimensions, flags, type, length and lower bound. */
const arrayHead = 20
const fieldNames = [
  'id',
  'cluster',
  'ts',
  'outlet',
  'author',
  'score',
  'comments',
  'tone',
  'codes',
  'country',
  'entities',
] as const
/** A record without its nullable values: heads, id, ts, outlet and codes. */
const leastBytes = countHead + fieldNames.length * fieldHead + 8 + 8 + 4 + 4

/**
 * Reads what `matchingStatement` sends: records of PostgreSQL's `record_send`, one behind the other, as base64. A record is
 * the number of its fields (4 bytes), and for each its type (4), its length (4; -1 for null) and its bytes, all big-endian.
 * Throws `RangeError` when the text is not that.
 */
export function* readMatchingRows(base64: string | null): Steps<ReadRows> {
  const bytes = Buffer.from(base64 ?? '', 'base64')
  yield
  // reads numbers in a third of the time of a Buffer's own methods
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows = allocateRows(Math.floor(bytes.length / leastBytes))
  const entities = { place: [] as number[], entity: [] as number[] }
  let at = 0
  let row = 0
  const length = (): number => {
    const size = view.getInt32(at + 4)
    at += fieldHead
    return size
  }
  const integer = (): number => {
    if (length() < 0) return Number.NaN
    at += 4
    return view.getInt32(at - 4)
  }
  while (at < bytes.length) {
    if (view.getInt32(at) !== fieldNames.length) throw new RangeError(`Row ${row} is no record of a document`)
    at += countHead
    length()
    rows.id[row] = view.getBigInt64(at)
    at += 8
    if (length() < 0) rows.cluster[row] = rows.id[row] as bigint // written above
    else {
      rows.cluster[row] = view.getBigInt64(at)
      at += 8
    }
    length()
    rows.micros[row] = view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4) + epochMicros
    at += 8
    rows.outlet[row] = integer()
    rows.author[row] = integer() // typed arrays of integers hold NaN as 0
    rows.score[row] = integer()
    rows.comments[row] = integer()
    if (length() < 0) rows.tone[row] = Number.NaN
    else {
      rows.tone[row] = view.getFloat32(at)
      at += 4
    }
    const codes = integer()
    rows.source[row] = codes >> 16
    rows.kind[row] = (codes >> 8) & 255
    rows.toneLabel[row] = (codes >> 4) & 15
    rows.countryBasis[row] = codes & 15
    const letters = length()
    if (letters > 0) {
      rows.country[row] = view.getUint16(at)
      at += letters
    }
    const end = Math.max(0, length()) + at
    // an element is its length and its number
    for (let element = at + arrayHead + 4; element < end; element += 8) {
      entities.place.push(row)
      entities.entity.push(view.getInt32(element))
    }
    at = end
    row += 1
    if (row % rowsPerStep === 0) yield
  }
  return { ...rows, length: row, entities }
}

/** Room for so many rows. */
export function allocateRows(length: number) {
  return {
    length,
    id: new BigInt64Array(length),
    cluster: new BigInt64Array(length),
    micros: new Float64Array(length),
    outlet: new Int32Array(length),
    author: new Int32Array(length),
    score: new Float64Array(length),
    comments: new Float64Array(length),
    tone: new Float64Array(length),
    source: new Uint8Array(length),
    kind: new Uint8Array(length),
    toneLabel: new Uint8Array(length),
    country: new Uint16Array(length),
    countryBasis: new Uint8Array(length),
  }
}
