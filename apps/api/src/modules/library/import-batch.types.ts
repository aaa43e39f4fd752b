import type { SourceDocument } from '@auspex/sources'

export interface RejectedLine {
  line: number
  reason: string
}

/** A duplicate whose text differs from the stored document's. */
export interface ImportDifference {
  /** Null when the batch does not state the lines of its documents. */
  line: number | null
  nativeId: string | null
  title: string
  storedTitle: string
}

export interface ImportBatch {
  importId: string
  firstLine: number
  lastLine: number
  documents: readonly SourceDocument[]
  /** The line of each document, in the same order; omitted by clients that do not state lines. */
  lines?: readonly number[]
  rejected: readonly RejectedLine[]
}
