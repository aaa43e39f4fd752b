import type { Clock } from '../../kernel/clock.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import type { Logger } from '../../kernel/logger.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { ExportsRepository } from './exports.repository.ts'
import type { StoredExport } from './exports.types.ts'

/** Makes the bytes of a file, piece by piece. Throws `ExportRefusal` with a reason for the person who asked. */
export type MakeFile = (file: StoredExport, signal: AbortSignal) => AsyncIterable<Uint8Array>

const dayMs = 86_400_000
const keptMs = 7 * dayMs
const sweepMs = 3_600_000
/** Longer runs only what was left behind by a process that stopped. */
const longestRunMs = 15 * 60_000
const chunkBytes = 262_144
/** The contract's bound of a file. */
const maxBytes = 1_073_741_824

export type ExportRunner = ReturnType<typeof createExportRunner>

/** Makes the files that were asked for, one at a time, and throws away those that expired. */
export function createExportRunner({
  repository,
  makeFile,
  clock,
  log,
}: {
  repository: ExportsRepository
  makeFile: MakeFile
  clock: Clock
  log: Logger
}) {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let isAsked = false
  let sweeping: NodeJS.Timeout | undefined

  /** Works until nothing waits. */
  function wake(): void {
    isAsked = true
    // the request that asked for a file is answered, or left, long before the file is made
    running ??= runAs(serverWork, work).finally(() => {
      running = null
      if (isAsked && !stopping.signal.aborted) wake()
    })
  }

  async function work(): Promise<void> {
    try {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false
        for (let next = await repository.takeNext(clock.now()); next !== null; next = await takeAnother())
          await run(next)
      }
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'exports wait: the queue could not be read')
    }
  }

  async function takeAnother(): Promise<StoredExport | null> {
    return stopping.signal.aborted ? null : repository.takeNext(clock.now())
  }

  async function run(file: StoredExport): Promise<void> {
    const { id } = file
    const began = performance.now()
    try {
      const bytes = await write(file)
      const at = clock.now()
      await repository.complete({ id, bytes, at, expiresAt: new Date(at.getTime() + keptMs) })
      log.info({ exportId: id, format: file.format, bytes, ms: Math.round(performance.now() - began) }, 'export made')
    } catch (error) {
      if (stopping.signal.aborted) return repository.putBack(id)
      const isRefusal = error instanceof ExportRefusal
      if (!isRefusal) log.error({ err: error, exportId: id }, 'an export failed')
      const reason = isRefusal ? error.message : 'Something went wrong on the server; start the export again.'
      const at = clock.now()
      await repository.fail({ id, reason: reason.slice(0, 500), at, expiresAt: new Date(at.getTime() + keptMs) })
    }
  }

  async function write(file: StoredExport): Promise<number> {
    await repository.clearFile(file.id)
    let total = 0
    let position = 0
    for await (const bytes of inChunks(makeFile(file, stopping.signal))) {
      stopping.signal.throwIfAborted()
      total += bytes.length
      if (total > maxBytes)
        throw new ExportRefusal('The file would be larger than 1 GiB; narrow the search and try again.')
      await repository.addChunk({ id: file.id, position, bytes })
      position += 1
    }
    return total
  }

  return {
    wake,

    /** Takes up what a stopped process left, and goes on throwing away what expires. */
    async start(isOnlyProcess: boolean): Promise<void> {
      const now = clock.now()
      await repository.requeue(isOnlyProcess ? now : new Date(now.getTime() - longestRunMs))
      await repository.forgetExpired(now)
      sweeping = setInterval(() => {
        repository
          .forgetExpired(clock.now())
          .catch((error: unknown) => log.error({ err: error }, 'exports were not swept'))
      }, sweepMs).unref()
      wake()
    },

    async stop(): Promise<void> {
      clearInterval(sweeping)
      stopping.abort()
      await running
    },
  }
}

/** Joins small pieces and splits large ones, so that each row holds about the same. */
export async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    const joined = Buffer.concat(held)
    const whole = joined.length - (joined.length % chunkBytes)
    for (let at = 0; at < whole; at += chunkBytes) yield joined.subarray(at, at + chunkBytes)
    held = [joined.subarray(whole)]
    size = joined.length - whole
  }
  if (size > 0) yield Buffer.concat(held)
}
