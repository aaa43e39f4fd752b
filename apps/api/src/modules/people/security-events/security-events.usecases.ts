import type { SecurityEvent, SecurityEventPage } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import {
  type PageRequest,
  type PositionCursor,
  readPositionCursor,
  toPageInfo,
  writePositionCursor,
} from '../../../kernel/page.ts'
import type { Recorder } from './recorder.ts'
import type {
  SecurityEventFilter,
  SecurityEventsRepository,
  StoredSecurityEvent,
} from './security-events.repository.ts'
import { securityCursorInvalid } from '../people.errors.ts'

/** Rows of a file in memory at a time. */
const fileBatch = 500

export interface SecurityLogDependencies {
  repository: SecurityEventsRepository
  /** Holds events that are not stored yet. */
  recorder: Recorder
  clock: Clock
}

/** Throws `security.cursor_invalid`. Includes events that are still buffered. */
export async function listSecurityEvents(
  { filter, page: pageInput }: { filter: SecurityEventFilter; page: PageRequest & { cursor?: string | undefined } },
  { repository, recorder }: SecurityLogDependencies,
): Promise<SecurityEventPage> {
  const before = pageInput.cursor === undefined ? null : readSecurityCursor(pageInput.cursor)
  const page = { page: before?.page ?? pageInput.page, perPage: pageInput.perPage }
  await recorder.flush()
  const rows = await repository.list(filter, page, before?.position ?? null)
  const total = before?.total ?? (await repository.count(filter))
  const last = rows.at(-1)
  const hasMore = last !== undefined && page.page * page.perPage < total
  const next = hasMore ? writePositionCursor({ position: last.position, page: page.page + 1, total }) : null
  return { items: rows.map(presentEvent), page: toPageInfo(page, total, next) }
}

/** All events as JSON lines, newest first, as of the start. Ends early when `signal` is aborted. */
export async function* readSecurityEvents(
  { filter, signal }: { filter: SecurityEventFilter; signal: AbortSignal },
  { repository, recorder }: SecurityLogDependencies,
): AsyncGenerator<string> {
  await recorder.flush()
  let rows = await repository.list(filter, { page: 1, perPage: fileBatch }, null)
  while (rows.length > 0) {
    yield rows.map((row) => `${JSON.stringify(presentEvent(row))}\n`).join('')
    signal.throwIfAborted()
    const last = rows.at(-1)
    rows =
      last === undefined || rows.length < fileBatch
        ? []
        : await repository.list(filter, { page: 1, perPage: fileBatch }, last.position)
  }
}

function presentEvent(row: StoredSecurityEvent): SecurityEvent {
  const { id, at, name, severity, address, operation, occurrences, facts } = row
  return {
    id,
    at: at.toISOString(),
    name,
    severity,
    userId: row.user_id,
    accountId: row.account_id,
    accountUserId: row.accountUserId,
    organizationId: row.organization_id,
    clientId: row.client_id,
    address,
    operation,
    requestId: row.request_id,
    occurrences,
    facts: Object.entries(facts).map(([fact, value]) => ({ name: fact, value })),
  }
}

/** Throws `security.cursor_invalid` for a text that no page returned. */
function readSecurityCursor(cursor: string): PositionCursor {
  const read = readPositionCursor(cursor)
  if (read === null || !/^[1-9]\d*$/.test(read.position)) throw securityCursorInvalid()
  return read
}
