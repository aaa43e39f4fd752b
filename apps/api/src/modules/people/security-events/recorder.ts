import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { RecordSecurityEvent, SecurityEvent, SecurityEventName } from '../../../kernel/security-event.ts'
import { type SecurityEventRow, type SecurityEventsRepository, toRow } from './security-events.repository.ts'

const minuteMs = 60_000

/** Enough to see who does what; a person does not do ten of these in a minute. */
const defaultBounds: RateBoundOptions = { perCaller: 10, perName: 120 }
const maxBuffered = 10_000
const batchSize = 500

export interface RecorderOptions {
  repository: SecurityEventsRepository
  clock: Clock
  createId: CreateId
  log: Logger
}

export interface Recorder {
  record: RecordSecurityEvent
  /** Stores the buffer. Rejects when the database does not accept it, and keeps it buffered. */
  flush(): Promise<void>
  /** Stores the buffer and the counts. Writes to the process log what the database does not accept. Never rejects. */
  close(): Promise<void>
}

/** Accepts events, writes each to the process log at once, and to the database in batches. */
export function createRecorder({ repository, clock, createId, log }: RecorderOptions): Recorder {
  const bound = createRateBound(defaultBounds)
  const buffer: SecurityEventRow[] = []
  let writing: Promise<void> | null = null

  function take(event: SecurityEvent, at: Date, occurrences = 1): void {
    const row = toRow(event, { id: createId('sev'), at, occurrences })
    const line = { securityEvent: row }
    if (buffer.length < maxBuffered) {
      buffer.push(row)
      if (row.severity === 'warning') log.warn(line, row.name)
      else log.info(line, row.name)
    } else {
      log.error(line, `${row.name} (not stored, because too many events wait for the database)`)
    }
  }

  function settle(surplus: ReturnType<typeof bound.settle>, now: Date): void {
    for (const { event, occurrences, since } of surplus)
      take({ ...event, facts: { since: since.toISOString() } }, now, occurrences)
  }

  async function write(): Promise<void> {
    while (buffer.length > 0) {
      const batch = buffer.splice(0, batchSize)
      try {
        await repository.insert(batch)
      } catch (error) {
        buffer.unshift(...batch)
        throw error
      }
    }
  }

  async function flush(): Promise<void> {
    const now = clock.now()
    settle(bound.settle(now), now)
    while (buffer.length > 0) {
      writing ??= write().finally(() => {
        writing = null
      })
      await writing
    }
  }

  return {
    record(event) {
      try {
        const now = clock.now()
        settle(bound.settle(now), now)
        if (bound.admit(event, now)) take(event, event.at ?? now)
      } catch (error) {
        log.error({ err: error, name: event.name }, 'a security event could not be recorded')
      }
    },

    flush,

    async close() {
      settle(bound.settleAll(), clock.now())
      try {
        await flush()
      } catch (error) {
        log.error(
          { err: error, securityEvents: buffer.splice(0) },
          'security events could not be stored; this line has them',
        )
      }
    },
  }
}

interface RateBoundOptions {
  /** Maximum number of events of one name, address and person stored individually per minute. */
  perCaller: number
  /** Maximum number of events of one name stored individually per minute, so that a flood of one kind hides no other. */
  perName: number
}

/** Events that came too fast to be stored individually. */
interface Surplus {
  event: SecurityEvent
  occurrences: number
  /** Time of the first of them. */
  since: Date
}

interface Count {
  storedCount: number
  surplus: Surplus | null
}

interface RateBound {
  /** Whether to store the event individually; otherwise it is counted. */
  admit(event: SecurityEvent, now: Date): boolean
  /** The counts of completed minutes. */
  settle(now: Date): Surplus[]
  /** All counts, including those of the current minute. */
  settleAll(): Surplus[]
}

/**
 * Limits how many events are stored per minute: callers beyond `perName` share one count of that name, so that memory is bounded however many
 * addresses an attacker has. Only detail is lost: the counts and the stored events add up to what happened.
 */
export function createRateBound({ perCaller, perName }: RateBoundOptions): RateBound {
  let minute: number | null = null
  const callers = new Map<string, Count>()
  const names = new Map<SecurityEventName, Count>()

  function settleAll(): Surplus[] {
    const counts = [...callers.values(), ...names.values()]
    callers.clear()
    names.clear()
    return counts.flatMap(({ surplus }) => (surplus === null ? [] : [surplus]))
  }

  return {
    settleAll,

    settle(now) {
      const current = Math.floor(now.getTime() / minuteMs)
      if (current === minute) return []
      minute = current
      return settleAll()
    },

    admit(event, now) {
      const name = countOf(names, event.name)
      const key = JSON.stringify([event.name, event.address, event.userId, event.accountId])
      const counter = callers.get(key)
      const isStored = name.storedCount < perName && (counter?.storedCount ?? 0) < perCaller
      if (!isStored) {
        if (counter === undefined) add(name, { name: event.name }, now)
        else {
          const { address, userId, accountId, organizationId } = event
          add(counter, { name: event.name, address, userId, accountId, organizationId }, now)
        }
        return false
      }
      name.storedCount += 1
      countOf(callers, key).storedCount += 1
      return true
    },
  }
}

function countOf<Key>(counts: Map<Key, Count>, key: Key): Count {
  const count = counts.get(key) ?? { storedCount: 0, surplus: null }
  counts.set(key, count)
  return count
}

function add(count: Count, event: SecurityEvent, now: Date): void {
  count.surplus ??= { event, occurrences: 0, since: now }
  count.surplus.occurrences += 1
}
