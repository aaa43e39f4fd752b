import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import type { BrokenRuns } from './broken-runs.ts'
import type { LiveRuns } from './live-runs.ts'
import type { RunsRepository } from './runs.repository.ts'
import type { StoredRun } from './zeus.types.ts'

/** How often processes poll for each other's requests: a stop must take effect within 250 ms. */
const everyMs = 100

/** How long a stop waits for the writing process. */
const stopWithinMs = 5_000

/**
 * Coordinates runs between processes that share a database: that one still writes, that another wants it stopped, that another reads it. With the
 * embedded engine there is only one process, and nothing is polled.
 */
export function watchRuns({
  database,
  runs,
  live,
  clock,
  log,
}: {
  database: Database
  runs: RunsRepository
  live: LiveRuns
  clock: Clock
  log: Logger
}) {
  const isShared = database.engine === 'native'
  let timer: NodeJS.Timeout | null = null
  let isLooking = false

  async function poll(): Promise<void> {
    const ids = live.list().map(({ id }) => id)
    if (ids.length === 0) return end()
    if (isLooking) return
    isLooking = true
    try {
      for (const id of await runs.keepAlive(ids, clock.now())) live.find(id)?.stop('stopped')
    } catch (error) {
      log.warn({ err: error }, 'what other processes want of runs could not be read')
    } finally {
      isLooking = false
    }
  }

  function end(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    end,
    /** Polls while this process has runs. */
    begin(): void {
      if (isShared) timer ??= runAs(serverWork, () => setInterval(() => void poll(), everyMs).unref())
    },
    /** Whether a reader in another process was seen recently. A database outage does not end a run. */
    async isReadElsewhere(id: string, withinMs: number): Promise<boolean> {
      if (!isShared) return false
      try {
        return await runs.isReadSince(id, new Date(clock.now().getTime() - withinMs))
      } catch {
        return true
      }
    },
    /** Asks the writing process to stop, and waits until it has. */
    async stopElsewhere(run: StoredRun, broken: BrokenRuns): Promise<void> {
      if (await broken.settleRun(run)) return
      await runs.requestStop(run.id)
      const until = performance.now() + stopWithinMs
      while (performance.now() < until) {
        await delay(everyMs / 2)
        if ((await runs.find(run.id, run.userId))?.state !== 'running') return
      }
    },
  }
}
