import type { Clock } from '../../kernel/clock.ts'
import { noteImportPart } from './delete-import.ts'
import { ImportStateError } from './documents.errors.ts'
import type { DocumentTables } from './documents.tables.ts'
import type { Library } from './document-store.port.ts'
import type { ImportBatch } from './import-batch.types.ts'
import type { InOrder } from './import-order.ts'
import { advanceImport, lockImport } from './imports.repository.ts'
import { insertDocuments } from './insert-documents.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { PrepareDocuments } from './prepare-documents.ts'
import { rejectUndatable } from './publication-bounds.ts'
import { splitBatch } from './split-batch.ts'

export interface StoreBatchDependencies extends Library {
  clock: Clock
  /** Resolves when nobody waits for a search, or has waited long enough. */
  yieldToSearches: () => Promise<void>
  prepare: PrepareDocuments
  inOrder: InOrder
}

export interface ImportBatchCounts {
  stored: number
  duplicates: number
  rejected: number
  resumeLine: number
}

/**
 * Lines stored by one transaction: about 60 ms of the embedded engine, which answers nobody meanwhile. A server answers others
 * at the same time, so there fewer and longer transactions cost nobody anything.
 */
const linesPerTransaction = { embedded: 250, native: 500 }
/** Lines that ClickHouse is given at once: each insert makes a part of every year in it, which is merged later. */
const linesPerInsert = 10_000

/**
 * Stores the lines of a batch in order, a run of them at a time, and gives way to searches between two runs. A run is
 * stored with the ledger's line or not at all; what lies before the resume line was acknowledged earlier and changes
 * nothing. The next batch of an import may be given while this one is stored: it is read meanwhile, and stored after it.
 * Throws `ImportStateError` for a gap, an unknown or a finished import.
 */
export function storeImportBatch(batch: ImportBatch, deps: StoreBatchDependencies): Promise<ImportBatchCounts> {
  const { place } = deps.store
  const datable = rejectUndatable(batch, deps.clock.now())
  const parts = splitBatch(datable, place === 'clickhouse' ? linesPerInsert : linesPerTransaction[deps.database.engine])
  // all runs are read ahead, while the database stores those before them
  const runs = parts.map((part) => ({ part, read: deps.prepare(part.documents, deps.store.indexForm) }))
  for (const { read } of runs) read.catch(() => {}) // it is met at the await below, unless a run before it fails
  return deps.inOrder(batch.importId, () => storeRuns(runs, deps))
}

async function storeRuns(
  runs: readonly { part: ImportBatch; read: Promise<PreparedDocument[]> }[],
  deps: StoreBatchDependencies,
): Promise<ImportBatchCounts> {
  const sum: ImportBatchCounts = { stored: 0, duplicates: 0, rejected: 0, resumeLine: 0 }
  for (const { part, read } of runs) {
    const prepared = await read
    await deps.yieldToSearches()
    const { resumeLine, ...counts } = await storeRun(part, prepared, deps)
    sum.stored += counts.stored
    sum.duplicates += counts.duplicates
    sum.rejected += counts.rejected
    sum.resumeLine = resumeLine
  }
  return sum
}

function storeRun(
  { importId, firstLine, lastLine, rejected }: ImportBatch,
  prepared: readonly PreparedDocument[],
  { database, store, clock }: StoreBatchDependencies,
): Promise<ImportBatchCounts> {
  const kysely = database.kysely.withTables<DocumentTables>()
  return kysely.transaction().execute(async (trx) => {
    const file = await lockImport(trx, importId)
    if (file === null) throw new ImportStateError('imports.not_found', `There is no import ${importId}.`)
    if (lastLine <= file.resumeLine) return { stored: 0, duplicates: 0, rejected: 0, resumeLine: file.resumeLine }
    if (file.state === 'finished') throw new ImportStateError('imports.finished', `Import ${importId} is finished.`)
    if (firstLine !== file.resumeLine + 1) {
      const message = `Import ${importId} continues at line ${file.resumeLine + 1}, not at ${firstLine}.`
      throw new ImportStateError('imports.out_of_order', message)
    }
    const storedIds = prepared.length === 0 ? new Set<string>() : await insertDocuments(trx, store, prepared)
    if (prepared.length > 0)
      await noteImportPart(trx, { importId, lastLine, storedIds, ids: prepared.map(({ id }) => id) })
    const stored = storedIds.size
    const counts = { stored, duplicates: prepared.length - stored, resumeLine: lastLine }
    await advanceImport(trx, file, { ...counts, rejected, at: clock.now() })
    return { ...counts, rejected: rejected.length }
  })
}
