import type { Readable } from 'node:stream'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database.port.ts'
import { listMigrations, migrate } from '../migrate.ts'
import type { BackupHeader, TableTotals } from './backup-lines.ts'
import { createRowHash } from './backup-lines.ts'
import { BackupError } from './backup.errors.ts'
import { type BackupTable, listBackupTables, readRows } from './backup-tables.ts'
import { type BackupPart, readBackup } from './read-backup.ts'
import { appliedMigrations } from './write-backup.ts'

export interface RestoreOptions {
  /** Opens the backup from its beginning; it is read twice, first to see that it is whole. */
  open: () => Readable
  /** Makes tables that are no module's of the API, such as the identity provider's, and room for the files of the backup. */
  prepare?: (header: BackupHeader) => Promise<void>
  onProgress?: (state: { step: 'checking' | 'loading' | 'comparing'; table: string; rows: number }) => void
}

export interface RestoreResult {
  header: BackupHeader
  tables: Map<string, TableTotals>
}

/**
 * Loads a backup into an empty database: makes the tables of the version it was made by, loads all rows in one transaction, compares
 * counts and hashes of every table with the backup, and then brings the tables to this version. When it fails the database holds no row of it.
 * Throws `BackupError`.
 */
export async function restoreBackup(
  database: Pick<Database, 'kysely' | 'maintain'>,
  { open, prepare, onProgress = () => {} }: RestoreOptions,
): Promise<RestoreResult> {
  const { kysely } = database
  if ((await appliedMigrations(kysely)).length > 0)
    throw new BackupError(
      'There is a library already. Restore into an empty database, or name a new folder in AUSPEX_DATA.',
    )
  const header = await checkBackup(open(), onProgress)
  const known = await listMigrations()
  const unknown = header.migrations.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new BackupError(
      `The backup was made by a newer version (${header.software}, ${unknown}). Update Auspex first.`,
    )
  await migrate(kysely, { names: header.migrations })
  await prepare?.(header)
  const tables = await kysely.transaction().execute((trx) => loadAll(trx, readBackup(open()), onProgress))
  await migrate(kysely)
  const large = [...tables].filter(([, { rows }]) => rows >= rowsWorthStatistics)
  await database.maintain(large.map(([name]) => name))
  return { header, tables }
}

/** Below it, the database's own guesses are good enough until it looks itself. */
const rowsWorthStatistics = 1000

async function checkBackup(
  input: Readable,
  onProgress: NonNullable<RestoreOptions['onProgress']>,
): Promise<BackupHeader> {
  let header: BackupHeader | null = null
  let rows = 0
  for await (const part of readBackup(input)) {
    if (part.kind === 'header') header = part.header
    if (part.kind !== 'end of table') continue
    rows += part.totals.rows
    onProgress({ step: 'checking', table: part.table, rows })
  }
  if (header === null) throw new BackupError('This file is no backup of Auspex.')
  return header
}

/** Rows and letters that one statement loads. */
const [mostRows, mostLetters] = [1000, 2 * 1024 * 1024]

async function loadAll(
  trx: Transaction<object>,
  parts: AsyncIterable<BackupPart>,
  onProgress: NonNullable<RestoreOptions['onProgress']>,
): Promise<Map<string, TableTotals>> {
  await sql`set local timezone to 'UTC'`.execute(trx)
  const known = await listBackupTables(trx)
  // rows that migrations put there are in the backup too
  for (const { name } of known.toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx)
  const tables = new Map<string, TableTotals>()
  const loaded: BackupTable[] = []
  let open: BackupTable | null = null
  let batch: string[] = []
  let letters = 0
  let rows = 0
  const flush = async () => {
    if (open !== null && batch.length > 0) await insertRows(trx, open, batch)
    rows += batch.length
    if (open !== null) onProgress({ step: 'loading', table: open.name, rows })
    batch = []
    letters = 0
  }
  for await (const part of parts) {
    if (part.kind === 'table') {
      const { table: name, columns } = part
      const table = known.find((one) => one.name === name)
      if (table === undefined || !columns.every((column) => table.columns.includes(column)))
        throw new BackupError(`The backup has a table ${name} that this version does not know. Update Auspex first.`)
      open = { name, columns: [...columns] }
      loaded.push(open)
    } else if (part.kind === 'row') {
      batch.push(part.line)
      letters += part.line.length
      if (batch.length >= mostRows || letters >= mostLetters) await flush()
    } else if (part.kind === 'end of table') {
      await flush()
      tables.set(part.table, part.totals)
    }
  }
  for (const table of loaded) {
    onProgress({ step: 'comparing', table: table.name, rows })
    await compare(trx, table, tables.get(table.name))
    await moveSequences(trx, table)
  }
  return tables
}

async function insertRows(trx: Transaction<object>, { name, columns }: BackupTable, lines: readonly string[]) {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(name)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::json)`.execute(trx)
}

async function compare(trx: Transaction<object>, table: BackupTable, said: TableTotals | undefined): Promise<void> {
  const hash = createRowHash()
  for await (const lines of readRows(trx, table)) for (const line of lines) hash.add(line)
  const { rows, hash: loaded } = hash.totals()
  if (rows !== said?.rows || loaded !== said.hash)
    throw new BackupError(`After loading, ${table.name} is not what the backup holds. Nothing was restored.`)
}

/** Numbers that the database gives go on behind those that were loaded. */
async function moveSequences(trx: Transaction<object>, { name, columns }: BackupTable): Promise<void> {
  const { rows } = await sql<{ column: string; sequence: string }>`
    select name as column, pg_get_serial_sequence(${name}, name) as sequence
    from unnest(${columns}::text[]) as name where pg_get_serial_sequence(${name}, name) is not null`.execute(trx)
  for (const { column, sequence } of rows)
    await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 1), max(${sql.ref(column)}) is not null)
      from ${sql.table(name)}`.execute(trx)
}
