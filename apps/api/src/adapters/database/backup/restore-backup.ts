import type { Database } from '../database.port.ts'
import { sql, type Transaction } from 'kysely'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { isBeforeBaseline, listAppliedMigrations, listMigrations, migrate } from '../migrate.ts'
import {
  type BackupHeader,
  type BackupLine,
  type BackupTable,
  createRowHash,
  listBackupTables,
  readRows,
  type TableTotals,
} from './backup-format.ts'
import { BackupError } from '../database.errors.ts'

export interface RestoreOptions {
  /** Opens the backup from its beginning; it is read twice, the first time to verify that it is complete. */
  open: () => Readable
  /** Creates tables that belong to no API module, such as the identity provider's, and space for the files of the backup. */
  prepare?: (header: BackupHeader) => Promise<void>
  onProgress?: (state: { step: 'checking' | 'loading' | 'comparing'; table: string; rows: number }) => void
}

export interface RestoreResult {
  header: BackupHeader
  tables: Map<string, TableTotals>
}

/**
 * Restores a backup into an empty database: creates the tables of the version that made it, loads all rows in one transaction, compares counts and
 * hashes of every table with the backup, and then migrates the tables to this version. On failure the database contains none of its rows. Throws
 * `BackupError`.
 */
export async function restoreBackup(
  database: Database,
  { open, prepare, onProgress = () => {} }: RestoreOptions,
): Promise<RestoreResult> {
  const { kysely } = database
  if ((await listAppliedMigrations(kysely)).length > 0)
    throw new BackupError(
      'There is a library already. Restore into an empty database, or name a new folder in AUSPEX_DATA.',
    )
  const header = await checkBackup(open(), onProgress)
  const migrations = await listMigrations()
  if (isBeforeBaseline(header.migrations, migrations))
    throw new BackupError(
      `The backup was made by an early development version (${header.software}), and its tables cannot be upgraded. Restore it with that version, export what you need there and import it here.`,
    )
  const unknown = header.migrations.find((name) => !migrations.includes(name))
  if (unknown !== undefined)
    throw new BackupError(
      `The backup was made by a newer version (${header.software}, ${unknown}). Update Auspex first.`,
    )
  await migrate(kysely, { names: header.migrations })
  await prepare?.(header)
  const tables = await kysely.transaction().execute((trx) => loadAll(trx, readBackup(open()), onProgress))
  await migrate(kysely)
  const large = [...tables].filter(([, { rows }]) => rows >= minRowsForStatistics)
  await database.maintain(large.map(([name]) => name))
  return { header, tables }
}

/** For fewer rows, the database's default estimates suffice until it analyzes the table itself. */
const minRowsForStatistics = 1000

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

/** Rows and characters per insert. */
const [maxRows, maxCharacters] = [1000, 2 * 1024 * 1024]

async function loadAll(
  trx: Transaction<object>,
  parts: AsyncIterable<BackupPart>,
  onProgress: NonNullable<RestoreOptions['onProgress']>,
): Promise<Map<string, TableTotals>> {
  await sql`set local timezone to 'UTC'`.execute(trx)
  const backupTables = await listBackupTables(trx)
  // the backup also contains the rows that migrations inserted
  for (const { name } of backupTables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx)
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
      const table = backupTables.find((backupTable) => backupTable.name === name)
      if (table === undefined || !columns.every((column) => table.columns.includes(column)))
        throw new BackupError(`The backup has a table ${name} that this version does not know. Update Auspex first.`)
      open = { name, columns: [...columns] }
      loaded.push(open)
    } else if (part.kind === 'row') {
      batch.push(part.line)
      letters += part.line.length
      if (batch.length >= maxRows || letters >= maxCharacters) await flush()
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

async function compare(trx: Transaction<object>, table: BackupTable, expected: TableTotals | undefined): Promise<void> {
  const hash = createRowHash()
  for await (const lines of readRows(trx, table)) for (const line of lines) hash.add(line)
  const { rows, hash: loaded } = hash.totals()
  if (rows !== expected?.rows || loaded !== expected.hash)
    throw new BackupError(`After loading, ${table.name} differs from the backup. Nothing was restored.`)
}

/** Moves sequences past the numbers that were loaded. */
async function moveSequences(trx: Transaction<object>, { name, columns }: BackupTable): Promise<void> {
  const { rows } = await sql<{ column: string; sequence: string }>`
    select name as column, pg_get_serial_sequence(${name}, name) as sequence
    from unnest(${columns}::text[]) as name where pg_get_serial_sequence(${name}, name) is not null`.execute(trx)
  for (const { column, sequence } of rows)
    await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 1), max(${sql.ref(column)}) is not null)
      from ${sql.table(name)}`.execute(trx)
}

/** The parts of a backup, in order. */
type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: string; columns: readonly string[] }
  | { kind: 'row'; line: string }
  | { kind: 'end of table'; table: string; totals: TableTotals }

function damageOf(reason: string): BackupError {
  return new BackupError(`The backup is damaged: ${reason}. Take another copy of it.`)
}

/** Reads a backup and verifies it on the way. Throws `BackupError` if it is damaged, also when its end is missing. */
async function* readBackup(input: Readable): AsyncGenerator<BackupPart> {
  let table: { name: string; hash: ReturnType<typeof createRowHash> } | null = null
  let isFirst = true
  let tables = 0
  let rows = 0
  let isWhole = false
  for await (const line of readLines(input)) {
    if (isWhole) throw damageOf('lines follow its end')
    if (line.startsWith('{')) {
      if (table === null) throw damageOf('a row stands outside of a table')
      table.hash.add(line)
      rows += 1
      yield { kind: 'row', line }
      continue
    }
    const [kind, ...facts] = parseLine(line)
    if (isFirst !== (kind === 'header')) throw new BackupError('This file is no backup of Auspex.')
    isFirst = false
    if (kind === 'header') {
      const header = facts[0] as BackupHeader // the shape that `writeBackup` writes
      if (header.format !== 1)
        throw new BackupError(
          `The backup has format ${String(header.format)}, and this version reads format 1. Update Auspex.`,
        )
      yield { kind, header }
    } else if (kind === 'table') {
      const [name, columns] = facts as [string, string[]]
      table = { name, hash: createRowHash() }
      tables += 1
      yield { kind, table: name, columns }
    } else if (kind === 'end of table') {
      const [name, expected] = facts as [string, TableTotals]
      const totals = table?.hash.totals()
      if (table?.name !== name || totals?.rows !== expected.rows || totals.hash !== expected.hash)
        throw damageOf(`the rows of ${name} are not those that were written`)
      table = null
      yield { kind, table: name, totals }
    } else {
      const [stated] = facts as [{ tables: number; rows: number }]
      if (stated.tables !== tables || stated.rows !== rows) throw damageOf('tables are missing')
      isWhole = true
    }
  }
  if (isFirst) throw new BackupError('This file is no backup of Auspex.')
  if (!isWhole) throw damageOf('its end is missing')
}

async function* readLines(input: Readable): AsyncGenerator<string> {
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw damageOf(`it cannot be read to its end (${error instanceof Error ? error.message : String(error)})`)
  }
}

function parseLine(line: string): BackupLine {
  try {
    const parsed: unknown = JSON.parse(line)
    if (Array.isArray(parsed) && typeof parsed[0] === 'string') return parsed as unknown as BackupLine // checked by its reader
  } catch {
    // reported below
  }
  throw new BackupError('This file is no backup of Auspex.')
}
