import type { EngineMessage, EngineRequest, EngineStart } from './engine.messages.ts'
import { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker, MessageChannel, type MessagePort } from 'node:worker_threads'
import { DatabaseCrashedError, DatabaseStartError } from '../database.errors.ts'
import { explainStart } from './explain-start.ts'

/** The running engine, as seen from the main thread. */
export interface Engine {
  readonly crashed: Promise<DatabaseCrashedError>
  /** A new connection for `pg`. */
  connect(): EngineStream
  /** Cancels the running statement the next time it reads the clock. */
  interrupt(): void
  /** Allows statements to run again. */
  clearInterrupt(): void
  /** The whole database as an uncompressed tar; consistent only while nothing writes. */
  snapshot(): Promise<ArrayBuffer>
  /** Whether changes are refused because the disk is full; `acceptChanges` ends that. */
  isFull(): boolean
  acceptChanges(): void
  /** Stops the thread, even when the engine no longer responds. */
  stop(): Promise<void>
}

export interface StartEngineOptions extends Omit<EngineStart, 'interrupt' | 'full'> {
  /** The thread begins to start. */
  onStarting?: (() => void) | undefined
  /** The disk is full: changes are refused from now on. */
  onFull?: () => void
  /** Whether it refuses changes from the start, until `acceptChanges`. */
  isFull?: boolean
  /** The module of the thread; tests pass one whose disk fails. */
  thread?: URL
}

const engineThread = new URL('./engine.worker.ts', import.meta.url)

/** Stopping only closes files and takes milliseconds; anything longer is a hang. */
const stopWithinMs = 3_000

/** Starts the engine's thread and waits until it accepts connections. Throws `DatabaseStartError`. */
export async function startEngine({
  onStarting,
  onFull,
  isFull = false,
  thread = engineThread,
  ...options
}: StartEngineOptions): Promise<Engine> {
  const interruptFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const diskFullFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  if (isFull) Atomics.store(diskFullFlag, 0, 1)
  const workerData: EngineStart = { ...options, interrupt: interruptFlag, full: diskFullFlag }
  const worker = new Worker(thread, { workerData, name: 'database' })
  let stopped: Promise<void> | null = null
  const connections = new Set<EngineStream>()
  let hasExited = false
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasExited = true
      for (const connection of connections) connection.destroy()
      resolve()
    })
  })
  const crashed = new Promise<DatabaseCrashedError>((resolve) => {
    const crash = (reason: string, isDiskFull = false) => {
      if (stopped === null) resolve(new DatabaseCrashedError(reason, { isFull: isDiskFull }))
    }
    worker.on('message', (message: EngineMessage) => {
      if (message.kind === 'crashed') crash(message.reason, message.isFull)
      if (message.kind === 'full') onFull?.()
    })
    worker.on('error', (error) => crash(error instanceof Error ? error.message : String(error)))
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

  const stop = async () => {
    send({ kind: 'close' })
    await Promise.race([exited, delay(stopWithinMs, undefined, { ref: false })])
    await worker.terminate()
  }

  const ready = next('ready')
  onStarting?.()
  const failure = await Promise.race([ready.then(() => null), crashed])
  if (failure !== null) throw new DatabaseStartError(explainStart(options.folder, failure.reason))

  return {
    crashed,
    connect: () => {
      const connection = new EngineStream((client) => {
        if (hasExited) connection.destroy()
        else worker.postMessage({ kind: 'connect', port: client } satisfies EngineRequest, [client])
      })
      connections.add(connection)
      return connection.once('close', () => connections.delete(connection))
    },
    interrupt: () => void Atomics.store(interruptFlag, 0, 1),
    clearInterrupt: () => void Atomics.store(interruptFlag, 0, 0),
    isFull: () => Atomics.load(diskFullFlag, 0) !== 0,
    acceptChanges: () => void Atomics.store(diskFullFlag, 0, 0),
    snapshot: async () => {
      const reply = next('snapshot')
      send({ kind: 'snapshot' })
      const outcome = await Promise.race([reply, crashed, exited])
      if (outcome === undefined) throw new TypeError('The engine was stopped before its snapshot was complete')
      if (outcome instanceof Error) throw outcome
      return outcome.bytes
    },
    stop: () => (stopped ??= stop()),
  }
}

/**
 * A connection to the engine's thread, in the form that `pg` expects of a socket. Messages between threads instead of a socket: there, each message
 * of the protocol was run and answered on its own, so a statement took five calls into the engine and six writes; here, what `pg` writes at once is
 * run at once, and a reply arrives in a few large pieces.
 */
class EngineStream extends Duplex {
  readonly #accept: (port: MessagePort) => void
  #port: MessagePort | null = null

  /** `accept` receives the engine's end of the connection. */
  constructor(accept: (port: MessagePort) => void) {
    super()
    this.#accept = accept
  }

  connect(): this {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.on('message', (bytes: Uint8Array<ArrayBuffer>) => this.push(Buffer.from(bytes.buffer)))
    port1.on('close', () => this.destroy())
    this.#accept(port2)
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#port?.ref()
    return this
  }

  unref(): this {
    this.#port?.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  /** `pg` ends a connection only when it needs no more replies. */
  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port?.close()
    done(error)
  }

  /** Copies the bytes, because a buffer of `pg` is part of a larger one. */
  #send(parts: readonly Buffer[]): void {
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    this.#port?.postMessage(bytes, [bytes.buffer])
  }
}
