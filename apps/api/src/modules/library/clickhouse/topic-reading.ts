import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, long } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { runInTurns, type Steps } from '../../../adapters/database/turns/steps.ts'
import type { ToCondition } from './conditions.ts'
import { bucketCount, bucketRange, sampleBucketCount } from '../topic-sample.ts'
import { hasAnyId } from './document-pages.ts'
import { allocateRows, type ReadRows, rowsPerStep } from '../matching-rows.ts'
import type { ScorableText, TopicReading } from '../topic-reading.port.ts'

/** The columns that `readRows` reads, in order. */
const rowColumns = ch`id, cluster, facts, entities`

/** Bytes of a row without its entities: two ids, the facts, and an array length of at least 1 byte. */
const minRowBytes = 2 * 8 + 35 + 1

/** Flags in the last byte of the facts. */
const [scoreKnown, commentsKnown] = [1, 2]

/** Buckets of the 1/64 that estimates are made from. */
const estimateBuckets = 2

export const inSample = ch`bitAnd(id, 127) < ${integer(sampleBucketCount)}`

/** Counts documents over all shards. */
export async function countWhere(engine: ClickhouseEngine, condition: Fragment): Promise<number> {
  const rows = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document where ${condition}`)
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}

/** Reads a topic's documents and the counts that score its tone. */
export function createTopicReading({
  engine,
  database,
  toCondition,
}: {
  engine: ClickhouseEngine
  database: Database
  toCondition: ToCondition
}): TopicReading {
  return {
    async estimate(filter) {
      const matches = await countWhere(
        engine,
        ch`${await toCondition(filter)} and bitAnd(id, 127) < ${integer(estimateBuckets)}`,
      )
      return (matches * bucketCount) / estimateBuckets
    },
    async matching(filter, { sampleFraction }) {
      // read first, so that the documents are at least those of this revision
      const { rows } = await sql<{ revision: number }>`select revision::float8 as revision from library`.execute(
        database.kysely,
      )
      const { buckets, idBelow } = bucketRange(sampleFraction)
      const ofBucket = idBelow === null ? ch`` : ch` and id < ${long(String(idBelow))}`
      const sample = buckets < bucketCount ? ch` and bitAnd(id, 127) < ${integer(buckets)}${ofBucket}` : ch``
      // rows this short are formatted in one thread: in parallel it took 52 ms instead of 46
      const bytes = await engine.read(
        ch`select ${rowColumns} from document where ${await toCondition(filter)}${sample}
          settings output_format_parallel_formatting = 0`,
      )
      return { rows: await runInTurns(readRows(bytes)), revision: rows[0]?.revision ?? 0 }
    },
    async texts(ids) {
      if (ids.length === 0) return []
      return engine.ask<ScorableText>(ch`
        select toString(id) as id, kind, title, leftUTF8(body, 5000) as body, lang from document where ${hasAnyId(ids)}`)
    },
  }
}

/** Reads rows of `rowColumns` in `RowBinary` format: values back to back, little-endian, arrays prefixed with their length. */
function* readRows(bytes: Uint8Array): Steps<ReadRows> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows = allocateRows(Math.floor(bytes.length / minRowBytes))
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
    const flags = view.getUint8(at + 50)
    rows.score[row] = (flags & scoreKnown) === 0 ? Number.NaN : view.getInt32(at + 32, true)
    rows.comments[row] = (flags & commentsKnown) === 0 ? Number.NaN : view.getInt32(at + 36, true)
    rows.tone[row] = view.getFloat32(at + 40, true)
    rows.country[row] = view.getUint16(at + 44, true)
    rows.source[row] = view.getUint8(at + 46)
    rows.kind[row] = view.getUint8(at + 47)
    rows.toneLabel[row] = view.getUint8(at + 48)
    rows.countryBasis[row] = view.getUint8(at + 49)
    at += 51
    // the length is a varint: seven bits per byte, lowest first
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
