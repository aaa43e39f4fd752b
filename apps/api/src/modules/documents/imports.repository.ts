import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { cleanText } from './clean-text.ts'
import { ImportStateError } from './documents.errors.ts'
import type { DocumentTables, ImportFileTable } from './documents.tables.ts'
import type { ImportBatch, RejectedLine } from './import-batch.types.ts'
import { insertDocuments } from './insert-documents.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { PrepareDocuments } from './prepare-documents.ts'
import { splitBatch } from './split-batch.ts'

/** An imported file and how far it is. Lines count from 1; `resumeLine` is the last one that is safely stored. */
export interface ImportFile {
  importId: string
  name: string
  sha256: string
  bytes: number
  resumeLine: number
  stored: number
  duplicates: number
  rejected: number
  /** Rejected lines that are kept with their reasons: the first ones. */
  keptRejections: number
  /** Whose import it is; null is the installation's own. */
  organizationId: string | null
  state: 'running' | 'finished'
  startedAt: string
  updatedAt: string
  finishedAt: string | null
}

export interface ImportBatchCounts {
  stored: number
  duplicates: number
  rejected: number
  resumeLine: number
}

/** Rejections of an import kept word for word, the first ones; the others are counted. A file of the wrong kind would reject every line. */
const mostKeptRejections = 1000
/** Characters of a reason, as in the contract. */
const longestReason = 300

/**
 * Lines stored by one transaction: about 60 ms of the embedded engine, which answers nobody meanwhile. A server answers others
 * at the same time, so there fewer and longer transactions cost nobody anything.
 */
const linesPerTransaction = { embedded: 250, native: 500 }

export type Imports = ReturnType<typeof createImports>

