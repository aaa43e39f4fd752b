/** What the engine's thread is started with. `folder: null` keeps everything in memory. */
export interface EngineStart {
  folder: string | null
  socketPath: string
  /** A data folder dumped earlier (tar), to start from instead of an empty database; only in memory. */
  snapshotFile: string | null
  /** One integer, shared: not 0 while the running statement is to be stopped. */
  interrupt: Int32Array<SharedArrayBuffer>
  /** One integer, shared: not 0 while the disk has no room and changes are refused. The engine sets it, the main thread clears it. */
  full: Int32Array<SharedArrayBuffer>
}

export type EngineRequest = { kind: 'close' } | { kind: 'snapshot' }

export type EngineMessage =
  | { kind: 'ready' }
  | { kind: 'closed' }
  | { kind: 'snapshot'; bytes: ArrayBuffer }
  | { kind: 'full' }
  | { kind: 'crashed'; reason: string; isFull: boolean }
