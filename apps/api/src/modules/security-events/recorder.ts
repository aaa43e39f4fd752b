import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { RecordSecurityEvent, SecurityEvent } from '../../kernel/security-event.ts'
import { createRateBound, type RateBoundOptions } from './rate-bound.ts'
import { type SecurityEventRow, toRow } from './security-event-row.ts'
import type { SecurityEventsRepository } from './security-events.repository.ts'

/** Enough to see who does what; a person does no ten of these a minute. */
const usualBound: RateBoundOptions = { perCaller: 10, perName: 120 }
const mostWaiting = 10_000
const batchSize = 500

export interface RecorderOptions {
  repository: Pick<SecurityEventsRepository, 'insert'>
  clock: Clock
  createId: CreateId
  log: Logger
}

export interface Recorder {
  record: RecordSecurityEvent
  /** Stores what waits. Rejects when the database does not take it; it then waits on. */
  flush(): Promise<void>
  /** Stores what waits and what was only counted. What the database does not take is written to the process log. Never rejects. */
  close(): Promise<void>
}

/** Takes events, writes each to the process log at once, and to the database in batches. */
export function createRecorder({ repository, clock, createId, log }: RecorderOptions): Recorder {
  const bound = createRateBound(usualBound)
  const waiting: SecurityEventRow[] = []
  let writing: Promise<void> | null = null

  function take(event: SecurityEvent, at: Date, occurrences = 1): void {
    const row = toRow(event, { id: createId('sev'), at, occurrences })
    const line = { securityEvent: row }
    if (waiting.length < mostWaiting) {
      waiting.push(row)
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
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      try {
        await repository.insert(batch)
      } catch (error) {
        waiting.unshift(...batch)
        throw error
      }
    }
  }

  async function flush(): Promise<void> {
    const now = clock.now()
    settle(bound.settle(now), now)
    while (waiting.length > 0) {
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
          { err: error, securityEvents: waiting.splice(0) },
          'security events could not be stored; this line has them',
        )
      }
    },
  }
}
