import {
  batchRefusals,
  linesOf,
  maxComparedLength,
  rejectUndatable,
  type RejectedLine,
} from '@auspex/contract/import-lines'
import type { Clock } from '../../kernel/clock.ts'
import type { Library } from './document-store.port.ts'
import type { DocumentTables } from './documents.tables.ts'
import type { ImportBatch, ImportDifference } from './import-batch.types.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { PrepareDocuments } from './prepare-documents.ts'
import type { TopicReading } from './topic-reading.port.ts'
import type { SourceDocument } from '@auspex/sources'
import { sql } from 'kysely'
import { recordImportPart } from './delete-import.ts'
import { type DocumentText, formerIds, isFormer, toDocumentId, hasOtherText } from './document-id.ts'
import { addDifferences, recordImportProgress, lockImport } from './imports.repository.ts'
import { insertDocuments } from './insert-documents.ts'
import { ImportStateError, InvalidDocumentError } from './library.errors.ts'
import { splitBatch } from './split-batch.ts'

export interface StoreBatchDependencies extends Library {
  clock: Clock
  /** Resolves when no search is running, or after its maximum wait. */
  yieldToSearches: () => Promise<void>
  /** Whether nobody searches, so that a transaction may block the database for longer. */
  mayTakeLong: () => boolean
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
 * Lines per transaction: about 60 ms of the embedded engine, which is blocked meanwhile. A server runs other statements concurrently, so fewer,
 * longer transactions there have no cost.
 */
const linesPerTransaction = { embedded: 250, native: 500 }
/** Runs per transaction while nobody searches: the statements of 1,000 lines take a quarter less time than those of four times 250. */
const maxRunsAtOnce = 4
/** Lines per insert into ClickHouse: each insert creates a part for every year in it, and parts are merged later. */
const linesPerInsert = 10_000

/**
 * Stores the lines of a batch in order, run by run, and yields to searches between runs. A run is stored together with the ledger's line or not at
 * all; anything before the resume line was acknowledged earlier and changes nothing. The next batch of an import may be passed while this one is
 * being stored: it is prepared in the meantime and stored afterwards. Throws `ImportStateError` for a gap, an unknown or a finished import.
 */
export function storeImportBatch(batch: ImportBatch, deps: StoreBatchDependencies): Promise<ImportBatchCounts> {
  const { location } = deps.store
  const datable = rejectUndatable(batch, deps.clock.now())
  const parts = splitBatch(
    datable,
    location === 'clickhouse' ? linesPerInsert : linesPerTransaction[deps.database.engine],
  )
  // all runs are read ahead, while the database stores those before them
  const runs = parts.map((part) => readRun(part, deps))
  for (const run of runs) run.catch(() => {}) // handled by the await below, unless an earlier run fails
  return deps.inOrder(batch.importId, () => storeRuns(runs, deps))
}

interface ReadRun {
  /** Its rejections include the documents that cannot be stored. */
  part: ImportBatch
  prepared: PreparedDocument[]
}

/** Reads a run. A document that cannot be stored is rejected if its line is known; otherwise it stops the batch with `InvalidDocumentError`. */
async function readRun(part: ImportBatch, { prepare, store }: StoreBatchDependencies): Promise<ReadRun> {
  const lines = linesOf(part)
  try {
    return { part, prepared: await prepare(part.documents, store.indexForm) }
  } catch (error) {
    if (!(error instanceof InvalidDocumentError) || lines === null) throw error
  }
  const [prepared, documents, documentLines, rejected]: [
    PreparedDocument[],
    SourceDocument[],
    number[],
    RejectedLine[],
  ] = [[], [], [], [...part.rejected]]
  for (const [index, document] of part.documents.entries()) {
    const line = lines[index]
    if (line === undefined) continue
    try {
      prepared.push(...(await prepare([document], store.indexForm)))
      documents.push(document)
      documentLines.push(line)
    } catch (error) {
      if (!(error instanceof InvalidDocumentError)) throw error
      rejected.push({ line, reason: error.message })
    }
  }
  return { part: { ...part, documents, lines: documentLines, rejected }, prepared }
}

async function storeRuns(runs: readonly Promise<ReadRun>[], deps: StoreBatchDependencies): Promise<ImportBatchCounts> {
  const sum: ImportBatchCounts = { stored: 0, duplicates: 0, rejected: 0, resumeLine: 0 }
  const readRuns = new Map<number, ReadRun>()
  for (const [index, run] of runs.entries())
    void run.then(
      (read) => readRuns.set(index, read),
      () => {},
    )
  for (let index = 0; index < runs.length;) {
    await runs[index]
    await deps.yieldToSearches()
    const together: ReadRun[] = []
    const most = deps.mayTakeLong() ? maxRunsAtOnce : 1
    for (let next = readRuns.get(index); next !== undefined && together.length < most; next = readRuns.get(index)) {
      together.push(next)
      index += 1
    }
    const { part, prepared } = joinRuns(together)
    const { resumeLine, ...counts } = await storeRun(part, await recognizeFormer(prepared, deps), deps)
    sum.stored += counts.stored
    sum.duplicates += counts.duplicates
    sum.rejected += counts.rejected
    sum.resumeLine = resumeLine
  }
  return sum
}

/** Consecutive runs as one. */
function joinRuns(runs: readonly ReadRun[]): ReadRun {
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined) throw new TypeError('There is no run to store')
  if (first === last) return first
  return {
    part: {
      ...first.part,
      lastLine: last.part.lastLine,
      documents: runs.flatMap(({ part }) => part.documents),
      lines: runs.flatMap(({ part }) => part.lines ?? []),
      rejected: runs.flatMap(({ part }) => part.rejected),
    },
    prepared: runs.flatMap(({ prepared }) => prepared),
  }
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
    if (file.state === 'finished') throw new ImportStateError('imports.finished', batchRefusals.finished(importId))
    if (firstLine !== file.resumeLine + 1) {
      const message = batchRefusals.outOfOrder(importId, { next: file.resumeLine + 1, first: firstLine })
      throw new ImportStateError('imports.out_of_order', message)
    }
    const storedIds =
      prepared.length === 0 ? new Set<string>() : await insertDocuments(trx, store, prepared, clock.now())
    if (prepared.length > 0)
      await recordImportPart(trx, { importId, lastLine, storedIds, ids: prepared.map(({ id }) => id) })
    const storedCount = storedIds.size
    const counts = { stored: storedCount, duplicates: prepared.length - storedCount, resumeLine: lastLine }
    await recordImportProgress(trx, file, { ...counts, rejected, at: clock.now() })
    return { ...counts, storedIds, rejected: rejected.length }
  })
  // Recorded after the counts: stores read texts outside of transactions, and if this is interrupted no document is lost.
  const { storedIds: storedNow, ...counted } = run
  if (storedNow !== null) {
    const differences = await findDifferences(prepared, linesOf(part), storedNow, store)
    if (differences.length > 0) await addDifferences(database, importId, differences)
  }
  return counted
}

