import { refusal } from '@auspex/contract/refusals'
import type { AuditEntry, AuditEntryPage } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import { Readable } from 'node:stream'
import type { Database } from '../../../adapters/database/database.port.ts'
import { FileBody } from '../../../http/body-parsers.ts'
import type { Handlers, Input } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import {
  type PageRequest,
  readPositionCursor,
  toPageInfo,
  toPageRequest,
  writePositionCursor,
} from '../../../kernel/page.ts'
import { auditCursorInvalid } from '../people.errors.ts'
import {
  type AuditFilter,
  type AuditRecord,
  createAuditRepository,
  type StoredAuditRecord,
} from './audit.repository.ts'

/** Writes an entry in the same transaction as the change. Texts longer than the contract allows are truncated. */
export type WriteAudit = (transaction: Kysely<object>, entry: Omit<AuditRecord, 'id' | 'at'>) => Promise<void>

export function createWriteAudit({ clock, createId }: { clock: Clock; createId: CreateId }): WriteAudit {
  return (transaction, entry) =>
    createAuditRepository(transaction).insert({
      ...entry,
      id: createId('aud'),
      at: clock.now(),
      changes: entry.changes
        .slice(0, 20)
        .map(({ field, before, after }) => ({ field, before: truncate(before), after: truncate(after) })),
    })
}

function truncate(text: string | null): string | null {
  return text === null ? null : Array.from(text).slice(0, 500).join('')
}

export type AuditOperations = ReturnType<typeof createAuditOperations>

/** Reads the audit trail; no operation writes it. */
export function createAuditOperations(deps: AuditDependencies) {
  return {
    listAuditEntries: async ({ query }) => {
      const page = { ...toPageRequest(query), cursor: query.cursor }
      return { status: 200, body: await listAuditEntries({ filter: readFilter(query), page }, deps) }
    },

    exportAuditEntries: async ({ query }, { signal }) => {
      const lines = readAuditEntries({ filter: readFilter(query), signal }, deps)
      // read before the response headers are sent, so that a database failure gives a 503 and not a truncated file
      const first = await lines.next()
      return {
        status: 200,
        body: new FileBody({ mediaType: 'application/x-ndjson', stream: Readable.from(resume(first, lines)) }),
        headers: {
          'content-disposition': `attachment; filename="audit-${deps.clock.now().toISOString().slice(0, 10)}.ndjson"`,
        },
      }
    },
  } satisfies Partial<Handlers>
}

async function* resume(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}

/** Throws `audit.period_invalid`. */
function readFilter({
  organizationId,
  userId,
  searchTerm,
  from,
  to,
}: Input<'exportAuditEntries'>['query']): AuditFilter {
  const filter = {
    organizationId: organizationId === undefined || organizationId === '-' ? null : organizationId,
    userId: userId === undefined || userId === '-' ? null : userId,
    searchTerm: searchTerm ?? null,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
  if (filter.from !== null && filter.to !== null && filter.to <= filter.from) throw periodInvalid()
  return filter
}

function periodInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('audit.period_invalid'),
    fields: [{ in: 'query', pointer: '/to', message: 'must be later than from' }],
  })
}

interface AuditDependencies {
  database: Database
  clock: Clock
}

/** Rows of a file in memory at a time. */
const fileBatch = 500

/** Throws `audit.cursor_invalid`. */
async function listAuditEntries(
  { filter, page: pageInput }: { filter: AuditFilter; page: PageRequest & { cursor?: string | undefined } },
  { database }: AuditDependencies,
): Promise<AuditEntryPage> {
  const repository = createAuditRepository(database.kysely)
  const cursor = pageInput.cursor === undefined ? null : readPositionCursor(pageInput.cursor)
  if (pageInput.cursor !== undefined && cursor === null) throw auditCursorInvalid()
  const page = { page: cursor?.page ?? pageInput.page, perPage: pageInput.perPage }
  const rows = await repository.list(filter, page, cursor?.position ?? null)
  const total = cursor?.total ?? (await repository.count(filter))
  const last = rows.at(-1)
  const hasMore = last !== undefined && page.page * page.perPage < total
  const next = hasMore ? writePositionCursor({ position: last.position, page: page.page + 1, total }) : null
  return { items: rows.map(presentEntry), page: toPageInfo(page, total, next) }
}

/** All entries as JSON lines, newest first. Ends early when `signal` is aborted. */
async function* readAuditEntries(
  { filter, signal }: { filter: AuditFilter; signal: AbortSignal },
  { database }: AuditDependencies,
): AsyncGenerator<string> {
  const repository = createAuditRepository(database.kysely)
  let before: string | null = null
  do {
    const rows: StoredAuditRecord[] = await repository.list(filter, { page: 1, perPage: fileBatch }, before)
    yield rows.map((row) => `${JSON.stringify(presentEntry(row))}\n`).join('')
    signal.throwIfAborted()
    before = rows.length < fileBatch ? null : (rows.at(-1)?.position ?? null)
  } while (before !== null)
}

function presentEntry({
  targetKind,
  targetId,
  targetName,
  at,
  position: _position,
  ...entry
}: StoredAuditRecord): AuditEntry {
  return { ...entry, at: at.toISOString(), target: { kind: targetKind, id: targetId, name: targetName } }
}
