import { Readable } from 'node:stream'
import type { AuditEntry } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import { FileBody } from '../../../http/file-body.ts'
import type { Handlers, Input } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { readPositionCursor, writePositionCursor } from '../../../kernel/position-cursor.ts'
import { type AuditFilter, createAuditRepository, type StoredAuditRecord } from './audit.repository.ts'
import { CodedError } from '../../../kernel/errors.ts'

/** Rows of a file in memory at a time. */
const fileBatch = 500

export type AuditOperations = ReturnType<typeof createAuditOperations>

/** Reads the audit trail; no operation writes it. */
export function createAuditOperations({ database, clock }: { database: Database; clock: Clock }) {
  const repository = createAuditRepository(database.kysely)

  async function* readFile(filter: AuditFilter, signal: AbortSignal): AsyncGenerator<string> {
    let before: string | null = null
    do {
      const rows: StoredAuditRecord[] = await repository.list(filter, { page: 1, perPage: fileBatch }, before)
      yield rows.map((row) => `${JSON.stringify(present(row))}\n`).join('')
      signal.throwIfAborted()
      before = rows.length < fileBatch ? null : (rows.at(-1)?.position ?? null)
    } while (before !== null)
  }

  return {
    listAuditEntries: async ({ query }) => {
      const filter = readFilter(query)
      const pageRequest = toPageRequest(query)
      const cursor = query.cursor === undefined ? null : readPositionCursor(query.cursor)
      if (query.cursor !== undefined && cursor === null) throw cursorInvalid()
      const page = { page: cursor?.page ?? pageRequest.page, perPage: pageRequest.perPage }
      const rows = await repository.list(filter, page, cursor?.position ?? null)
      const total = cursor?.total ?? (await repository.count(filter))
      const last = rows.at(-1)
      const hasMore = last !== undefined && page.page * page.perPage < total
      const next = hasMore ? writePositionCursor({ position: last.position, page: page.page + 1, total }) : null
      return { status: 200, body: { items: rows.map(present), page: toPageInfo(page, total, next) } }
    },

    exportAuditEntries: async ({ query }, { signal }) => {
      const lines = readFile(readFilter(query), signal)
      // read before the response headers are sent, so that a database failure gives a 503 and not a truncated file
      const first = await lines.next()
      return {
        status: 200,
        body: new FileBody({ mediaType: 'application/x-ndjson', stream: Readable.from(resume(first, lines)) }),
        headers: {
          'content-disposition': `attachment; filename="audit-${clock.now().toISOString().slice(0, 10)}.ndjson"`,
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

function present({
  targetKind,
  targetId,
  targetName,
  at,
  position: _position,
  ...entry
}: StoredAuditRecord): AuditEntry {
  return { ...entry, at: at.toISOString(), target: { kind: targetKind, id: targetId, name: targetName } }
}

function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'audit.cursor_invalid',
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}

function periodInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'audit.period_invalid',
    title: 'The period ends before it begins',
    detail: 'Let `to` be later than `from`.',
    fields: [{ in: 'query', pointer: '/to', message: 'must be later than from' }],
  })
}
