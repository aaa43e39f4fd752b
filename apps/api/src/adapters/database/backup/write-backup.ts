import { sql } from 'kysely'
import type { Database } from '../database.port.ts'
import { listAppliedMigrations } from '../migrate.ts'
import { type BackupHeader, type BackupLine, createRowHash, listBackupTables, readRows } from './backup-format.ts'
import { BackupError } from '../database.errors.ts'

export interface WriteBackupOptions {
  /** The part of the header that the database does not know. */
  about: Pick<BackupHeader, 'software' | 'createdAt' | 'files'>
  /** Receives lines with their line ends; resolves when more may follow. */
  write: (text: string) => Promise<void>
  /** Called after each table, with the rows of all tables so far. */
  onProgress?: (state: { table: string; rows: number }) => void
}

/**
 * Writes all rows of the product's tables as a consistent snapshot, even while a server handles other writes. Queued jobs, and documents in ClickHouse, are not included. Returns
 * the number of rows. Throws `BackupError` when there is no library.
 */
export async function writeBackup(
  { kysely, engine }: Database,
  { about, write, onProgress }: WriteBackupOptions,
): Promise<number> {
  const writeLine = (line: BackupLine) => write(`${JSON.stringify(line)}\n`)
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // times are written in the session's time zone
      await sql`set local timezone to 'UTC'`.execute(trx)
      const migrations = await listAppliedMigrations(trx)
      if (migrations.length === 0)
        throw new BackupError('There is no library here yet, so there is nothing to back up.')
      const tables = await listBackupTables(trx)
      await writeLine(['header', { format: 1, engine, migrations, ...about }])
      let total = 0
      for (const table of tables) {
        await writeLine(['table', table.name, table.columns])
        const hash = createRowHash()
        for await (const lines of readRows(trx, table)) {
          for (const line of lines) hash.add(line)
          await write(`${lines.join('\n')}\n`)
          total += lines.length
          onProgress?.({ table: table.name, rows: total })
        }
        await writeLine(['end of table', table.name, hash.totals()])
      }
      await writeLine(['end', { tables: tables.length, rows: total }])
      return total
    })
}
