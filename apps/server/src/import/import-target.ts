import type { BatchSize } from './batches.ts'
import type { Import, ImportBatch, StartImportInput } from '@auspex/sdk/types'

/** Where an import goes: the running server, or the library itself when no server runs. */
export interface ImportTarget {
  /** How the target is named to a person. */
  readonly name: string
  readonly batchSize: BatchSize
  /** So many batches of an import may be given before the first of them is stored: they are stored in their order. */
  readonly batchesAtOnce: number
  start(file: StartImportInput): Promise<Import>
  store(importId: string, batch: ImportBatch): Promise<Import>
  /** Ends an import: as read to its end, or as failed for a reason. */
  finish(importId: string, failure?: string): Promise<Import>
  close(): Promise<void>
}
