import type { Export, ExportFormat } from '@auspex/sdk/types'

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
  jsonl: { extension: 'jsonl', mediaType: 'application/x-ndjson; charset=utf-8' },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8' },
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
  bundle: { extension: 'zip', mediaType: 'application/zip' },
}
