import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Recorder } from './recorder.ts'
import { sweepSecurityEvents } from './retention.ts'
import type { SecurityEventsRepository } from './security-events.repository.ts'

const flushMs = 1_000
const sweepMs = 3_600_000

export interface SecurityWatchOptions {
  repository: SecurityEventsRepository
  recorder: Pick<Recorder, 'flush'>
  clock: Clock
  log: Logger
}

/** Stores what waits once a second and sweeps once an hour, in the background. */
export function createSecurityWatch({ repository, recorder, clock, log }: SecurityWatchOptions) {
  const timers: NodeJS.Timeout[] = []
  let isStopping = false
  let isFailing = false
  let sweeping: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    try {
      await recorder.flush()
      isFailing = false
    } catch (error) {
      // once, not once a second: what waits is stored when the database answers again
      if (!isFailing) log.error({ err: error }, 'security events wait: the database does not take them')
      isFailing = true
    }
  }

  async function sweep(): Promise<void> {
    try {
      await sweepSecurityEvents({ repository, now: clock.now(), isStopping: () => isStopping })
    } catch (error) {
      log.error({ err: error }, 'the security log was not swept')
    }
  }

  return {
    start(): void {
      sweeping = sweep()
      timers.push(
        setInterval(() => void flush(), flushMs).unref(),
        setInterval(() => {
          sweeping = sweeping.then(sweep)
        }, sweepMs).unref(),
      )
    },

    async stop(): Promise<void> {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      await sweeping
    },
  }
}
