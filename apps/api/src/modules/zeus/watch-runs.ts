import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import { endIfBroken } from './broken-runs.ts'
import type { LiveRuns } from './live-runs.ts'
import type { RunDependencies, RunWatch } from './zeus.ports.ts'
import { createRunsRepository } from './runs.repository.ts'
import type { StoredRun } from './zeus.types.ts'

/** How often processes poll for each other's requests: a stop must take effect within 250 ms. */
const everyMs = 100

/** How long a stop waits for the writing process. */
const stopWithinMs = 5_000

/**
 * Tells other processes that share the database that this one still writes its runs, and stops those that they requested to stop. With the embedded engine
 * there is only one process, and nothing is polled.
 */
export function createRunWatch({
  database,
  live,
  clock,
  log,
}: {
  database: Database
  live: LiveRuns
  clock: Clock
  log: Logger
}): RunWatch {
  const runs = createRunsRepository(database.kysely)
  let timer: NodeJS.Timeout | null = null
  let isPolling = false

  async function poll(): Promise<void> {
    const ids = live.list().map(({ id }) => id)
    if (ids.length === 0) return end()
    if (isPolling) return
    isPolling = true
    try {
      for (const id of await runs.keepAlive(ids, clock.now())) live.find(id)?.stop('stopped')
    } catch (error) {
      log.warn({ err: error }, 'stop requests of other processes could not be read')
    } finally {
      isPolling = false
    }
  }

  function end(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    end,
    begin(): void {
      if (isShared(database)) timer ??= runAs(serverWork, () => setInterval(() => void poll(), everyMs).unref())
    },
  }
}

/** Whether a reader in another process was seen recently. A database outage does not end a run. */
export async function isReadElsewhere(id: string, { database, clock, limits }: RunDependencies): Promise<boolean> {
  if (!isShared(database)) return false
  try {
    const since = new Date(clock.now().getTime() - limits.abandonedRunMs)
    return await createRunsRepository(database.kysely).isReadSince(id, since)
  } catch {
    return true
  }
}

/** Requests a stop from the process that writes the run, and waits for the end of the run. */
export async function stopElsewhere(run: StoredRun, deps: RunDependencies): Promise<void> {
  if (await endIfBroken(run, deps)) return
  const runs = createRunsRepository(deps.database.kysely)
  await runs.requestStop(run.id)
  const until = performance.now() + stopWithinMs
  while (performance.now() < until) {
    await delay(everyMs / 2)
    if ((await runs.find(run.id, run.userId))?.state !== 'running') return
  }
}

function isShared({ engine }: Database): boolean {
  return engine === 'native'
}
