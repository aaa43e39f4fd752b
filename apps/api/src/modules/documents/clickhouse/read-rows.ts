import { allocateRows, type ReadRows } from '../matching-rows.ts'
import { ch } from '../../../adapters/clickhouse/statement.ts'

/** The columns that `readRows` reads, in their order. */
export const rowColumns = ch`id, cluster, ms, outlet, author, ifNull(toFloat64(score), nan), ifNull(toFloat64(comments), nan),
  ifNull(tone, toFloat32(nan)), source, kind, tone_label, country_basis, country, entities`

/** Bytes of a row without its entities: three of 8, two of 4, two of 8, one of 4, four of 1, one of 2, and a length of at least 1. */
const leastBytes = 3 * 8 + 2 * 4 + 2 * 8 + 4 + 4 + 2 + 1

/** Reads rows of `rowColumns` in `RowBinary`: values one behind the other, little-endian, an array after its length. */
export function readRows(bytes: Uint8Array): ReadRows {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows = allocateRows(Math.floor(bytes.length / leastBytes))
  const entities = { place: [] as number[], entity: [] as number[] }
  let at = 0
  let row = 0
  for (; at < bytes.length; row += 1) {
    rows.id[row] = view.getBigInt64(at, true)
    rows.cluster[row] = view.getBigInt64(at + 8, true)
    rows.micros[row] = Number(view.getBigInt64(at + 16, true)) * 1_000
    rows.outlet[row] = view.getInt32(at + 24, true)
    rows.author[row] = view.getInt32(at + 28, true)
    rows.score[row] = view.getFloat64(at + 32, true)
    rows.comments[row] = view.getFloat64(at + 40, true)
    rows.tone[row] = view.getFloat32(at + 48, true)
    rows.source[row] = view.getUint8(at + 52)
    rows.kind[row] = view.getUint8(at + 53)
    rows.toneLabel[row] = view.getUint8(at + 54)
    rows.countryBasis[row] = view.getUint8(at + 55)
    rows.country[row] = view.getUint16(at + 56, true)
    at += 58
    // the length is a number of seven bits a byte, lowest first
    let count = 0
    for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
      byte = view.getUint8(at++)
      count += (byte & 127) << shift
    }
    for (const end = at + count * 4; at < end; at += 4) {
      entities.place.push(row)
      entities.entity.push(view.getInt32(at, true))
    }
  }
  return { ...rows, length: row, entities }
}
