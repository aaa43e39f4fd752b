import type { PGlite } from '@electric-sql/pglite'

/** What the engine's module tells of itself but leaves out of its types: its memory, and the places of two flags in it. */
interface EngineModule {
  wasmMemory: WebAssembly.Memory
  /** `InterruptPending` and `QueryCancelPending` of PostgreSQL's globals.c. */
  _InterruptPending: number
  _QueryCancelPending: number
}

/**
 * Lets another thread stop the running statement. A statement holds this thread from beginning to end and the engine has no
 * signals, so it can only be told from inside: asking for the time (`clock_timestamp()`) leads through `Date.now`, and there
 * `flag` is looked at. PostgreSQL then ends the statement as it ends a cancelled one, at the next document.
 *
 * `forget` is to be called before each message: what was asked of one statement must not reach the next.
 */
export function listenForInterrupts(engine: PGlite, flag: Int32Array): { interrupt(): void; forget(): void } {
  // the engine keeps its module in an untyped property
  const { wasmMemory, _InterruptPending, _QueryCancelPending } = (engine as unknown as { mod: EngineModule }).mod
  const set = (value: 0 | 1) => {
    const memory = new DataView(wasmMemory.buffer) // a new one each time: memory that has grown has another buffer
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
