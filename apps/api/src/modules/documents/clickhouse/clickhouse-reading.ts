import { sql } from 'kysely'
import { addDays } from '@auspex/contract/days'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, integer, integers, long, longs, texts } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { kindCodes } from '../document-codes.ts'
import type { DocumentReading, UnreadRow, WindowRow, WordedRow } from '../document-store.port.ts'
import { sourceCodes } from '../source-codes.ts'
import { dayOf } from './day-numbers.ts'
import { placedAt } from './document-pages.ts'
import { worldCondition } from './filter-condition.ts'
import { distinctWords } from './words-condition.ts'

/** Buckets of the 1/8 sample, and all. */
const [sampleBuckets, allBuckets] = [16, 128]

/** What background reading asks of ClickHouse. */
export function createClickhouseReading({
  engine,
  database: { kysely },
}: {
  engine: ClickhouseEngine
  database: Pick<Database, 'kysely'>
}): DocumentReading {
  return {
    /** A change of rows rewrites their column, whatever their number: so fewer and larger steps than PostgreSQL's. */
    documentsPerStep: 2_000,
    async readFortnight(week, { demo, most }) {
      const rows = await engine.ask<Omit<WindowRow, 'day'> & { ms: string }>(ch`
        select toString(id) as id, toString(cluster) as cluster_id, toString(ms) as ms,
          outlet_name as outlet, url, title, leftUTF8(body, 400) as lead
        from document
        where ms >= ${integer(startOf(addDays(week, -7)))} and ms < ${integer(startOf(addDays(week, 7)))}
          and ${worldCondition(demo ? 'demo' : 'real')} and not has(${integers([kindCodes.comment, kindCodes.answer])}, kind)
        order by document.ms desc limit ${integer(most)}`)
      return rows
        .toSorted((a, b) => Number(b.ms) - Number(a.ms))
        .slice(0, most)
        .map(({ ms, ...row }) => ({ ...row, day: dayOf(Number(ms)) }))
    },
    async setClusters(changes) {
      if (changes.length === 0) return
      const ids = changes.map(({ id }) => id)
      await engine.ask(ch`
        alter table document
        update cluster = transform(id, ${longs(ids)}, ${longs(changes.map(({ cluster }) => cluster))}, cluster)
        where ${placedAt(ids)} settings mutations_sync = 2`)
    },
    async readUnread(limit) {
      const { rows: pending } = await sql<{ document_id: string }>`
        select document_id from entity_pending order by bucket, document_id limit ${limit}`.execute(kysely)
      const ids = pending.map(({ document_id: id }) => id)
      if (ids.length === 0) return []
      const rows = await engine.ask<Omit<UnreadRow, 'demo'> & { source: number }>(ch`
        select toString(id) as id, source, lang, title, leftUTF8(body, 4000) as body from document where ${placedAt(ids)}`)
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = byId.get(id)
        if (row === undefined) return []
        const { source, ...unread } = row
        return [{ ...unread, demo: source === sourceCodes.demo }]
      })
    },
    async setEntities(found) {
      if (found.length === 0) return
      const ids = found.map(({ id }) => id)
      // a value cannot be looked up by hash when it is an array, and its place can
      const places = found.map((_, at) => at + 1)
      const lists = found.map(({ entities }) => entities.join(' '))
      await engine.ask(ch`
        alter table document update entities = arrayMap(x -> toInt32(x), arrayFilter(x -> x <> '', splitByChar(' ',
          arrayElement(${texts(lists)}, transform(id, ${longs(ids)}, ${integers(places)}, toInt64(0))))))
        where ${placedAt(ids)} settings mutations_sync = 2`)
    },
    async listDatedOutside({ fromMs, beforeMs }, limit) {
      const rows = await engine.ask<{ document_id: string }>(ch`
        select toString(id) as document_id from document where ms < ${long(String(fromMs))} or ms >= ${long(String(beforeMs))}
        limit ${integer(limit)}`)
      return rows.slice(0, limit).map((row) => row.document_id)
    },
    async readWorded(last, limit) {
      const after = last === null ? ch`1` : ch`(bitAnd(id, 127), id) > (bitAnd(${long(last)}, 127), ${long(last)})`
      const rows = await engine.ask<WordedRow>(ch`
        select toString(document.id) as id, title, body from document where ${after}
        order by bitAnd(document.id, 127), document.id limit ${integer(limit)}`)
      // of several shards, each of which answers with its first
      return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || compare(BigInt(a.id), BigInt(b.id))).slice(0, limit)
    },
    async setWords(read) {
      if (read.length === 0) return
      const ids = read.map(({ id }) => id)
      const places = read.map((_, at) => at + 1)
      await engine.ask(ch`
        alter table document update words = arrayElement(${texts(read.map(({ indexText }) => indexText))},
          transform(id, ${longs(ids)}, ${integers(places)}, toInt64(0)))
        where ${placedAt(ids)} settings mutations_sync = 2`)
    },
    async countTerms({ demo, isWhole, pause }) {
      await pause()
      const buckets = integer(isWhole ? allBuckets : sampleBuckets)
      const where = ch`bitAnd(id, 127) < ${buckets} and ${worldCondition(demo ? 'demo' : 'real')}`
      const counted = await engine.ask<{ term: string; n: string }>(ch`
        select arrayJoin(${distinctWords}) as term, toString(count()) as n from document where ${where} group by term
        settings max_execution_time = 0`)
      const terms = new Map<string, number>()
      for (const { term, n } of counted) terms.set(term, (terms.get(term) ?? 0) + Number(n))
      const sizes = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document where ${where}`)
      return { terms, sampledDocuments: sizes.reduce((sum, { n }) => sum + Number(n), 0) }
    },
    settle: async () => {},
  }
}

function placeOf({ id }: WordedRow): number {
  return Number(BigInt(id) & 127n)
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
