import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../kernel/page.ts'
import { cleanText } from './clean-text.ts'
import type { DocumentTables, ImportFileTable } from './documents.tables.ts'
import type { ImportDifference, RejectedLine } from './import-batch.types.ts'

/** An imported file and how far it is. Lines count from 1; `resumeLine` is the last one that is safely stored. */
export interface ImportFile {
  importId: string
  name: string
  sha256: string
  bytes: number
  resumeLine: number
  stored: number
  duplicates: number
  rejected: number
  /** Rejected lines that are kept with their reasons: the first ones. */
  keptRejections: number
  /** Documents that were stored and then set aside, because nothing can have been published when they say. */
  setAside: number
  /** Whose import it is; null is the installation's own. */
  organizationId: string | null
  state: 'running' | 'failed' | 'finished'
  /** Why it failed; null in another state. */
  failure: string | null
  /** Duplicates whose text is not that of the stored document, and the first of them. */
  differing: number
  differences: ImportDifference[]
  startedAt: string
  updatedAt: string
  finishedAt: string | null
}

/** Rejections of an import kept word for word, the first ones; the others are counted. A file of the wrong kind would reject every line. */
const mostKeptRejections = 1000
/** Characters of a reason, as in the contract. */
const longestReason = 300

function withTables(kysely: Kysely<object>): Kysely<DocumentTables> {
  return kysely.withTables<DocumentTables>()
}

/** Writes a file that begins; one of the same bytes and the same organization keeps what it has, and runs again if it failed. Answers with whichever is there. */
export async function ensureImport(
  { kysely }: Pick<Database, 'kysely'>,
  file: Pick<ImportFile, 'importId' | 'name' | 'sha256' | 'bytes' | 'organizationId'> & { at: Date },
): Promise<ImportFile> {
  const { importId, name, sha256, bytes, organizationId, at } = file
  const db = withTables(kysely)
  await db
    .insertInto('import_file')
    .values({
      name,
      sha256,
      bytes: String(bytes),
      organization_id: organizationId,
      id: importId,
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

/** One import, or null when there is none of that id. */
export async function findImport({ kysely }: Pick<Database, 'kysely'>, importId: string): Promise<ImportFile | null> {
  const row = await withTables(kysely)
    .selectFrom('import_file')
    .selectAll()
    .where('id', '=', importId)
    .executeTakeFirst()
  return row === undefined ? null : toImportFile(row)
}

/** As `findImport`, and nobody else moves its line before the transaction ends. */
export async function lockImport(trx: Transaction<DocumentTables>, importId: string): Promise<ImportFile | null> {
  const row = await trx.selectFrom('import_file').selectAll().where('id', '=', importId).forUpdate().executeTakeFirst()
  return row === undefined ? null : toImportFile(row)
}

/** Moves the line of a locked import, and keeps the first of its rejections with their reasons. */
export async function advanceImport(
  trx: Transaction<DocumentTables>,
  file: ImportFile,
  progress: { resumeLine: number; stored: number; duplicates: number; rejected: readonly RejectedLine[]; at: Date },
): Promise<void> {
  const { resumeLine, stored, duplicates, rejected, at } = progress
  const newRejections = rejected
    .slice(0, Math.max(0, mostKeptRejections - file.keptRejections))
    .map(({ line, reason }) => ({
      line,
      reason: cutTo(longestReason, cleanText(reason)),
      import_id: file.importId,
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
    .where('id', '=', file.importId)
    .execute()
}

/** Ends an import: read to its end, or failed for a reason. One that was read to its end stays so. */
export async function endImport(
  { kysely }: Pick<Database, 'kysely'>,
  importId: string,
  { failure, at }: { failure: string | null; at: Date },
): Promise<void> {
  await withTables(kysely)
    .updateTable('import_file')
    .set({
      state: failure === null ? 'finished' : 'failed',
      failure: failure === null ? null : cutTo(longestReason, cleanText(failure)),
      updated_at: at,
      finished_at: at,
    })
    .where('id', '=', importId)
    .where('state', '<>', 'finished')
    .execute()
}

/** Ends all that a process was in the midst of which is gone. */
export async function failRunningImports(
  { kysely }: Pick<Database, 'kysely'>,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await withTables(kysely)
    .updateTable('import_file')
    .set({ state: 'failed', failure, finished_at: at })
    .where('state', '=', 'running')
    .execute()
}

/** Differences of an import that are kept with their titles, the first ones. */
const mostKeptDifferences = 20
/** Characters of a title that is kept, as in the contract. */
const longestTitle = 300

/** Counts duplicates that differ, and keeps the first of an import. */
export async function addDifferences(
  { kysely }: Pick<Database, 'kysely'>,
  importId: string,
  found: readonly ImportDifference[],
): Promise<void> {
  const kept = found.slice(0, mostKeptDifferences).map((one) => ({
    ...one,
    title: cutTo(longestTitle, one.title),
    storedTitle: cutTo(longestTitle, one.storedTitle),
  }))
  await sql`
    update import_file set differing = differing + ${found.length}, differences = case
      when jsonb_array_length(differences) >= ${mostKeptDifferences} then differences
      else jsonb_path_query_array(differences || ${JSON.stringify(kept)}::jsonb, ${`$[0 to ${mostKeptDifferences - 1}]`}::jsonpath) end
    where id = ${importId}`.execute(kysely)
}

/** The contract counts characters; half of one would be no text. */
function cutTo(most: number, text: string): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed()
}

/** The imports of these owners, the newest first; null is the installation. */
export async function listImports(
  { kysely }: Pick<Database, 'kysely'>,
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

/** The rejections that were kept, in the order of the file. */
export function listRejections(
  { kysely }: Pick<Database, 'kysely'>,
  importId: string,
  limit = 100,
): Promise<RejectedLine[]> {
  return withTables(kysely)
    .selectFrom('import_rejection')
    .select(['line', 'reason'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .limit(limit)
    .execute()
}

function toImportFile(row: Selectable<ImportFileTable>): ImportFile {
  return {
    importId: row.id,
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
