import { type QueryExecutorProvider, sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, long, longs } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { authorKey, resolveAuthors, resolveOutlets } from '../dimensions.ts'
import type { DocumentWriter, NewDocument, RemovedRow } from '../document-store.port.ts'
import { dayOfTime } from './day-numbers.ts'
import { hasAnyId } from './document-pages.ts'
import { createKnownIds, type KnownIds } from './known-ids.ts'
import { toTableRow, type TableRow } from './to-table-row.ts'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'

/** The length of a partition of the table (`open-clickhouse.ts` creates it). */
const yearMs = 31_536_000_000

/**
 * Writes documents to ClickHouse within a PostgreSQL transaction that commits their counts. ClickHouse takes no part in that commit, so each batch
 * has a number that PostgreSQL commits: rows in ClickHouse with any other number were never acknowledged, and `recover` deletes them. A removal is
 * committed first and carried out afterwards, by the next writer if its own process has died.
 */
export function createClickhouseWriter({
  engine,
  database,
  known: knownIds = createKnownIds(engine),
}: {
  engine: ClickhouseEngine
  database: Database
  known?: KnownIds
}): DocumentWriter {
  // a batch of which it is not known whether PostgreSQL committed it; one without a number belongs to an earlier process
  let openBatch: { number: string | null } | null = { number: null }
  let hasAllColumns = false

  const removeUncommitted = async (trx: QueryExecutorProvider): Promise<void> => {
    if (openBatch === null) return
    if (openBatch.number !== null) {
      const { rows } = await sql`select 1 from document_batch where number = ${openBatch.number}::bigint`.execute(trx)
      if (rows.length > 0) {
        openBatch = null
        return
      }
    }
    await removeUnknownBatches(engine, trx)
    openBatch = null
  }

  /** Adds the columns that tables of earlier versions lack. */
  const addColumns = async (): Promise<void> => {
    if (hasAllColumns) return
    await engine.ask(ch`alter table document add column if not exists collected_ms Nullable(Int64) codec(ZSTD(1))`)
    hasAllColumns = true
  }

  return {
    location: 'clickhouse',
    indexForm: 'word-text',
    async recover(trx) {
      await addColumns()
      await carryOutRemovals(engine, trx)
      await removeUncommitted(trx)
    },
    listExisting: knownIds.list,
    async insert(trx, fresh, collectedAt) {
      const outlets = await resolveOutlets(
        trx,
        fresh.map(({ outlet }) => outlet),
      )
      const authors = await resolveAuthors(trx, fresh)
      const { rows: insertedBatches } = await sql<{ number: string }>`
        insert into document_batch (number) values (nextval('document_batch_number')) returning number`.execute(trx)
      const [batch] = insertedBatches
      if (batch === undefined) throw new TypeError('A batch has no number')
      openBatch = batch
      knownIds.follow(batch.number)
      const toRow = (one: NewDocument) =>
        toTableRow(one, {
          batch: batch.number,
          collectedMs: collectedAt.getTime(),
          source: one.sourceId,
          outlet: outlets.get(one.outlet) ?? 0,
          author: authors.get(authorKey(one)) ?? 0,
        })
      return { stored: insertByYear(engine, fresh, toRow) }
    },
    async remove(trx, ids) {
      const rows = await engine.ask<Omit<RemovedRow, 'ts' | 'day'> & { ms: string }>(ch`
        select toString(id) as id, source as source_id, outlet, kind, toString(ms) as ms, entities
        from document where ${hasAnyId(ids)}`)
      const removed = rows.map(({ ms, ...row }) => ({ ...row, ts: new Date(Number(ms)), day: dayOfTime(Number(ms)) }))
      await sql`
        insert into document_removal (document_id, last_batch)
        select unnest(${removed.map(({ id }) => id)}::bigint[]), last_value from document_batch_number`.execute(trx)
      return removed
    },
    afterRemoval: () => carryOutRemovals(engine, database.kysely),
    async recountWeeks(trx) {
      const rows = await engine.ask<{ outlet: number; source: number; kind: number; monday: number; n: number }>(ch`
        select outlet, source, kind, toInt32(floor((ms / 86400000 + 3) / 7) * 7 - 3) as monday, toInt32(count()) as n
        from document group by outlet, source, kind, monday`)
      await sql`
        insert into outlet_week (outlet_id, source_id, kind, week, documents)
        select outlet, source, kind, date '1970-01-01' + monday, sum(n) from unnest(${rows.map((row) => row.outlet)}::int[],
          ${rows.map((row) => row.source)}::smallint[], ${rows.map((row) => row.kind)}::smallint[],
          ${rows.map((row) => row.monday)}::int[], ${rows.map((row) => row.n)}::int[]) as w (outlet, source, kind, monday, n)
        group by outlet, source, kind, monday`.execute(trx)
    },
    async forgetNames(trx) {
      const rows = await engine.ask<{ outlets: number[]; authors: number[] }>(
        ch`select groupUniqArray(outlet) as outlets, groupUniqArray(author) as authors from document`,
      )
      await sql`delete from author where id <> all(${rows.flatMap(({ authors }) => authors)}::int[])`.execute(trx)
      await sql`delete from outlet where id <> all(${rows.flatMap(({ outlets }) => outlets)}::int[])`.execute(trx)
    },
  }
}

/** Deletes from ClickHouse the documents whose removal PostgreSQL has committed. */
async function carryOutRemovals(engine: ClickhouseEngine, on: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ last_batch: string; ids: string[] }>`
    select last_batch, array_agg(document_id::text) as ids from document_removal group by last_batch`.execute(on)
  for (const { last_batch: last, ids } of rows) {
    await engine.ask(ch`delete from document where ${hasAnyId(ids)} and batch <= ${long(last)}`)
    await sql`delete from document_removal where document_id = any(${ids}::bigint[]) and last_batch = ${last}::bigint`.execute(
      on,
    )
  }
}

/** Deletes the documents of batches that PostgreSQL never committed. */
async function removeUnknownBatches(engine: ClickhouseEngine, trx: QueryExecutorProvider): Promise<void> {
  const rows = await engine.ask<{ number: string }>(ch`select distinct toString(batch) as number from document`)
  const stored = [...new Set(rows.map(({ number }) => number))]
  const { rows: unknown } = await sql<{ number: string }>`
    select number::text from unnest(${stored}::bigint[]) as s (number)
    where not exists (select 1 from document_batch b where b.number = s.number)`.execute(trx)
  const numbers = unknown.map(({ number }) => number)
  if (numbers.length > 0) await engine.ask(ch`delete from document where has(${longs(numbers)}, batch)`)
}

/**
 * Inserts documents one year at a time: the engine stores one year while the rows of the next are built, and this thread does not block for a tenth
 * of a second. It creates no more parts than a single insert would, because each year has its own. Resolves when every insert has finished.
 */
async function insertByYear(
  engine: ClickhouseEngine,
  fresh: readonly NewDocument[],
  toRow: (document: NewDocument) => TableRow,
): Promise<void> {
  const inserts: Promise<void>[] = []
  for (const some of Map.groupBy(fresh, ({ ts }) => Math.trunc(Date.parse(ts) / yearMs)).values()) {
    const insert = engine.insert('document', some.map(toRow))
    insert.catch(() => {}) // handled below
    inserts.push(insert)
    await yieldToEventLoop()
  }
  for (const result of await Promise.allSettled(inserts)) if (result.status === 'rejected') throw result.reason
}
