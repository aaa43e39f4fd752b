import type { Steps } from '../../adapters/database/turns/steps.ts'

/** The stories of documents, as a column. */
export interface ClusterRows {
  readonly length: number
  /** The story cluster; equal to the id for a single document and for the one that gave the story its id. */
  readonly cluster: BigInt64Array
}

/** Documents and their stories, as columns. */
export interface StoryRows extends ClusterRows {
  readonly id: BigInt64Array
}

/**
 * The facts of the matching documents as columns, in no particular order. Unknown is `NaN` for numbers and 0 for codes; outlets, authors and sources
 * are the numbers of their tables.
 */
export interface MatchingRows extends StoryRows {
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
  /** Two letters, the first times 256. */
  readonly country: Uint16Array
  readonly countryBasis: Uint8Array
}

/** Matching documents as the database sends them. */
export interface ReadRows extends MatchingRows {
  /** Pairs of a row index and the number of an entity in that document. */
  readonly entities: { readonly place: readonly number[]; readonly entity: readonly number[] }
}

/** Rows read or counted per step: about five milliseconds, so that nothing else is blocked for longer. */
export const rowsPerStep = 4_096

/** Microseconds from 1970 to 2000, PostgreSQL's epoch. */
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
/** Bytes of a record without its nullable values: headers, id, ts, outlet and codes. */
const minRecordBytes = countHead + fieldNames.length * fieldHead + 8 + 8 + 4 + 4

/**
 * Reads the output of `matchingStatement`: PostgreSQL `record_send` records back to back, as base64. A record is the number of its fields (4 bytes),
 * then for each its type (4), its length (4; -1 for null) and its bytes, all big-endian. Throws `RangeError` for any other format.
 */
export function* readMatchingRows(base64: string | null): Steps<ReadRows> {
  const bytes = Buffer.from(base64 ?? '', 'base64')
  yield
  // a DataView reads numbers in a third of the time of Buffer's methods
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows = allocateRows(Math.floor(bytes.length / minRecordBytes))
  const entities = { place: [] as number[], entity: [] as number[] }
  let cursor = 0
  let row = 0
  /** Moves the cursor past the head of a field and returns the length of its value; -1 for null. */
  const readLength = (): number => {
    const length = view.getInt32(cursor + 4)
    cursor += fieldHead
    return length
  }
  /** Moves the cursor past a field; NaN for null. */
  const readInteger = (): number => {
    if (readLength() < 0) return Number.NaN
    cursor += 4
    return view.getInt32(cursor - 4)
  }
  while (cursor < bytes.length) {
    if (view.getInt32(cursor) !== fieldNames.length) throw new RangeError(`Row ${row} is no record of a document`)
    cursor += countHead
    readLength()
    rows.id[row] = view.getBigInt64(cursor)
    cursor += 8
    if (readLength() < 0) rows.cluster[row] = rows.id[row] as bigint // written above
    else {
      rows.cluster[row] = view.getBigInt64(cursor)
      cursor += 8
    }
    readLength()
    rows.micros[row] = view.getInt32(cursor) * 2 ** 32 + view.getUint32(cursor + 4) + epochMicros
    cursor += 8
    rows.outlet[row] = readInteger()
    rows.author[row] = readInteger() // integer typed arrays store NaN as 0
    rows.score[row] = readInteger()
    rows.comments[row] = readInteger()
    if (readLength() < 0) rows.tone[row] = Number.NaN
    else {
      rows.tone[row] = view.getFloat32(cursor)
      cursor += 4
    }
    const codes = readInteger()
    rows.source[row] = codes >> 16
    rows.kind[row] = (codes >> 8) & 255
    rows.toneLabel[row] = (codes >> 4) & 15
    rows.countryBasis[row] = codes & 15
    const letters = readLength()
    if (letters > 0) {
      rows.country[row] = view.getUint16(cursor)
      cursor += letters
    }
    const end = Math.max(0, readLength()) + cursor
    // an element is its length and its number
    for (let element = cursor + arrayHead + 4; element < end; element += 8) {
      entities.place.push(row)
      entities.entity.push(view.getInt32(element))
    }
    cursor = end
    row += 1
    if (row % rowsPerStep === 0) yield
  }
  return { ...rows, length: row, entities }
}

/** Allocates columns for this many rows. */
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
