import type { Database } from '../../../adapters/database/database.port.ts'
import type { Handlers, Input } from '../../../http/handlers.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { SecurityEvent, SecurityEventPage } from '@auspex/sdk/types'
import { Readable } from 'node:stream'
import { type Job, type Queue, createJob } from '../../../adapters/jobs/jobs.port.ts'
import { FileBody } from '../../../http/body-parsers.ts'
import { type Clock, systemClock } from '../../../kernel/clock.ts'
import { type CreateId, createRandomId } from '../../../kernel/ids.ts'
import {
  toPageRequest,
  type PageRequest,
  type PositionCursor,
  readPositionCursor,
  toPageInfo,
  writePositionCursor,
} from '../../../kernel/page.ts'
import { type RecordSecurityEvent, severities } from '../../../kernel/security-event.ts'
import { addressInvalid, periodInvalid, securityCursorInvalid } from '../people.errors.ts'
import { type Recorder, createRecorder } from './recorder.ts'
import {
  createSecurityEventsRepository,
  readAddress,
  type SecurityEventFilter,
  type SecurityEventsRepository,
  type StoredSecurityEvent,
} from './security-events.repository.ts'

type SecurityEventsOperations = ReturnType<typeof createSecurityEventsOperations>

/** The operations of the security log. Reading it is itself logged. */
function createSecurityEventsOperations(deps: SecurityLogDependencies) {
  return {
    listSecurityEvents: async ({ query }, { recordSecurityEvent }) => {
      const filter = readFilter(query)
      const page = { ...toPageRequest(query), cursor: query.cursor }
      const body = await listSecurityEvents({ filter, page }, deps)
      recordSecurityEvent('security-log.read', { ...toFacts(filter), events: body.items.length })
      return { status: 200, body }
    },

    exportSecurityEvents: async ({ query }, { recordSecurityEvent, signal }) => {
      const filter = readFilter(query)
      const lines = readSecurityEvents({ filter, signal }, deps)
      // read before the response headers are sent, so that a database failure gives a 503 and not a truncated file
      const first = await lines.next()
      recordSecurityEvent('security-log.exported', toFacts(filter))
      return {
        status: 200,
        body: new FileBody({ mediaType: 'application/x-ndjson', stream: Readable.from(resume(first, lines)) }),
        headers: {
          'content-disposition': `attachment; filename="security-events-${deps.clock.now().toISOString().slice(0, 10)}.ndjson"`,
        },
      }
    },
  } satisfies Partial<Handlers>
}

async function* resume(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done === true) return
  yield first.value
  yield* rest
}

/** Throws `security.address_invalid` and `security.period_invalid`. */
function readFilter({ name, userId, address, from, to }: Input<'exportSecurityEvents'>['query']): SecurityEventFilter {
  const filter = {
    name: name ?? null,
    userId: userId === undefined || userId === '-' ? null : userId,
    address: readAddress(address),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
  if (address !== undefined && filter.address === null) throw addressInvalid()
  if (filter.from !== null && filter.to !== null && filter.to <= filter.from) throw periodInvalid()
  return filter
}

/** The filter for the log, in validated form: nothing in it is as it was typed. */
function toFacts({ name, userId, address, from, to }: SecurityEventFilter) {
  return {
    ofName: name,
    ofUser: userId,
    ofAddress: address,
    from: from?.toISOString(),
    to: to?.toISOString(),
  }
}

const dayMs = 86_400_000

/** Long enough to investigate an attack that is noticed late. */
const retentionMs = 180 * dayMs

/** Per name, so that a flood of one kind evicts only its own. */
const newestOfName = 100_000

/** A statement blocks the embedded engine: about a tenth of a second for this many rows. */
const batchSize = 1_000

const flushMs = 1_000

const queue: Queue = { name: 'security-log-retention', isExclusive: true, schedule: '17 * * * *', pollSeconds: 60 }

export interface SecurityLog {
  record: RecordSecurityEvent
  operations: SecurityEventsOperations
  /** Deletes expired events. */
  jobs: readonly Job[]
  /** Starts storing recorded events about once a second. */
  start(): void
  /** Stores the buffer and stops. Call it after the last event was recorded, before the database is closed. */
  close(): Promise<void>
}

/** The security log: events from every part of the product, stored in the database, read by operators. */
export function createSecurityLog({
  database,
  log,
  clock = systemClock,
  createId = createRandomId,
}: {
  database: Database
  log: Logger
  clock?: Clock
  createId?: CreateId
}): SecurityLog {
  const repository = createSecurityEventsRepository(database)
  const recorder = createRecorder({ repository, clock, createId, log })
  const timer = createFlushTimer({ recorder, log })
  return {
    record: recorder.record,
    operations: createSecurityEventsOperations({ repository, recorder, clock }),
    jobs: createRetentionJobs({ repository, clock }),
    start: timer.start,
    close: async () => {
      timer.stop()
      await recorder.close()
    },
  }
}

/** Deletes expired events of the security log once an hour. */
function createRetentionJobs({ repository, clock }: { repository: SecurityEventsRepository; clock: Clock }): Job[] {
  return [
    createJob({
      queue,
      run: (_, { signal }) => sweepSecurityEvents({ repository, now: clock.now(), isStopping: () => signal.aborted }),
    }),
  ]
}

/** Stores the buffered events of this process once a second. Not a job, because the buffer is in the memory of one process. */
function createFlushTimer({ recorder, log }: { recorder: Recorder; log: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function flush(): Promise<void> {
    try {
      await recorder.flush()
      isFailing = false
    } catch (error) {
      // logged once, not once a second: the buffer is stored when the database answers again
      if (!isFailing) log.error({ err: error }, 'security events are buffered: the database does not accept them')
      isFailing = true
    }
  }

  return {
    start(): void {
      timer ??= setInterval(() => void flush(), flushMs).unref()
    },
    stop(): void {
      clearInterval(timer)
    },
  }
}

interface RetentionOptions {
  repository: SecurityEventsRepository
  now: Date
  isStopping: () => boolean
  /** Default: 100,000. */
  newest?: number
}

/** Deletes events that are too old or too many, in small batches, so that other statements can run in between. */
export async function sweepSecurityEvents({
  repository,
  now,
  isStopping,
  newest = newestOfName,
}: RetentionOptions): Promise<void> {
  const repeat = async (deleteSome: () => Promise<number>) => {
    while (!isStopping() && (await deleteSome()) === batchSize);
  }
  await repeat(() => repository.deleteBefore(new Date(now.getTime() - retentionMs), batchSize))
  for (const name of Object.keys(severities))
    await repeat(() => repository.deleteBeyond({ name, newest, limit: batchSize }))
}

/** Rows of a file in memory at a time. */
const fileBatch = 500

interface SecurityLogDependencies {
  repository: SecurityEventsRepository
  /** Holds events that are not stored yet. */
  recorder: Recorder
  clock: Clock
}

/** Throws `security.cursor_invalid`. Includes events that are still buffered. */
async function listSecurityEvents(
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
async function* readSecurityEvents(
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
  const position = readPositionCursor(cursor)
  if (position === null || !/^[1-9]\d*$/.test(position.position)) throw securityCursorInvalid()
  return position
}
