import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../kernel/page.ts'
import { cleanText } from './clean-text.ts'
import type { DocumentTables, ImportFileTable } from './documents.tables.ts'
import type { RejectedLine } from './import-batch.types.ts'

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
  state: 'running' | 'finished'
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

/** Writes a file that begins; one of the same bytes and the same organization stays as it is. Answers with whichever is there. */
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
      started_at: at,
      updated_at: at,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
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
      reason: cleanText(reason).slice(0, longestReason),
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
      updated_at: at,
    })
    .where('id', '=', file.importId)
    .execute()
}

/** Marks a running import as read to its end. */
export async function endImport({ kysely }: Pick<Database, 'kysely'>, importId: string, at: Date): Promise<void> {
  await withTables(kysely)
    .updateTable('import_file')
    .set({ state: 'finished', updated_at: at, finished_at: at })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .execute()
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
    startedAt: row.started_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
