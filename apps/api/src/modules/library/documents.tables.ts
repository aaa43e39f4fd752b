import type { ColumnType, Generated } from 'kysely'
import type { ImportDifference } from './import-batch.types.ts'

// Columns as repositories name them in Kysely; the fact tables themselves are read by hand-written SQL.

export type ImportFileTable = {
  id: string
  name: string
  sha256: string
  /** int8: written as a number, read as text. */
  bytes: string
  resume_line: Generated<number>
  stored: Generated<number>
  duplicates: Generated<number>
  rejected: Generated<number>
  kept_rejections: Generated<number>
  set_aside: Generated<number>
  organization_id: string | null
  state: 'running' | 'failed' | 'finished'
  failure: string | null
  differing: Generated<number>
  differences: ColumnType<ImportDifference[], string | undefined, string>
  started_at: Date
  updated_at: Date
  finished_at: Date | null
}

// A type, not an interface: Kysely's withTables needs the implicit index signature
export type DocumentTables = {
  import_file: ImportFileTable
  import_rejection: { import_id: string; line: number; reason: string }
}
