import type { ComparedDays, Export, ExportFormat, ExportKind } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'

/** A file to be made of one item, for one person. */
export interface FileRequest {
  userId: string
  kind: ExportKind
  itemId: string
  format: ExportFormat
  /** What of a comparison is exported; null for other kinds. */
  comparison: ComparedDays | null
}

/** An export as stored: the contract's fields and its owner. */
export interface StoredExport extends FileRequest, Omit<Export, 'createdAt' | 'finishedAt' | 'expiresAt'> {
  createdAt: Date
  finishedAt: Date | null
  expiresAt: Date | null
}

export interface FileFormat {
  extension: string
  mediaType: string
}

/** File name extension and media type of each format. */
export const fileFormats: Record<ExportFormat, FileFormat> = {
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  'csv-excel': { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  jsonl: { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  parquet: { extension: 'parquet', mediaType: 'application/vnd.apache.parquet' },
  'series-jsonl': { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  'series-parquet': { extension: 'parquet', mediaType: 'application/vnd.apache.parquet' },
  xlsx: { extension: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: { extension: 'pptx', mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8' },
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
  bundle: { extension: 'zip', mediaType: 'application/zip' },
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8' },
  docx: { extension: 'docx', mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
}

/** How to export one kind of item. */
export interface ExportSource {
  /** Id prefix of the kind. */
  prefix: string
  /** Whether the id is several, parted by commas. */
  isList?: boolean
  formats: readonly ExportFormat[]
  /** The modules whose data the file contains. */
  modules: readonly string[]
  /** The item's title. Throws its module's error when the person may not see it. */
  findTitle(person: Person, id: string): Promise<string>
}

export type ExportSources = Readonly<Record<ExportKind, ExportSource>>
