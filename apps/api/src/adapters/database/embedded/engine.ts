import { Worker } from 'node:worker_threads'
import { DatabaseCrashedError, DatabaseStartError } from '../database.errors.ts'
import type { EngineMessage, EngineRequest, EngineStart } from './engine.messages.ts'

/** The running engine, seen from the main thread. */
export interface Engine {
  readonly crashed: Promise<Error>
  /** Stops the running statement at its next look at the clock. */
  interrupt(): void
  /** Lets statements run again. */
  clearInterrupt(): void
  /** The whole database as an uncompressed tar; only meaningful while nobody writes. */
  snapshot(): Promise<ArrayBuffer>
  stop(): Promise<void>
}

/** Starts the engine's thread and waits until it accepts connections. Throws `DatabaseStartError`. */
export async function startEngine(options: Omit<EngineStart, 'interrupt'>): Promise<Engine> {
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: EngineStart = { ...options, interrupt: flag }
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { workerData, name: 'database' })
  let stopping = false
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const crashed = new Promise<Error>((resolve) => {
    const crash = (reason: string) => {
      if (!stopping) resolve(new DatabaseCrashedError(`The embedded database stopped: ${reason}`))
    }
    worker.on('message', (message: EngineMessage) => message.kind === 'crashed' && crash(message.reason))
    worker.on('error', (error) => crash(String(error)))
    worker.on('exit', (code) => crash(`its thread ended with code ${code}`))
  })

  const next = <K extends EngineMessage['kind']>(kind: K) =>
    new Promise<Extract<EngineMessage, { kind: K }>>((resolve) => {
      const listen = (message: EngineMessage) => {
        if (message.kind !== kind) return
        worker.off('message', listen)
        resolve(message as Extract<EngineMessage, { kind: K }>) // the line above compared the tag
      }
      worker.on('message', listen)
    })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (request: EngineRequest) => worker.postMessage(request)

  const failure = await Promise.race([next('ready').then(() => null), crashed])
  if (failure !== null) throw new DatabaseStartError(`${failure.message} (data folder: ${options.folder ?? 'memory'})`)

  return {
    crashed,
    interrupt: () => void Atomics.store(flag, 0, 1),
    clearInterrupt: () => void Atomics.store(flag, 0, 0),
    snapshot: async () => {
      const reply = next('snapshot')
      send({ kind: 'snapshot' })
      return (await reply).bytes
    },
    stop: async () => {
      if (stopping) return
      stopping = true
      send({ kind: 'close' })
      await ended
    },
  }
}
