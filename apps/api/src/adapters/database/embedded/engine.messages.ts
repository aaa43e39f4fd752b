import type { MessagePort } from 'node:worker_threads'

/** The start options of the engine's thread. `folder: null` keeps everything in memory. */
export interface EngineStart {
  folder: string | null
  /** A tar of a data folder to start from instead of an empty database; only in memory. */
  snapshotFile: string | null
  /** One shared integer: not 0 while the running statement should be cancelled. */
  interrupt: Int32Array<SharedArrayBuffer>
  /** One shared integer: not 0 while the disk is full and changes are refused. The engine sets it, the main thread clears it. */
  full: Int32Array<SharedArrayBuffer>
}

export type EngineRequest = { kind: 'close' } | { kind: 'snapshot' } | { kind: 'connect'; port: MessagePort }

export type EngineMessage =
  | { kind: 'ready' }
  | { kind: 'snapshot'; bytes: ArrayBuffer }
  | { kind: 'full' }
  | { kind: 'crashed'; reason: string; isFull: boolean }
