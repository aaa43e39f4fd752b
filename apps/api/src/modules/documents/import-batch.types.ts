import type { SourceDocument } from '@auspex/sources'

export interface RejectedLine {
  line: number
  reason: string
}

export interface ImportBatch {
  importId: string
  firstLine: number
  lastLine: number
  documents: readonly SourceDocument[]
  rejected: readonly RejectedLine[]
}
