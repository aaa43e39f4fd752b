import type { AuditEntry, AuditEntryPage } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { readPositionCursor, writePositionCursor } from '../../../kernel/position-cursor.ts'
import { auditCursorInvalid } from '../people.errors.ts'
import { type AuditFilter, createAuditRepository, type StoredAuditRecord } from './audit.repository.ts'

export interface AuditDependencies {
  database: Database
  clock: Clock
}

/** Rows of a file in memory at a time. */
const fileBatch = 500

/** Throws `audit.cursor_invalid`. */
export async function listAuditEntries(
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
export async function* readAuditEntries(
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
