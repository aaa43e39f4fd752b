import type { ExportsRepository } from './exports.repository.ts'
import { ExportRefusedError } from '../writing.errors.ts'
import type { StoredExport } from './exports.types.ts'
import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'

/** Yields the bytes of a file, piece by piece. Throws `ExportRefusedError` with a reason for the person who requested it. */
export type MakeFile = (file: StoredExport, signal: AbortSignal) => AsyncIterable<Uint8Array>

/** The size of a stored piece: each is a row, which a download reads whole into memory. */
const chunkBytes = 256 * 1024
/** Reports progress every four MiB; most files are done before. */
const chunksPerReport = 16
/** The contract's maximum file size. */
const maxBytes = 1024 ** 3
/** The contract's maximum length of a reason. */
const maxReasonLength = 500
/** How long a file, or the reason why there is none, can be fetched. */
const retentionMs = 7 * 86_400_000

interface WritingOptions {
  signal: AbortSignal
  onProgress: (progress: { bytes: number }) => Promise<void>
}

interface WriteFileOptions extends WritingOptions {
  repository: ExportsRepository
  makeFile: MakeFile
}

/** Writes the file in chunks, starting over if a stopped process left some, and resolves with its size in bytes. */
async function writeFile(
  file: StoredExport,
  { repository, makeFile, signal, onProgress }: WriteFileOptions,
): Promise<number> {
  await repository.clearFile(file.id)
  let total = 0
  let position = 0
  for await (const bytes of inChunks(makeFile(file, signal))) {
    signal.throwIfAborted()
    total += bytes.length
    if (total > maxBytes)
      throw new ExportRefusedError('The file would be larger than 1 GiB; narrow the search and try again.')
    await repository.addChunk({ id: file.id, position, bytes })
    position += 1
    if (position % chunksPerReport === 0) await onProgress({ bytes: total })
  }
  return total
}

/** Joins small pieces and splits large ones, so that all rows have about the same size. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    buffered.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    const joined = Buffer.concat(buffered)
    const completeLength = joined.length - (joined.length % chunkBytes)
    for (let start = 0; start < completeLength; start += chunkBytes) yield joined.subarray(start, start + chunkBytes)
    buffered = [joined.subarray(completeLength)]
    size = joined.length - completeLength
  }
  if (size > 0) yield Buffer.concat(buffered)
}

export const exportsQueue: Queue<{ exportId: string }> = {
  name: 'exports',
  retry: { limit: 2, delaySeconds: 2, maxDelaySeconds: 60 },
}
const expiredQueue: Queue = { name: 'exports-expired', isExclusive: true, schedule: '7 * * * *', pollSeconds: 60 }

const brokenReason = 'Something went wrong on the server; start the export again.'
const moduleOffReason = 'This part of Auspex is switched off for you now. Ask an administrator to switch it on.'

/** Tells the person who requested a file that it is ready. */
export type WhenExportReady = (file: { userId: string; exportId: string; fileName: string }) => Promise<void>

export interface ExportJobsOptions {
  repository: ExportsRepository
  makeFile: MakeFile
  /** Whether the person who requested the file still has the module of its contents. */
  mayHave: (file: StoredExport) => Promise<boolean>
  whenReady: WhenExportReady
  clock: Clock
  log: Logger
}

/** Makes the requested files, one at a time in a process, and deletes expired ones. */
export function createExportJobs(options: ExportJobsOptions): Job[] {
  const { repository, mayHave, clock } = options
  return [
    createJob({
      queue: exportsQueue,
      async run({ exportId }, { signal, isLastAttempt, reportProgress }) {
        const file = await repository.begin(exportId, clock.now())
        if (file === null) return // made by an attempt that stopped before it could record it
        try {
          if (!(await mayHave(file))) throw new ExportRefusedError(moduleOffReason)
          await makeExport(file, { signal, onProgress: reportProgress }, options)
        } catch (error) {
          if (error instanceof ExportRefusedError) return failExport(exportId, error.message, options)
          if (isLastAttempt && !signal.aborted) await failExport(exportId, brokenReason, options)
          else await repository.putBack(exportId)
          throw error
        }
      },
      // the process died each time, so no attempt could record a failure
      giveUp: ({ exportId }) => failExport(exportId, brokenReason, options),
    }),
    createJob({ queue: expiredQueue, run: () => repository.forgetExpired(clock.now()) }),
  ]
}

async function makeExport(
  file: StoredExport,
  writing: WritingOptions,
  { repository, makeFile, whenReady, clock, log }: ExportJobsOptions,
): Promise<void> {
  const { id, userId, fileName, format } = file
  const startedAt = performance.now()
  const bytes = await writeFile(file, { repository, makeFile, ...writing })
  const at = clock.now()
  await repository.complete({ id, bytes, at, expiresAt: new Date(at.getTime() + retentionMs) })
  log.info({ exportId: id, format, bytes, ms: Math.round(performance.now() - startedAt) }, 'export made')
  // the file is there whether or not anybody hears of it
  await whenReady({ userId, exportId: id, fileName }).catch((error: unknown) => {
    log.warn({ err: error, exportId: id }, 'a finished export could not be announced')
  })
}

async function failExport(id: string, reason: string, { repository, clock }: ExportJobsOptions): Promise<void> {
  const at = clock.now()
  await repository.fail({
    id,
    reason: reason.slice(0, maxReasonLength),
    at,
    expiresAt: new Date(at.getTime() + retentionMs),
  })
}
