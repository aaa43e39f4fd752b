import type { PGlite } from '@electric-sql/pglite'

/** Parts of the engine's module that its types omit: its memory, and the addresses of two flags in it. */
interface EngineModule {
  wasmMemory: WebAssembly.Memory
  /** `InterruptPending` and `QueryCancelPending` of PostgreSQL's globals.c. */
  _InterruptPending: number
  _QueryCancelPending: number
}

/**
 * Lets another thread cancel the running statement. A statement blocks this thread from start to end and the engine has no signals, so it can be
 * reached only from inside: reading the time (`clock_timestamp()`) calls `Date.now`, which checks `flag`. PostgreSQL then ends the statement like any
 * cancelled one, at the next document.
 *
 * Call `forget` before each message: a cancellation of one statement must not reach the next.
 */
export function listenForInterrupts(engine: PGlite, flag: Int32Array): { interrupt(): void; forget(): void } {
  // the engine stores its module in an untyped property
  const { wasmMemory, _InterruptPending, _QueryCancelPending } = (engine as unknown as { mod: EngineModule }).mod
  const set = (value: 0 | 1) => {
    const memory = new DataView(wasmMemory.buffer) // created each time: memory that has grown has a different buffer
    memory.setInt32(_InterruptPending, value, true)
    memory.setInt32(_QueryCancelPending, value, true)
  }
  const now = Date.now
  // this thread runs nothing but the engine
  Date.now = () => {
    if (Atomics.load(flag, 0) !== 0) set(1)
    return now()
  }
  return { interrupt: () => set(1), forget: () => set(0) }
}
