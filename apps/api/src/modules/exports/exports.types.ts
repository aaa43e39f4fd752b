import type { Export, ExportFormat, ExportKind } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'

/** An export as it is stored: what the contract shows, and whose it is. */
export interface StoredExport extends Omit<Export, 'createdAt' | 'finishedAt' | 'expiresAt'> {
  userId: string
  createdAt: Date
  finishedAt: Date | null
  expiresAt: Date | null
}

export interface FileFormat {
  extension: string
  mediaType: string
}

/** How each format is named and sent. */
export const fileFormats: Record<ExportFormat, FileFormat> = {
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  'csv-excel': { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  jsonl: { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8' },
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
  bundle: { extension: 'zip', mediaType: 'application/zip' },
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8' },
  docx: { extension: 'docx', mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
}

/** Somebody who asks for a file. */
export type Person = Pick<Actor, 'userId' | 'organizationId'>

/** What is exported of one kind. */
export interface ExportSource {
  /** How ids of the kind begin. */
  prefix: string
  formats: readonly ExportFormat[]
  /** The module that has the kind. */
  module: string
  /** What a thing is called. Throws the refusal of its module when the person may not see it. */
  findTitle(person: Person, id: string): Promise<string>
}

/** Kinds that are left out are not exported yet. */
export type ExportSources = Partial<Record<ExportKind, ExportSource>>
