import {
  cutTo,
  maxListedRejections,
  maxStoredDifferences,
  maxStoredRejections,
  maxTitleLength,
  type RejectedLine,
} from '@auspex/contract/import-lines'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../kernel/page.ts'
import { cleanText } from './prepare-document.ts'
import type { DocumentTables, ImportFileTable } from './documents.tables.ts'
import type { ImportDifference } from './import-batch.types.ts'

/** A file, which its bytes identify. */
export interface FileToImport {
  name: string
  sha256: string
  bytes: number
}

/** An imported file and its progress. Lines count from 1; `resumeLine` is the last one that is durably stored. */
export interface ImportFile extends FileToImport {
  id: string
  resumeLine: number
  stored: number
  duplicates: number
  rejected: number
  /** Rejected lines that are stored with their reasons: the first ones. */
  keptRejections: number
  /** Documents that were stored and later set aside, because their dates are impossible. */
  setAside: number
  /** The owner; null for the installation itself. */
  organizationId: string | null
  state: 'running' | 'failed' | 'finished'
  /** Why it failed; null in other states. */
  failure: string | null
  /** The number of duplicates whose text differs from the stored document's, and the first of them. */
  differing: number
  differences: ImportDifference[]
  startedAt: string
  updatedAt: string
  finishedAt: string | null
}

/** Maximum length of a reason, as in the contract. */
const maxReasonLength = 300

function withTables(kysely: Kysely<object>): Kysely<DocumentTables> {
  return kysely.withTables<DocumentTables>()
}

