import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { getTrendsAge, refreshTrends, type TrendsDependencies } from './trends.usecases.ts'

const queue: Queue = { name: 'trends', isExclusive: true, schedule: '* * * * *' }

/** Searches change the library all day; four-week windows need no more than this. */
const atMostEveryMs = 10 * 60_000

/** Recomputes trends once the library has changed and came to rest: the job before saw it as it is now. */
export function createTrendJobs(deps: TrendsDependencies & { clock: Clock }): Job[] {
  // of this process: another may have run the job before, then rest is noticed one job later
  let seen: number | null = null
  return [
    createJob({
      queue,
      async run() {
        const { isOld, revision, computedAt } = await getTrendsAge(deps)
        const isAtRest = seen === revision
        seen = revision
        if (!isOld || !isAtRest) return
        if (computedAt !== null && deps.clock.now().getTime() - computedAt.getTime() < atMostEveryMs) return
        await refreshTrends(deps)
      },
    }),
  ]
}
