import { type Kysely, sql, type Transaction } from 'kysely'
import { createHash } from 'node:crypto'

/** Anything that runs statements. */
export type Executor = Kysely<object> | Transaction<object>

export interface BackupTable {
  name: string
  columns: string[]
}

/** Kysely's own migration tables, which the migrations fill themselves. */
const kyselyTables = ['kysely_migration', 'kysely_migration_lock']

/** Lists all tables of the product, each after those that it references. The queue's tables belong to pg-boss and are not backed up. */
export async function listBackupTables(db: Executor): Promise<BackupTable[]> {
  const { rows: tables } = await sql<BackupTable & { parents: string[] }>`
    select c.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
            where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${kyselyTables}::text[])
    order by c.relname`.execute(db)
  const sorted: BackupTable[] = []
  while (sorted.length < tables.length) {
    const isPlaced = (name: string) => sorted.some((table) => table.name === name)
    const next = tables.filter(({ name, parents }) => !isPlaced(name) && parents.every(isPlaced))
    if (next.length === 0) throw new Error('The tables have circular references, so they cannot be loaded in any order')
    sorted.push(...next.map(({ name, columns }) => ({ name, columns })))
  }
  return sorted
}

/** Bytes of rows per batch. */
const batchBytes = 2 * 1024 * 1024

/** Yields all rows of a table as written by `row_to_json`, in batches, in physical order. */
export async function* readRows(db: Executor, { name, columns }: BackupTable): AsyncGenerator<string[]> {
  const { rows: sizes } = await sql<{ blocks: number; bytes: number }>`
    select (pg_relation_size(${name}::regclass) / current_setting('block_size')::int)::int as blocks,
      pg_table_size(${name}::regclass)::float8 as bytes`.execute(db)
  const { blocks, bytes } = sizes[0] ?? { blocks: 0, bytes: 0 }
  // long values are stored outside the counted blocks
  const step = Math.max(1, Math.floor((batchBytes * blocks) / Math.max(1, bytes)))
  const list = sql.join(columns.map((column) => sql.ref(column)))
  for (let block = 0; block < blocks; block += step) {
    const { rows } = await sql<{ line: string }>`select row_to_json(batch)::text as line from (
      select ${list} from ${sql.table(name)}
      where ctid >= ${`(${block},0)`}::tid and ctid < ${`(${block + step},0)`}::tid) as batch`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
  }
}

/** The metadata of a backup, in its first line. */
export interface BackupHeader {
  /** Version of this format. */
  format: 1
  software: string
  /** ISO 8601 instant of the state that it contains. */
  createdAt: string
  engine: 'embedded' | 'native'
  /** The migrations that its tables had applied. */
  migrations: string[]
  /** Files that belong to the database, by name. */
  files: Record<string, string>
}

export interface TableTotals {
  rows: number
  /** Hash of all rows, independent of their order. */
  hash: string
}

/**
 * A backup is JSON lines: an array is metadata, an object is a row of the last named table, as written by `row_to_json`. The last line marks it as
 * complete.
 */
export type BackupLine =
  | readonly ['header', BackupHeader]
  | readonly ['table', string, readonly string[]]
  | readonly ['end of table', string, TableTotals]
  | readonly ['end', { tables: number; rows: number }]

/**
 * Hashes a set of rows by the sum of their hashes (AdHash: Bellare and Micciancio, 1997), because a restored table may have its rows in another
 * order. It detects damage but not forgery, since it has no key.
 */
export function createRowHash(): { add(row: string): void; totals(): TableTotals } {
  let rows = 0
  let sum = 0n
  return {
    add(row) {
      const digest = createHash('sha256').update(row).digest()
      sum += (digest.readBigUInt64BE(0) << 64n) | digest.readBigUInt64BE(8)
      rows += 1
    },
    totals: () => ({ rows, hash: BigInt.asUintN(128, sum).toString(16).padStart(32, '0') }),
  }
}