/**
 * Gives documents that an earlier version stored the id that they have in the library, so that importing an old file again adds nothing
 * (docs/decisions/imports.md). Skipped for libraries created later.
 */
async function recognizeFormer(
  prepared: readonly PreparedDocument[],
  { database, store }: Library,
): Promise<PreparedDocument[]> {
  const { rows } = await sql<{ has_former_import_ids: boolean }>`select has_former_import_ids from library`.execute(
    database.kysely,
  )
  if (rows[0]?.has_former_import_ids !== true) return [...prepared]
  const candidates = prepared.map((document) => formerIds(document))
  const existing = await store.documents(candidates.flat().map(toDocumentId))
  const byId = new Map(existing.map((document) => [document.documentId, document]))
  return prepared.map((document, index) => {
    const id = candidates[index]?.find((candidate, candidateIndex) => {
      const storedId = byId.get(toDocumentId(candidate))
      return storedId !== undefined && isFormer(document, storedId, candidateIndex === 0)
    })
    return id === undefined ? document : { ...document, id, bucket: Number(BigInt(id) & 127n) }
  })
}

/** Finds the duplicates in a run of documents whose text differs from the document stored under their id. */
async function findDifferences(
  prepared: readonly PreparedDocument[],
  lines: readonly number[] | null,
  storedIds: ReadonlySet<string>,
  store: Pick<TopicReading, 'texts'>,
): Promise<ImportDifference[]> {
  const seen = new Set<string>()
  const duplicates = prepared.flatMap((document, index) => {
    const isStored = storedIds.has(document.id) && !seen.has(document.id)
    seen.add(document.id)
    return isStored ? [] : [{ document, line: lines?.[index] ?? null }]
  })
  if (duplicates.length === 0) return []
  const texts = await store.texts([...new Set(duplicates.map(({ document }) => document.id))])
  const byId = new Map(texts.map((text) => [text.id, text]))
  return duplicates.flatMap(({ document, line }) => {
    const existing = byId.get(document.id)
    const { title, nativeId } = document
    if (existing === undefined || !hasOtherText(startOf(document), startOf(existing))) return []
    return [{ line, nativeId, title, storedTitle: existing.title }]
  })
}

function startOf({ title, body }: DocumentText) {
  return { title, body: body?.slice(0, maxComparedLength) ?? null }
}

/** Runs the work of one import in the order of the calls; other imports do not wait for it. */
export type InOrder = <T>(importId: string, work: () => Promise<T>) => Promise<T>

/** Creates an order. Work whose predecessor failed still runs, and detects the missing lines itself. */
export function createImportOrder(): InOrder {
  const lastOf = new Map<string, Promise<void>>()
  return async (importId, work) => {
    const before = lastOf.get(importId)
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    lastOf.set(importId, done)
    try {
      await before
      return await work()
    } finally {
      end()
      if (lastOf.get(importId) === done) lastOf.delete(importId)
    }
  }
}
