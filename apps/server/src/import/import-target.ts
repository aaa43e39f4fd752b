import type { BatchSize } from './batches.ts'
import type { Import, ImportBatch, StartImportInput } from '@auspex/sdk/types'

/** Where an import goes: the running server, or the library itself if no server is running. */
export interface ImportTarget {
  /** The target's name in messages to people. */
  readonly name: string
  readonly batchSize: BatchSize
  /** How many batches of an import may be sent before the first of them is stored; they are stored in order. */
  readonly batchesAtOnce: number
  start(file: StartImportInput): Promise<Import>
  store(importId: string, batch: ImportBatch): Promise<Import>
  /** Finishes an import as complete, or as failed with a reason. */
  finish(importId: string, failure?: string): Promise<Import>
  close(): Promise<void>
}
