import type { SourceDocument } from '@auspex/sources'

export interface RejectedLine {
  line: number
  reason: string
}

/** A duplicate whose text is not that of the stored document. */
export interface ImportDifference {
  /** Null when the batch does not tell the lines of its documents. */
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
  /** The line of each document, in their order; left out by a client that does not tell. */
  lines?: readonly number[]
  rejected: readonly RejectedLine[]
}
