import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Import, ImportBatch } from '@auspex/sdk/types'
import { ImportDamagedError, readDocuments } from '@auspex/sources'
import { toBatches } from './batches.ts'
import type { ImportTarget } from './import-target.ts'

export interface ImportEvents {
  progress(state: Import, documentsPerSecond: number): void
  rejected(line: number, reason: string): void
}

export interface FileResult {
  readonly state: Import
  /** The file had been imported whole before. */
  readonly alreadyDone: boolean
  /** Why the file could not be read to its end; null when it was. */
  readonly damage: string | null
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Imports one file, continuing after the last line that an earlier run stored. While a batch is stored the next is read, and given already where the target takes it.
 * @throws ImportFormatError before anything is stored, when the file is not what it claims
 */
export async function importFile(path: string, target: ImportTarget, events: ImportEvents): Promise<FileResult> {
  const rows = readDocuments({ path, clock: () => new Date() })
  // Reads the first row before the import is opened, so that a file that is no import leaves no trace.
  const first = await rows.next()
  const { size } = await stat(path)
  let state = await target.start({ name: basename(path), sha256: await hashOf(path), bytes: size })
  if (state.state === 'completed') return { state, alreadyDone: true, damage: null }

  async function* all() {
    if (!first.done) yield first.value
    yield* rows
  }
  const started = performance.now()
  const resumed = state.read
  const store = async (batch: ImportBatch): Promise<void> => {
    state = await target.store(state.importId, batch)
    events.progress(state, (state.read - resumed) / ((performance.now() - started) / 1000))
  }
  const storing: Promise<void>[] = []
  let damage: string | null = null
  try {
    for await (const batch of toBatches(all(), state.resumeLine, target.batchSize)) {
      if (storing.length === target.batchesAtOnce) await storing.shift()
      for (const { line, reason } of batch.rejected) events.rejected(line, reason)
      const stored = store(batch)
      // Its failure is seen at the next await; this only keeps Node from calling it unhandled before that.
      stored.catch(() => undefined)
      storing.push(stored)
    }
  } catch (error) {
    if (!(error instanceof ImportDamagedError)) throw error
    damage = error.message
  }
  for (const stored of storing) await stored
  if (damage === null) state = await target.finish(state.importId)
  return { state, alreadyDone: false, damage }
}
