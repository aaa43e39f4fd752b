import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database, DatabaseLog } from '../../adapters/database/database.port.ts'
import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import { redactColumns } from '../../adapters/database/redact-columns.ts'
import { createRedaction, type DeletedDocument, type Redaction } from '../../kernel/redaction.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import { fromDocumentId, toDocumentId } from './document-id.ts'
import type { StoredDocument } from './documents.repository.ts'
import type { DocumentWriter } from './document-store.port.ts'
import { writerLock } from './insert-documents.ts'

/** How documents were deleted, and when. */
export interface Deletion {
  way: DeletedDocument['way']
  at: Date
  /** Why an administrator deleted them, and does not want them back; otherwise they are stored again when they are found again. */
  reason?: string
}

/** A deletion whose quotations are still to be removed: the document as it was. */
export interface PendingDeletion extends Omit<Deletion, 'reason'> {
  document: StoredDocument
}

/** Removes what a module keeps of deleted documents. Repeating it must change nothing, because a process may die half way. */
export type Eraser = (redaction: Redaction, deletions: readonly PendingDeletion[]) => Promise<void>

export interface DeletedRecord {
  documentId: string
  deletedAt: string
  way: DeletedDocument['way']
  reason: string | null
  /** Whether it is left out when it is found again. */
  isBlocked: boolean
  /** Whether no quotation of it is left. */
  isErased: boolean
}

const queue: Queue = { name: 'deleted-documents', isExclusive: true, schedule: '* * * * *', pollSeconds: 60 }

const documentsPerPass = 200

/** Texts of documents outside of the store. */
const quotingColumns = [
  { table: 'import_file', key: ['id'], column: 'differences', type: 'json' },
  { table: 'import_rejection', key: ['import_id', 'line'], column: 'reason', type: 'text' },
  { table: 'work_fault', key: ['work', 'item'], column: 'reason', type: 'text' },
] as const

/** Records deletions in the transaction that removes the documents, together with what is needed to find their quotations. */
export async function recordDeletions(
  trx: QueryExecutorProvider,
  documents: readonly StoredDocument[],
  { way, at, reason }: Deletion,
): Promise<void> {
  await sql`
    insert into deleted_document as known (document_id, deleted_at, way, document, reason, is_blocked)
    select id, ${at}::timestamptz, ${way}, document, ${reason ?? null}::text, ${reason !== undefined}
    from unnest(${documents.map(({ documentId }) => fromDocumentId(documentId))}::bigint[],
                ${documents.map((document) => JSON.stringify(document))}::jsonb[]) as removed (id, document)
    on conflict (document_id) do update set deleted_at = excluded.deleted_at, way = excluded.way, document = excluded.document,
      reason = coalesce(excluded.reason, known.reason), is_blocked = excluded.is_blocked or known.is_blocked`.execute(
    trx,
  )
}

/** Removes the quotations of deleted documents from everything that the modules keep (docs/decisions/deletion.md). */
export function createErasure({
  database,
  store,
  log,
}: {
  database: Database
  store: DocumentWriter
  log: DatabaseLog
}) {
  const erasers: Eraser[] = []
  let last = Promise.resolve()

  async function eraseAll(): Promise<void> {
    for (;;) {
      const deletions = await listPending(database)
      if (deletions.length === 0) return
      await forgetNames(database, store)
      const redaction = createRedaction(await describeAll(deletions, database))
      await redactColumns(database, quotingColumns, redaction)
      for (const eraser of erasers) await eraser(redaction, deletions)
      await finish(deletions, database)
      await forgetReturned(deletions, database, store)
    }
  }

  /** Lets no measurement be stored that may have read a document before it was deleted. */
  const endMeasurements = () => sql`update library set deletion_revision = revision`.execute(database.kysely)

  /** Resolves when no quotation is left, of these documents and of those deleted before. Whoever deletes, everybody's rows are looked at. */
  async function erase(): Promise<void> {
    const run = () => runAs(serverWork, eraseAll)
    // one after another, also after one that failed
    last = last.then(run, run)
    return last
  }

  const job: Job = createJob({ queue, run: erase })
  return {
    /** After a deletion that is not one of a stream: there, measurements would never end. */
    async eraseNow(): Promise<void> {
      await endMeasurements()
      await erase()
    },
    /** Resolves when no measurement can bring the documents back; their quotations are removed afterwards. The job finishes what fails. */
    async begin(): Promise<void> {
      await endMeasurements()
      erase().catch((error: unknown) =>
        log.error({ err: error }, 'quotations of deleted documents were not all removed'),
      )
    },
    job,
    /** Lets a module remove what it keeps of deleted documents. */
    whenDeleted: (eraser: Eraser) => void erasers.push(eraser),
    list: (page: { ids: readonly string[] | null; limit: number; offset: number }) => listDeleted(database, page),
    /** Lets a deleted document come back when it is found again, or not. Null if it was not deleted. */
    setBlocked: (documentId: string, isBlocked: boolean) => setBlocked(database, documentId, isBlocked),
  }
}

