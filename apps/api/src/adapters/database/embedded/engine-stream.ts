import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

/**
 * A connection to the engine's thread, in the form that `pg` expects of a socket. Messages between threads instead of a socket: there, each message
 * of the protocol was run and answered on its own, so a statement took five calls into the engine and six writes; here, what `pg` writes at once is
 * run at once, and a reply arrives in a few large pieces.
 */
export class EngineStream extends Duplex {
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
