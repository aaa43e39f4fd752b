import { ch } from '../../../adapters/clickhouse/statement.ts'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import { allocateRows, type ReadRows, rowsPerStep } from '../matching-rows.ts'

/** The columns that `readRows` reads, in their order. */
export const rowColumns = ch`id, cluster, facts, entities`

/** Bytes of a row without its entities: two ids, the facts, and a length of at least 1. */
const leastBytes = 2 * 8 + 35 + 1
/** What the last byte of the facts tells. */
const [scoreKnown, commentsKnown] = [1, 2]

/** Reads rows of `rowColumns` in `RowBinary`: values one behind the other, little-endian, an array after its length. */
export function* readRows(bytes: Uint8Array): Steps<ReadRows> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows = allocateRows(Math.floor(bytes.length / leastBytes))
  const entities = { place: [] as number[], entity: [] as number[] }
  let at = 0
  let row = 0
  for (; at < bytes.length; row += 1) {
    if (row > 0 && row % rowsPerStep === 0) yield
    rows.id[row] = view.getBigInt64(at, true)
    rows.cluster[row] = view.getBigInt64(at + 8, true)
    rows.micros[row] = Number(view.getBigInt64(at + 16, true)) * 1_000
    rows.outlet[row] = view.getInt32(at + 24, true)
    rows.author[row] = view.getInt32(at + 28, true)
    const known = view.getUint8(at + 50)
    rows.score[row] = (known & scoreKnown) === 0 ? Number.NaN : view.getInt32(at + 32, true)
    rows.comments[row] = (known & commentsKnown) === 0 ? Number.NaN : view.getInt32(at + 36, true)
    rows.tone[row] = view.getFloat32(at + 40, true)
    rows.country[row] = view.getUint16(at + 44, true)
    rows.source[row] = view.getUint8(at + 46)
    rows.kind[row] = view.getUint8(at + 47)
    rows.toneLabel[row] = view.getUint8(at + 48)
    rows.countryBasis[row] = view.getUint8(at + 49)
    at += 51
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