/** Resumable imports: a file is known by its bytes, and its line moves in the transaction that stores its documents. */
export function createImports(dependencies: {
  database: Database
  clock: Clock
  createId: CreateId
  /** Resolves when nobody waits for a search, or has waited long enough. */
  yieldToSearches: () => Promise<void>
  prepare: PrepareDocuments
}) {
  const { database, clock, createId, yieldToSearches, prepare } = dependencies
  const kysely = database.kysely.withTables<DocumentTables>()

  const readImport = async (importId: string): Promise<ImportFile | null> => {
    const row = await kysely.selectFrom('import_file').selectAll().where('id', '=', importId).executeTakeFirst()
    return row === undefined ? null : toImportFile(row)
  }

  const storeRun = ({ importId, firstLine, lastLine, rejected }: ImportBatch, prepared: readonly PreparedDocument[]) =>
    kysely.transaction().execute(async (trx): Promise<ImportBatchCounts> => {
      const file = await trx
        .selectFrom('import_file')
        .selectAll()
        .where('id', '=', importId)
        .forUpdate()
        .executeTakeFirst()
      if (file === undefined) throw new ImportStateError('imports.not_found', `There is no import ${importId}.`)
      if (lastLine <= file.resume_line) return { stored: 0, duplicates: 0, rejected: 0, resumeLine: file.resume_line }
      if (file.state === 'finished') throw new ImportStateError('imports.finished', `Import ${importId} is finished.`)
      if (firstLine !== file.resume_line + 1) {
        const message = `Import ${importId} continues at line ${file.resume_line + 1}, not at ${firstLine}.`
        throw new ImportStateError('imports.out_of_order', message)
      }
      const inserted = prepared.length === 0 ? 0 : (await insertDocuments(trx, prepared)).size
      const counts = { stored: inserted, duplicates: prepared.length - inserted, rejected: rejected.length }
      const newRejections = rejected
        .slice(0, Math.max(0, mostKeptRejections - file.kept_rejections))
        .map(({ line, reason }) => ({ line, reason: cleanText(reason).slice(0, longestReason), import_id: importId }))
      if (newRejections.length > 0) await trx.insertInto('import_rejection').values(newRejections).execute()
      await trx
        .updateTable('import_file')
        .set({
          resume_line: lastLine,
          stored: file.stored + counts.stored,
          duplicates: file.duplicates + counts.duplicates,
          rejected: file.rejected + counts.rejected,
          kept_rejections: file.kept_rejections + newRejections.length,
          updated_at: clock.now(),
        })
        .where('id', '=', importId)
        .execute()
      return { ...counts, resumeLine: lastLine }
    })

  return {
    /**
     * Begins an import, or finds the same bytes begun earlier by the same organization: continue after `resumeLine` (0 when
     * nothing is stored). What others imported is not told.
     */
    async startImport(file: {
      name: string
      sha256: string
      bytes: number
      organizationId?: string | null
    }): Promise<ImportFile> {
      const now = clock.now()
      const { name, sha256, bytes, organizationId = null } = file
      await kysely
        .insertInto('import_file')
        .values({
          name,
          sha256,
          bytes: String(bytes),
          organization_id: organizationId,
          id: createId('imp'),
          state: 'running',
          started_at: now,
          updated_at: now,
          finished_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await kysely
        .selectFrom('import_file')
        .selectAll()
        .where('sha256', '=', sha256)
        .where('organization_id', 'is not distinct from', organizationId)
        .executeTakeFirstOrThrow()
      return toImportFile(row)
    },

    /**
     * Stores the lines of a batch in order, a run of them at a time, and gives way to searches between two runs. A run is
     * stored with the ledger's line or not at all; what lies before the resume line was acknowledged earlier and changes
     * nothing. Throws `ImportStateError` for a gap, an unknown or a finished import.
     */
    async storeImportBatch(batch: ImportBatch): Promise<ImportBatchCounts> {
      const sum: ImportBatchCounts = { stored: 0, duplicates: 0, rejected: 0, resumeLine: 0 }
      const parts = splitBatch(batch, linesPerTransaction[database.engine])
      // all runs are read ahead, while the database stores those before them
      const runs = parts.map((part) => ({ part, read: prepare(part.documents) }))
      for (const { read } of runs) read.catch(() => {}) // it is met at the await below, unless a run before it fails
      for (const { part, read } of runs) {
        const prepared = await read
        await yieldToSearches()
        const { resumeLine, ...counts } = await storeRun(part, prepared)
        sum.stored += counts.stored
        sum.duplicates += counts.duplicates
        sum.rejected += counts.rejected
        sum.resumeLine = resumeLine
      }
      return sum
    },

    /** Marks the file as read to its end and settles the index and the planner after it. */
    async finishImport(importId: string): Promise<ImportFile> {
      const now = clock.now()
      await kysely
        .updateTable('import_file')
        .set({ state: 'finished', updated_at: now, finished_at: now })
        .where('id', '=', importId)
        .where('state', '=', 'running')
        .execute()
      const file = await readImport(importId)
      if (file === null) throw new ImportStateError('imports.not_found', `There is no import ${importId}.`)
      if (file.stored > 0) await database.maintain(['document', 'document_text', 'outlet', 'author', 'source_day'])
      return file
    },

    /** One import, or null when there is none of that id. */
    getImport: readImport,

    /** Every import, the newest first. */
    async listImports(): Promise<ImportFile[]> {
      const rows = await kysely
        .selectFrom('import_file')
        .selectAll()
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(200)
        .execute()
      return rows.map(toImportFile)
    },

    /** The rejections that were kept, in the order of the file. */
    listRejections(importId: string, limit = 100): Promise<RejectedLine[]> {
      return kysely
        .selectFrom('import_rejection')
        .select(['line', 'reason'])
        .where('import_id', '=', importId)
        .orderBy('line')
        .limit(limit)
        .execute()
    },
  }
}

function toImportFile(row: Selectable<ImportFileTable>): ImportFile {
  return {
    importId: row.id,
    name: row.name,
    sha256: row.sha256,
    bytes: Number(row.bytes),
    resumeLine: row.resume_line,
    stored: row.stored,
    duplicates: row.duplicates,
    rejected: row.rejected,
    keptRejections: row.kept_rejections,
    organizationId: row.organization_id,
    state: row.state,
    startedAt: row.started_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