/** Records a new file; an existing one with the same bytes and organization keeps its state and restarts if it failed. Returns the record. */
export async function ensureImport(
  { kysely }: Database,
  file: FileToImport & { id: string; organizationId: string | null; at: Date },
): Promise<ImportFile> {
  const { id, name, sha256, bytes, organizationId, at } = file
  const db = withTables(kysely)
  await db
    .insertInto('import_file')
    .values({
      name,
      sha256,
      bytes: String(bytes),
      organization_id: organizationId,
      id,
      state: 'running',
      failure: null,
      started_at: at,
      updated_at: at,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('import_file')
    .set({ state: 'running', failure: null, updated_at: at, finished_at: null })
    .where('sha256', '=', sha256)
    .where('organization_id', 'is not distinct from', organizationId)
    .where('state', '<>', 'finished')
    .execute()
  const row = await db
    .selectFrom('import_file')
    .selectAll()
    .where('sha256', '=', sha256)
    .where('organization_id', 'is not distinct from', organizationId)
    .executeTakeFirstOrThrow()
  return toImportFile(row)
}

/** Returns an import, or null when the id is unknown. */
export async function findImport({ kysely }: Database, importId: string): Promise<ImportFile | null> {
  const row = await withTables(kysely)
    .selectFrom('import_file')
    .selectAll()
    .where('id', '=', importId)
    .executeTakeFirst()
  return row === undefined ? null : toImportFile(row)
}

/** Like `findImport`, but locks the row until the transaction ends, so that its line cannot advance. */
export async function lockImport(trx: Transaction<DocumentTables>, importId: string): Promise<ImportFile | null> {
  const row = await trx.selectFrom('import_file').selectAll().where('id', '=', importId).forUpdate().executeTakeFirst()
  return row === undefined ? null : toImportFile(row)
}

/** Advances the line of a locked import, and stores the first of its rejections with their reasons. */
export async function recordImportProgress(
  trx: Transaction<DocumentTables>,
  file: ImportFile,
  progress: { resumeLine: number; stored: number; duplicates: number; rejected: readonly RejectedLine[]; at: Date },
): Promise<void> {
  const { resumeLine, stored, duplicates, rejected, at } = progress
  const newRejections = rejected
    .slice(0, Math.max(0, maxStoredRejections - file.keptRejections))
    .map(({ line, reason }) => ({
      line,
      reason: cutTo(maxReasonLength, cleanText(reason)),
      import_id: file.id,
    }))
  if (newRejections.length > 0) await trx.insertInto('import_rejection').values(newRejections).execute()
  await trx
    .updateTable('import_file')
    .set({
      resume_line: resumeLine,
      stored: file.stored + stored,
      duplicates: file.duplicates + duplicates,
      rejected: file.rejected + rejected.length,
      kept_rejections: file.keptRejections + newRejections.length,
      state: 'running',
      failure: null,
      updated_at: at,
      finished_at: null,
    })
    .where('id', '=', file.id)
    .execute()
}

/** Ends an import as finished, or as failed with a reason. A finished import stays finished. */
export async function endImport(
  { kysely }: Database,
  importId: string,
  { failure, at }: { failure: string | null; at: Date },
): Promise<void> {
  await withTables(kysely)
    .updateTable('import_file')
    .set({
      state: failure === null ? 'finished' : 'failed',
      failure: failure === null ? null : cutTo(maxReasonLength, cleanText(failure)),
      updated_at: at,
      finished_at: at,
    })
    .where('id', '=', importId)
    .where('state', '<>', 'finished')
    .execute()
}

/** Fails all imports that a dead process left running. */
export async function failRunningImports(
  { kysely }: Database,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await withTables(kysely)
    .updateTable('import_file')
    .set({ state: 'failed', failure, finished_at: at })
    .where('state', '=', 'running')
    .execute()
}

/** Counts duplicates that differ, and stores the first of an import. */
export async function addDifferences(
  { kysely }: Database,
  importId: string,
  newDifferences: readonly ImportDifference[],
): Promise<void> {
  const storedDifferences = newDifferences.slice(0, maxStoredDifferences).map((newDifference) => ({
    ...newDifference,
    title: cutTo(maxTitleLength, newDifference.title),
    storedTitle: cutTo(maxTitleLength, newDifference.storedTitle),
  }))
  await sql`
    update import_file set differing = differing + ${newDifferences.length}, differences = case
      when jsonb_array_length(differences) >= ${maxStoredDifferences} then differences
      else jsonb_path_query_array(differences || ${JSON.stringify(storedDifferences)}::jsonb, ${`$[0 to ${maxStoredDifferences - 1}]`}::jsonpath) end
    where id = ${importId}`.execute(kysely)
}

/** Returns the imports of these owners, newest first; null is the installation. */
export async function listImports(
  { kysely }: Database,
  owners: readonly (string | null)[],
  page: PageRequest,
): Promise<{ items: ImportFile[]; total: number }> {
  const ofOwners = withTables(kysely)
    .selectFrom('import_file')
    .where(({ eb, or }) => or(owners.map((owner) => eb('organization_id', 'is not distinct from', owner))))
  const rows = await ofOwners
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(page.perPage)
    .offset(pageOffset(page))
    .execute()
  const { total } = await ofOwners.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return { items: rows.map(toImportFile), total: Number(total) }
}

/** Returns the first rejections of each of these imports, in file order. */
export async function listRejections(
  { kysely }: Database,
  importIds: readonly string[],
): Promise<ReadonlyMap<string, RejectedLine[]>> {
  const rejections = new Map<string, RejectedLine[]>()
  if (importIds.length === 0) return rejections
  const { rows } = await sql<RejectedLine & { importId: string }>`
    select file.id as "importId", first.line, first.reason
    from unnest(${importIds}::text[]) as file (id) cross join lateral (
      select line, reason from import_rejection where import_id = file.id order by line limit ${maxListedRejections}
    ) as first
    order by first.line`.execute(kysely)
  for (const { importId, line, reason } of rows)
    rejections.set(importId, [...(rejections.get(importId) ?? []), { line, reason }])
  return rejections
}

function toImportFile(row: Selectable<ImportFileTable>): ImportFile {
  return {
    id: row.id,
    name: row.name,
    sha256: row.sha256,
    bytes: Number(row.bytes),
    resumeLine: row.resume_line,
    stored: row.stored,
    duplicates: row.duplicates,
    rejected: row.rejected,
    keptRejections: row.kept_rejections,
    setAside: row.set_aside,
    organizationId: row.organization_id,
    state: row.state,
    failure: row.failure,
    differing: row.differing,
    differences: row.differences,
    startedAt: row.started_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
