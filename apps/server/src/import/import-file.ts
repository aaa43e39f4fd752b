import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '@auspex/sdk'
import type { Import, ImportBatch } from '@auspex/sdk/types'
import { ImportDamagedError, readDocuments } from '@auspex/sources'
import { toBatches } from './batches.ts'
import type { ImportTarget } from './server-target.ts'

export interface ImportEvents {
  progress(state: Import, documentsPerSecond: number): void
  rejected(line: number, reason: string): void
}

export interface FileResult {
  readonly state: Import
  /** The file had already been imported completely. */
  readonly alreadyDone: boolean
  /** Why the file was not imported completely, or null. */
  readonly damage: string | null
}

/** Hashes the first `bytes` bytes: a growing file is imported as it was when the import started. */
async function hashOf(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Imports one file, continuing after the last line that an earlier run stored. While a batch is being stored, the next one is read, and already sent
 * if the target accepts it. An import that was opened but cannot be finished is marked as failed before this throws.
 * @throws ImportFormatError before anything is stored, if the file is not in the format it claims
 */
export async function importFile(path: string, target: ImportTarget, events: ImportEvents): Promise<FileResult> {
  const before = await stat(path)
  const rows = readDocuments({ path, bytes: before.size, clock: () => new Date() })
  // Reads the first row before opening the import, so that a file in another format leaves no trace.
  const first = await rows.next()
  const sha256 = await hashOf(path, before.size)
  let state = await target.start({ name: basename(path), sha256, bytes: before.size })
  if (state.state === 'completed') return { state, alreadyDone: true, damage: null }

  async function* all() {
    if (!first.done) yield first.value
    yield* rows
  }
  const started = performance.now()
  const resumed = state.read
  const store = async (batch: ImportBatch): Promise<void> => {
    state = await storeRows(batch, state.id, target, events)
    events.progress(state, (state.read - resumed) / ((performance.now() - started) / 1000))
  }
  async function* batches() {
    for await (const batch of toBatches(all(), state.resumeLine, target.batchSize)) {
      for (const { line, reason } of batch.rejected) events.rejected(line, reason)
      yield batch
    }
  }
  try {
    await storeBatches(batches(), target.batchesAtOnce, store)
    const damage = describeChange(before, await stat(path))
    if (damage?.isWhole === false) throw new FileChangedError(damage.message)
    return { state: await target.finish(state.id), alreadyDone: false, damage: damage?.message ?? null }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    const isOfFile = error instanceof ImportDamagedError || error instanceof FileChangedError
    // a server that is unreachable cannot be notified; it marks the import as failed after a time without requests
    const failedImport = await target.finish(state.id, failure.slice(0, maxFailureLength)).catch(() => null)
    if (!isOfFile) throw error
    return { state: failedImport ?? state, alreadyDone: false, damage: failure }
  }
}

/**
 * Stores batches of one import, several at once, so that the next one is sent and prepared while one is being stored. Requests may arrive in another
 * order; a batch that is refused for it is sent again after the one before it. Settles when no request is running any more.
 */
export async function storeBatches<Batch>(
  batches: Iterable<Batch> | AsyncIterable<Batch>,
  batchesAtOnce: number,
  store: (batch: Batch) => Promise<unknown>,
): Promise<void> {
  const storing: Promise<unknown>[] = []
  const storeAfter = (before: Promise<unknown> | undefined, batch: Batch) =>
    store(batch).catch(async (error: unknown) => {
      if (before === undefined || !(error instanceof ApiError && error.code === 'imports.out_of_order')) throw error
      await before
      return store(batch)
    })
  try {
    for await (const batch of batches) {
      if (storing.length === batchesAtOnce) await storing.shift()
      const storePromise = storeAfter(storing.at(-1), batch)
      // The next await sees its failure; this only prevents Node from reporting it as unhandled before that.
      storePromise.catch(() => undefined)
      storing.push(storePromise)
    }
    await Promise.all(storing)
  } finally {
    await Promise.allSettled(storing)
  }
}

/** Maximum characters of a failure's reason, as in the contract. */
const maxFailureLength = 300

/** The bytes that were read differ from those that were hashed. */
class FileChangedError extends Error {
  override readonly name = 'FileChangedError'
}

type FileState = Pick<Awaited<ReturnType<typeof stat>>, 'size' | 'mtimeMs'>

function describeChange(before: FileState, after: FileState): { isWhole: boolean; message: string } | null {
  if (after.size > before.size)
    return {
      isWhole: true,
      message: `The file grew while it was read. Its first ${before.size} bytes are imported; import it again for the rest.`,
    }
  if (after.size === before.size && after.mtimeMs === before.mtimeMs) return null
  return { isWhole: false, message: 'The file was changed while it was read. Import it again.' }
}

/** Stores a batch. Rows that the server refuses become rejections, and the others are sent again without them. */
async function storeRows(
  batch: ImportBatch,
  importId: string,
  target: ImportTarget,
  events: ImportEvents,
): Promise<Import> {
  try {
    return await target.store(importId, batch)
  } catch (error) {
    const refusals = refusedDocuments(error, batch)
    if (refusals.size === 0) throw error
    const lines = batch.lines ?? []
    const rejected = [...refusals].flatMap(([index, reason]) => {
      const line = lines[index]
      return line === undefined ? [] : [{ line, reason }]
    })
    for (const { line, reason } of rejected) events.rejected(line, reason)
    const remainingBatch: ImportBatch = {
      ...batch,
      documents: batch.documents.filter((_, index) => !refusals.has(index)),
      lines: lines.filter((_, index) => !refusals.has(index)),
      rejected: [...batch.rejected, ...rejected],
    }
    return storeRows(remainingBatch, importId, target, events)
  }
}

/** The documents of a batch that the server's response names as invalid, with the reason. */
function refusedDocuments(error: unknown, { documents }: ImportBatch): Map<number, string> {
  const refused = new Map<number, string>()
  if (!(error instanceof ApiError) || error.status !== 422) return refused
  for (const { pointer, message } of error.problem?.errors ?? []) {
    const [, index, field = ''] = /^\/documents\/(\d+)(?:\/(.*))?$/.exec(pointer) ?? []
    if (index === undefined || Number(index) >= documents.length || refused.has(Number(index))) continue
    refused.set(Number(index), `${field} ${message}`.trim().slice(0, maxFailureLength))
  }
  return refused
}