export type Erasure = ReturnType<typeof createErasure>

async function listPending({ kysely }: Database): Promise<PendingDeletion[]> {
  const { rows } = await sql<PendingDeletion>`
    select way, deleted_at as at, document from deleted_document
    where document is not null order by deleted_at, document_id limit ${documentsPerPass}`.execute(kysely)
  return rows
}

/** Authors and outlets that no document names any more. */
async function forgetNames({ kysely }: Database, store: DocumentWriter): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
    await store.forgetNames(trx)
  })
}

async function describeAll(deletions: readonly PendingDeletion[], { kysely }: Database): Promise<DeletedDocument[]> {
  const authors = deletions.flatMap(({ document }) => document.author ?? [])
  const outlets = deletions.map(({ document }) => document.outlet)
  const { rows } = await sql<{ kind: 'author' | 'outlet'; name: string }>`
    select 'author' as kind, name from author where name = any(${authors}::text[])
    union select 'outlet', name from outlet where name = any(${outlets}::text[])`.execute(kysely)
  const isLeft = (kind: string, name: string) => rows.some((row) => row.kind === kind && row.name === name)
  return deletions.map(({ way, at, document }) => {
    const { documentId, title, body, url } = document
    const author = document.author !== null && isLeft('author', document.author) ? null : document.author
    const outlet = isLeft('outlet', document.outlet) ? null : document.outlet
    return { documentId, way, deletedAt: new Date(at).toISOString(), title, body, url, author, outlet }
  })
}

async function finish(deletions: readonly PendingDeletion[], { kysely }: Database): Promise<void> {
  const ids = deletions.map(({ document }) => fromDocumentId(document.documentId))
  const times = deletions.map(({ at }) => new Date(at).toISOString())
  await sql`
    update deleted_document set document = null
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as done (id, at)
    where document_id = done.id and deleted_at = done.at`.execute(kysely)
}

/** Documents that were stored again while their quotations were being removed are not deleted any more. */
async function forgetReturned(
  deletions: readonly PendingDeletion[],
  { kysely }: Database,
  store: DocumentWriter,
): Promise<void> {
  const ids = deletions.flatMap(({ document }) => fromDocumentId(document.documentId) ?? [])
  const returned = [...(await store.listExisting(kysely, ids))]
  await sql`
    delete from deleted_document
    where document_id = any(${returned}::bigint[]) and document is null and not is_blocked`.execute(kysely)
}

interface DeletedRow {
  id: string
  at: Date
  way: DeletedDocument['way']
  reason: string | null
  is_blocked: boolean
  is_erased: boolean
}

const columns = sql`document_id::text as id, deleted_at as at, way, reason, is_blocked, document is null as is_erased`

async function listDeleted(
  { kysely }: Database,
  { ids, limit, offset }: { ids: readonly string[] | null; limit: number; offset: number },
): Promise<{ items: DeletedRecord[]; total: number }> {
  const storedIds = ids?.flatMap((id) => fromDocumentId(id) ?? []) ?? []
  const condition = sql`(${ids === null} or document_id = any(${storedIds}::bigint[]))`
  const { rows } = await sql<DeletedRow>`
    select ${columns} from deleted_document
    where ${condition} order by deleted_at desc, document_id limit ${limit} offset ${offset}`.execute(kysely)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from deleted_document where ${condition}`.execute(kysely)
  return { items: rows.map(toRecord), total: counted.rows[0]?.n ?? 0 }
}

async function setBlocked({ kysely }: Database, documentId: string, isBlocked: boolean): Promise<DeletedRecord | null> {
  const { rows } = await sql<DeletedRow>`
    update deleted_document set is_blocked = ${isBlocked}
    where document_id = ${fromDocumentId(documentId)}::bigint returning ${columns}`.execute(kysely)
  return rows[0] === undefined ? null : toRecord(rows[0])
}

function toRecord({ id, at, way, reason, is_blocked: isBlocked, is_erased: isErased }: DeletedRow): DeletedRecord {
  return { documentId: toDocumentId(id), deletedAt: at.toISOString(), way, reason, isBlocked, isErased }
}
