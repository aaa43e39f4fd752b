import { type QueryExecutorProvider, sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, long, longs } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { authorKey, resolveAuthors, resolveOutlets } from '../dimensions.ts'
import type { DocumentWriter, NewDocument, RemovedRow } from '../document-store.port.ts'
import { dayOf } from './day-numbers.ts'
import { placedAt } from './document-pages.ts'
import { insertByYear } from './insert-by-year.ts'
import { createKnownIds, type KnownIds } from './known-ids.ts'
import { toTableRow } from './to-table-row.ts'

/**
 * Writes documents into ClickHouse within a transaction of PostgreSQL, which commits what is counted of them. ClickHouse takes no part in
 * that commit, so a batch has a number that PostgreSQL commits: what stands in ClickHouse with another number was never acknowledged, and
 * `recover` removes it. A removal is committed first and carried out afterwards, by whoever writes next if its own process is gone.
 */
export function createClickhouseWriter({
  engine,
  database,
  known = createKnownIds(engine),
}: {
  engine: ClickhouseEngine
  database: Pick<Database, 'kysely'>
  known?: KnownIds
}): DocumentWriter {
  // of a process before this one, or of this one's last batch, which may not have been committed
  let uncertain: { number: string | null } | null = { number: null }

  const removeCounted = async (on: QueryExecutorProvider): Promise<void> => {
    const { rows } = await sql<{ last_batch: string; ids: string[] }>`
      select last_batch, array_agg(document_id::text) as ids from document_removal group by last_batch`.execute(on)
    for (const { last_batch: last, ids } of rows) {
      await engine.ask(ch`delete from document where ${placedAt(ids)} and batch <= ${long(last)}`)
      await sql`delete from document_removal where document_id = any(${ids}::bigint[]) and last_batch = ${last}::bigint`.execute(
        on,
      )
    }
  }

  const removeUncommitted = async (trx: QueryExecutorProvider): Promise<void> => {
    if (uncertain === null) return
    if (uncertain.number !== null) {
      const { rows } = await sql`select 1 from document_batch where number = ${uncertain.number}::bigint`.execute(trx)
      if (rows.length > 0) {
        uncertain = null
        return
      }
    }
    const rows = await engine.ask<{ number: string }>(ch`select distinct toString(batch) as number from document`)
    const stored = [...new Set(rows.map(({ number }) => number))]
    const { rows: unknown } = await sql<{ number: string }>`
      select number::text from unnest(${stored}::bigint[]) as s (number)
      where not exists (select 1 from document_batch b where b.number = s.number)`.execute(trx)
    const numbers = unknown.map(({ number }) => number)
    if (numbers.length > 0) await engine.ask(ch`delete from document where has(${longs(numbers)}, batch)`)
    uncertain = null
  }

  return {
    place: 'clickhouse',
    indexForm: 'word-text',
    async recover(trx) {
      await removeCounted(trx)
      await removeUncommitted(trx)
    },
    listKnown: known.list,
    async insert(trx, fresh) {
      const outlets = await resolveOutlets(
        trx,
        fresh.map(({ outlet }) => outlet),
      )
      const authors = await resolveAuthors(trx, fresh)
      const { rows: made } = await sql<{ number: string }>`
        insert into document_batch (number) values (nextval('document_batch_number')) returning number`.execute(trx)
      const [batch] = made
      if (batch === undefined) throw new TypeError('A batch was given no number')
      uncertain = batch
      known.follow(batch.number)
      const toRow = (one: NewDocument) =>
        toTableRow(one, {
          batch: batch.number,
          source: one.sourceId,
          outlet: outlets.get(one.outlet) ?? 0,
          author: authors.get(authorKey(one)) ?? 0,
        })
      return { stored: insertByYear(engine, fresh, toRow) }
    },
    async remove(trx, ids) {
      const rows = await engine.ask<Omit<RemovedRow, 'ts' | 'day'> & { ms: string }>(ch`
        select toString(id) as id, source as source_id, kind, toString(ms) as ms, entities
        from document where ${placedAt(ids)}`)
      const removed = rows.map(({ ms, ...row }) => ({ ...row, ts: new Date(Number(ms)), day: dayOf(Number(ms)) }))
      await sql`
        insert into document_removal (document_id, last_batch)
        select unnest(${removed.map(({ id }) => id)}::bigint[]), last_value from document_batch_number`.execute(trx)
      return removed
    },
    afterRemoval: () => removeCounted(database.kysely),
    async forgetNames(trx) {
      const rows = await engine.ask<{ outlets: number[]; authors: number[] }>(
        ch`select groupUniqArray(outlet) as outlets, groupUniqArray(author) as authors from document`,
      )
      await sql`delete from author where id <> all(${rows.flatMap(({ authors }) => authors)}::int[])`.execute(trx)
      await sql`delete from outlet where id <> all(${rows.flatMap(({ outlets }) => outlets)}::int[])`.execute(trx)
    },
  }
}
