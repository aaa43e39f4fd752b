import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger, type Database, openDatabase } from '@auspex/api'
import type { Figure } from '../signals/figures.ts'
import { clickhouseTables } from './clickhouse-tables.ts'
import { postgresTables } from './postgres-tables.ts'

/** Access to an engine's tables that the product does not offer. */
export interface Tables {
  count(): Promise<number>
  /** Repeats the first documents with new ids and later dates, entirely inside the engine, until there are enough. */
  grow(range: { first: number; from: number; to: number }): Promise<Figure>
  measureDisk(documents: number): Promise<Figure[]>
}

export interface ScaleLibrary extends Tables {
  database: Database
  measureMemory(): Promise<Figure>
  close(): Promise<void>
}

/** A library with documents in the named engine; with ClickHouse, the rest is in the embedded database unless `DATABASE_URL` names another. */
export async function openScaleLibrary(engine: 'chdb' | 'postgresql', folder: string): Promise<ScaleLibrary> {
  const databaseUrl = process.env['DATABASE_URL']
  if (engine === 'postgresql' && databaseUrl === undefined)
    throw new TypeError('DATABASE_URL names the PostgreSQL that is measured; its database is filled')
  const database = await openDatabase({
    databaseUrl,
    dataDir: join(folder, 'database'),
    documents: engine === 'chdb' ? `chdb:${join(folder, 'documents')}` : undefined,
    log: createLogger('warn'),
  })
  const { clickhouse } = database
  return {
    database,
    ...(clickhouse === null ? postgresTables(database) : clickhouseTables(clickhouse, database)),
    measureMemory,
    close: database.close,
  }
}

/** Peak memory of the engine's largest process: a child of this one, or a server's. */
async function measureMemory(): Promise<Figure> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const sizes = await Promise.all(
    processes.map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      const isEngine = /^PPid:\s+(\d+)/m.exec(status)?.[1] === String(process.pid) || /^Name:\s+postgres/.test(status)
      return isEngine ? Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024 ** 2 : 0
    }),
  )
  return {
    what: "peak memory of the engine's largest process",
    value: Math.max(...sizes),
    unit: 'GB',
    bar: { atMost: 2.5 },
    note: 'VmHWM',
  }
}
