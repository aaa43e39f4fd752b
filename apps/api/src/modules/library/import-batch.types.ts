import type { BatchOfLines } from '@auspex/contract/import-lines'
import type { SourceDocument } from '@auspex/sources'

/** A duplicate whose text differs from the stored document's. */
export interface ImportDifference {
  /** Null when the batch does not state the lines of its documents. */
  line: number | null
  nativeId: string | null
  title: string
  storedTitle: string
}

export interface ImportBatch extends BatchOfLines<SourceDocument> {
  importId: string
}
