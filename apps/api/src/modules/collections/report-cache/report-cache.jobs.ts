import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { ReportCacheRepository } from './report-cache.repository.ts'

export const cacheQueue: Queue<{ x: string; id: string; userId: string }> = {
  name: 'cache-updates',
  maxRunSeconds: 86_400,
}

/** Which signals an update covers, and how to search one again. */
export interface CacheJobDependencies {
  repository: ReportCacheRepository
  /** Signals without a fresh report, most urgent first. */
  listStale(x: string): Promise<string[]>
  /** Queries the sources for a signal and measures it again. */
  update(signalId: string, by: { userId: string; signal: AbortSignal }): Promise<void>
  clock: Clock
  log: Logger
}

/** Searches stale signals again, one after the other, so that it never takes capacity from people who search. */
export function createCacheJobs({ repository, listStale, update, clock, log }: CacheJobDependencies): Job[] {
  return [
    createJob({
      queue: cacheQueue,
      async run({ x, id, userId }, { signal }) {
        const stale = await listStale(x)
        if (!(await repository.setLeft({ x, id, left: stale.length }))) return
        for (const signalId of stale) {
          signal.throwIfAborted()
          const isUpdated = await update(signalId, { userId, signal }).then(
            () => true,
            (error: unknown) => {
              signal.throwIfAborted()
              log.warn({ err: error, signalId }, 'a stored report could not be updated')
              return false
            },
          )
          await repository.count({ x, id, isUpdated })
        }
        await repository.end({ x, id, now: clock.now() })
      },
      giveUp: ({ x, id }) => repository.giveUp({ x, id, now: clock.now() }),
    }),
  ]
}
