import { type QueryExecutorProvider, sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, long, longs, type Fragment, integer } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { authorKey, resolveAuthors, resolveOutlets } from '../dimensions.ts'
import type { DocumentWriter, NewDocument, RemovedRow } from '../document-store.port.ts'
import { dayOfTime } from './day-numbers.ts'
import { hasAnyId, listStored } from './document-pages.ts'
import { toTableRow, type TableRow } from './to-table-row.ts'
import { yieldToEventLoop } from '../../../adapters/database/turns/yield-to-event-loop.ts'
import { bucketCount } from '../topic-sample.ts'

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
  const batchNumbers = [...new Set(rows.map(({ number }) => number))]
  const { rows: unknown } = await sql<{ number: string }>`
    select number::text from unnest(${batchNumbers}::bigint[]) as s (number)
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

/** Minimum bits per id. At most one absent id in a hundred is reported as possibly present. */
const minBitsPerId = 16

/** A batch of at least this many documents belongs to an archive. */
const minArchiveBatch = 5_000

/** Building the filter costs about as much as six batches of an archive, whatever the size of the library, so a few small imports never build it. */
const filterLimits: FilterLimits = { after: 30_000, most: 100_000_000 }

/** Buckets read per query: 15 MB for thirty million documents. */
const bucketsPerQuery = 8

/** Halves added to the filter before other work gets its turn: about a millisecond. */
const halvesPerTurn = 2 * 65_536

/** When a filter pays off, and its maximum size. */
export interface FilterLimits {
  /** Ids of archives that are looked up before the filter is built. */
  after: number
  /** Maximum number of documents; each takes 16 to 32 bits. */
  most: number
}

/** Tells a writer which documents the library already has. */
interface KnownIds {
  /** Returns those of the stored ids that exist. Call it only in a transaction that holds the writers' lock. */
  list(trx: QueryExecutorProvider, ids: readonly string[]): Promise<Set<string>>
  /** The ids of the last `list` call are stored in the batch with this number, or not at all. */
  follow(batch: string): void
}

/**
 * Looking up ten thousand ids of an archive, which are spread over the whole table, reads nearly all ids: 0.3 s for ten million documents and 0.7 s
 * for thirty. So after `limits.after` ids a filter of all ids is built, and only ids that it may contain are looked up. Documents written by other
 * processes are found by their batch numbers. Removed documents stay in the filter and cost a needless look-up.
 */
export function createKnownIds(engine: ClickhouseEngine, limits: FilterLimits = filterLimits): KnownIds {
  let filter: { ids: IdFilter; room: number; idCount: number; lastBatch: string } | null = null
  let lookedUp = 0

  const addIds = async (to: IdFilter, condition: Fragment): Promise<number> => {
    const halves = toHalves(await engine.read(ch`select id from document where ${condition}`))
    for (let index = 0; index < halves.length; index += halvesPerTurn) {
      to.add(halves.subarray(index, index + halvesPerTurn))
      await yieldToEventLoop()
    }
    return halves.length / 2
  }

  const makeFilter = async (lastBatch: string): Promise<typeof filter> => {
    const counts = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document`)
    const documents = counts.reduce((sum, { n }) => sum + Number(n), 0)
    if (documents > limits.most) return null
    const room = documents * 1.2 + limits.after
    const ids = createIdFilter(room)
    let idCount = 0
    // one after the other, to keep each response small
    for (let bucket = 0; bucket < bucketCount; bucket += bucketsPerQuery)
      idCount += await addIds(
        ids,
        ch`bitAnd(id, 127) between ${integer(bucket)} and ${integer(bucket + bucketsPerQuery - 1)}`,
      )
    return { ids, room, idCount, lastBatch }
  }

  return {
    async list(trx, ids) {
      const lastBatch = await readLastBatch(trx)
      if (filter === null && lookedUp >= limits.after) filter = await makeFilter(lastBatch)
      if (filter === null) {
        if (ids.length >= minArchiveBatch) lookedUp += ids.length
        return listStored(engine, ids)
      }
      const { ids: filterIds, lastBatch: lastSeenBatch } = filter
      if (lastSeenBatch !== lastBatch) filter.idCount += await addIds(filterIds, ch`batch > ${long(lastSeenBatch)}`)
      const possible = ids.filter((id) => filterIds.mayContain(BigInt(id)))
      filterIds.add(toHalves(BigInt64Array.from(ids, BigInt)))
      filter.idCount += ids.length - possible.length
      filter.lastBatch = lastBatch
      // an overfull filter gives more and more false positives, so it is built again
      if (filter.idCount > filter.room) filter = null
      return listStored(engine, possible)
    },
    follow(batch) {
      if (filter !== null) filter.lastBatch = batch
    },
  }
}

/** The highest batch number given so far. `last_value` of an unused sequence equals that of one that has given its first number. */
async function readLastBatch(trx: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select (case when is_called then last_value else 0 end)::text as last from document_batch_number`.execute(trx)
  const [sequence] = rows
  if (sequence === undefined) throw new TypeError('A sequence has one row')
  return sequence.last
}

/** Ids in transport format (eight bytes each, little-endian) as halves. */
function toHalves({ buffer, byteOffset, byteLength }: Uint8Array | BigInt64Array): Int32Array {
  const isAligned = byteOffset % Int32Array.BYTES_PER_ELEMENT === 0
  return isAligned
    ? new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT)
    : new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength))
}

/**
 * Tells which ids are certainly absent: a blocked Bloom filter, in which all bits of an id lie in one word (Putze, Sanders and Singler 2007), so that
 * an id costs one memory access. Bits spread over the whole filter took five times as long. Ids are hashes: one half selects the word, the other its
 * bits.
 */
interface IdFilter {
  /** Consecutive ids as halves: low, high, low, high. */
  add(halves: Int32Array): void
  mayContain(id: bigint): boolean
}

/** Creates a filter for `room` ids at 16 to 32 bits each; beyond that, more absent ids are reported as possibly present. */
export function createIdFilter(room: number): IdFilter {
  const words = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, (room * minBitsPerId) / 32))))
  const mask = words.length - 1
  return {
    add(halves) {
      for (let index = 0; index < halves.length; index += 2) {
        const word = (halves[index + 1] ?? 0) & mask
        words[word] = (words[word] ?? 0) | bitsOf(halves[index] ?? 0)
      }
    },
    mayContain(id) {
      const bits = bitsOf(Number(BigInt.asIntN(32, id)))
      const word = words[Number(BigInt.asIntN(32, id >> 32n)) & mask] ?? 0
      return (word & bits) === bits
    },
  }
}

/** Up to four bits of a word, which may coincide; a shift uses only the lowest five bits of its distance. */
function bitsOf(low: number): number {
  return (1 << low) | (1 << (low >>> 8)) | (1 << (low >>> 16)) | (1 << (low >>> 24))
}
