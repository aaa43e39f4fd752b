import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createClickhouseDocuments } from '../clickhouse/clickhouse-documents.ts'
import { writerLock } from '../insert-documents.ts'
import { createPostgresDocuments } from '../postgres/postgres-documents.ts'
import { addToFingerprint, emptyFingerprint, type Fingerprint, type MovableDocuments } from './moved-document.ts'

export interface MoveProgress {
  step: 'copying' | 'comparing' | 'clearing'
  documents: number
  total: number
}

export interface MoveOptions {
  /** The library, with its current ClickHouse if that is where its documents are. */
  database: Database
  /** The destination; null for PostgreSQL. */
  target: ClickhouseEngine | null
  onProgress: (progress: MoveProgress) => void
}

/** Documents per read and write; each insert into ClickHouse creates one part per year among them. */
const documentsPerBatch = 5_000

/** The copies differ after a move; the library was not switched over. */
export class MoveDifferenceError extends Error {
  override readonly name = 'MoveDifferenceError'
}

/** Source and target overlap: clearing the source afterwards would delete the only copy. */
export class MoveLocationError extends Error {
  override readonly name = 'MovePlaceError'

  constructor() {
    super('The target already contains documents. Name new, empty stores.')
  }
}

/** The library now uses the new store, but the old one still has its documents. */
export class MoveLeftoverError extends Error {
  override readonly name = 'MoveLeftoverError'

  constructor(cause: unknown) {
    super(
      `The documents were moved, and are still where they were too: ${cause instanceof Error ? cause.message : String(cause)}. Start with the new place, and empty the old one by hand.`,
      { cause },
    )
  }
}

/**
 * Copies all documents to another engine, compares count and hash, switches the library over, and clears the old store. A resumed move does not copy
 * again what is already there. Documents stored meanwhile are copied too: the final check holds the writers' lock. On `MoveLocationError` and
 * `MoveDifferenceError` the library stays where it was; on `MoveLeftoverError` it has moved.
 */
export async function moveDocuments({ database, target, onProgress }: MoveOptions): Promise<number> {
  const { kysely, clickhouse } = database
  const from = clickhouse === null ? createPostgresDocuments(database) : createClickhouseDocuments(clickhouse, database)
  const to = target === null ? createPostgresDocuments(database) : createClickhouseDocuments(target, database)
  const tables = new Set(await from.listTables())
  if ((await to.listTables()).some((table) => tables.has(table))) throw new MoveLocationError()
  for (;;) {
    const revision = await readRevision(database)
    const copied = await copyAll(from, to, onProgress)
    const targetContents = await readAll(to, (documents) =>
      onProgress({ step: 'comparing', documents, total: copied.documents }),
    )
    if (targetContents.documents !== copied.documents || targetContents.sum !== copied.sum)
      throw new MoveDifferenceError(
        `${copied.documents} documents were copied and ${targetContents.documents} are there${targetContents.documents === copied.documents ? ', of which some differ' : ''}. Empty what they were copied to, and move again.`,
      )
    const isSwitched = await kysely.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
      const { rows } = await sql`
        update library set documents_in = ${target === null ? 'postgresql' : 'clickhouse'}, revision = revision + 1
        where revision = ${revision}::bigint returning 1`.execute(trx)
      return rows.length > 0
    })
    // the library changed in the meantime
    if (!isSwitched) continue
    onProgress({ step: 'clearing', documents: copied.documents, total: copied.documents })
    try {
      await from.clear()
    } catch (error) {
      throw new MoveLeftoverError(error)
    }
    return copied.documents
  }
}

async function copyAll(
  from: MovableDocuments,
  to: MovableDocuments,
  onProgress: MoveOptions['onProgress'],
): Promise<Fingerprint> {
  const total = await from.count()
  let writing: Promise<void> = Promise.resolve()
  const copied = await readAll(from, async (documents, batch) => {
    await writing
    // write while the next batch is read
    writing = to.write(batch)
    writing.catch(() => {}) // handled at the next await
    onProgress({ step: 'copying', documents, total })
  })
  await writing
  return copied
}

async function readAll(
  documents: MovableDocuments,
  onBatch: (read: number, batch: Awaited<ReturnType<MovableDocuments['read']>>) => Promise<void> | void,
): Promise<Fingerprint> {
  const fingerprint = emptyFingerprint()
  let after: string | null = null
  for (;;) {
    const batch = await documents.read(after, documentsPerBatch)
    const last = batch.at(-1)
    if (last === undefined) return fingerprint
    after = last.id
    addToFingerprint(fingerprint, batch)
    await onBatch(fingerprint.documents, batch)
  }
}

async function readRevision({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select revision::text as revision from library`.execute(kysely)
  return rows[0]?.revision ?? '0'
}
