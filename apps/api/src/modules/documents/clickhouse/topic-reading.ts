import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, long } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { runInTurns } from '../../../adapters/database/turns/steps.ts'
import type { ScorableText, TopicReading } from '../document-store.port.ts'
import type { ToCondition } from './conditions.ts'
import { allBuckets, stretchOf } from '../topic-sample.ts'
import { placedAt } from './document-pages.ts'
import { readRows, rowColumns } from './read-rows.ts'

/** Buckets of the 1/8 sample, and of the 1/64 that estimates are made from. */
const sampleBuckets = 16
const estimateBuckets = 2

export const inSample = ch`bitAnd(id, 127) < ${integer(sampleBuckets)}`

/** Counts documents; of several shards together. */
export async function countWhere(engine: ClickhouseEngine, condition: Fragment): Promise<number> {
  const rows = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document where ${condition}`)
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}

/** The documents of a topic, and what their tone is scored from. */
export function createTopicReading({
  engine,
  database,
  toCondition,
}: {
  engine: ClickhouseEngine
  database: Pick<Database, 'kysely'>
  toCondition: ToCondition
}): TopicReading {
  return {
    async estimate(filter) {
      const found = await countWhere(
        engine,
        ch`${await toCondition(filter)} and bitAnd(id, 127) < ${integer(estimateBuckets)}`,
      )
      return (found * allBuckets) / estimateBuckets
    },
    async matching(filter, { sampleFraction }) {
      // before the documents are read, so that they are at least those of the revision
      const { rows } = await sql<{ revision: number }>`select revision::float8 as revision from library`.execute(
        database.kysely,
      )
      const { buckets, idBelow } = stretchOf(sampleFraction)
      const ofBucket = idBelow === null ? ch`` : ch` and id < ${long(String(idBelow))}`
      const sample = buckets < allBuckets ? ch` and bitAnd(id, 127) < ${integer(buckets)}${ofBucket}` : ch``
      // rows of so few bytes are written in one go: in parallel, they took 52 ms instead of 46
      const bytes = await engine.read(
        ch`select ${rowColumns} from document where ${await toCondition(filter)}${sample}
          settings output_format_parallel_formatting = 0`,
      )
      return { rows: await runInTurns(readRows(bytes)), revision: rows[0]?.revision ?? 0 }
    },
    async texts(ids) {
      if (ids.length === 0) return []
      return engine.ask<ScorableText>(ch`
        select toString(id) as id, kind, title, leftUTF8(body, 5000) as body, lang from document where ${placedAt(ids)}`)
    },
  }
}
