import type { SourceDocument } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import { noteImportPart } from './delete-import.ts'
import { ImportStateError, InvalidDocumentError } from './documents.errors.ts'
import type { DocumentTables } from './documents.tables.ts'
import type { Library } from './document-store.port.ts'
import { recognizeFormer } from './former-documents.ts'
import type { ImportBatch, RejectedLine } from './import-batch.types.ts'
import { findDifferences } from './import-differences.ts'
import type { InOrder } from './import-order.ts'
import { addDifferences, advanceImport, lockImport } from './imports.repository.ts'
import { insertDocuments } from './insert-documents.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { PrepareDocuments } from './prepare-documents.ts'
import { rejectUndatable } from './publication-bounds.ts'
import { linesOf, splitBatch } from './split-batch.ts'

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
  const runs = parts.map((part) => readRun(part, deps))
  for (const run of runs) run.catch(() => {}) // it is met at the await below, unless a run before it fails
  return deps.inOrder(batch.importId, () => storeRuns(runs, deps))
}

interface ReadRun {
  /** With the documents that cannot be stored among its rejections. */
  part: ImportBatch
  prepared: PreparedDocument[]
}

/** Reads a run. A document that cannot be stored is rejected, where its line is known; else it stops the batch with `InvalidDocumentError`. */
async function readRun(part: ImportBatch, { prepare, store }: StoreBatchDependencies): Promise<ReadRun> {
  const lines = linesOf(part)
  try {
    return { part, prepared: await prepare(part.documents, store.indexForm) }
  } catch (error) {
    if (!(error instanceof InvalidDocumentError) || lines === null) throw error
  }
  const [prepared, documents, ownLines, rejected]: [PreparedDocument[], SourceDocument[], number[], RejectedLine[]] = [
    [],
    [],
    [],
    [...part.rejected],
  ]
  for (const [index, document] of part.documents.entries()) {
    const line = lines[index]
    if (line === undefined) continue
    try {
      prepared.push(...(await prepare([document], store.indexForm)))
      documents.push(document)
      ownLines.push(line)
    } catch (error) {
      if (!(error instanceof InvalidDocumentError)) throw error
      rejected.push({ line, reason: error.message })
    }
  }
  return { part: { ...part, documents, lines: ownLines, rejected }, prepared }
}

async function storeRuns(runs: readonly Promise<ReadRun>[], deps: StoreBatchDependencies): Promise<ImportBatchCounts> {
  const sum: ImportBatchCounts = { stored: 0, duplicates: 0, rejected: 0, resumeLine: 0 }
  for (const run of runs) {
    const { part, prepared } = await run
    await deps.yieldToSearches()
    const { resumeLine, ...counts } = await storeRun(part, await recognizeFormer(prepared, deps), deps)
    sum.stored += counts.stored
    sum.duplicates += counts.duplicates
    sum.rejected += counts.rejected
    sum.resumeLine = resumeLine
  }
  return sum
}

async function storeRun(
  part: ImportBatch,
  prepared: readonly PreparedDocument[],
  { database, store, clock }: StoreBatchDependencies,
): Promise<ImportBatchCounts> {
  const { importId, firstLine, lastLine, rejected } = part
  const kysely = database.kysely.withTables<DocumentTables>()
  const run = await kysely.transaction().execute(async (trx) => {
    const file = await lockImport(trx, importId)
    if (file === null) throw new ImportStateError('imports.not_found', `There is no import ${importId}.`)
    if (lastLine <= file.resumeLine)
      return { storedIds: null, stored: 0, duplicates: 0, rejected: 0, resumeLine: file.resumeLine }
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
    return { ...counts, storedIds, rejected: rejected.length }
  })
  // Told after the counts: the stores read texts outside of a transaction, and a report that is cut off loses no document.
  const { storedIds: storedNow, ...counted } = run
  if (storedNow !== null) {
    const differences = await findDifferences(prepared, linesOf(part), storedNow, store)
    if (differences.length > 0) await addDifferences(database, importId, differences)
  }
  return counted
}
