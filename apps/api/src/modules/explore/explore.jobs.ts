import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SearchRepository } from './search.repository.ts'
import type { Searches } from './searches.ts'

/** Searches that run, held by their processes; a job is only taken from here when its process died. */
export const searchesQueue: Queue<{ jobId: string }> = {
  name: 'searches',
  concurrency: 2,
  retry: { limit: 1, delaySeconds: 5, longestSeconds: 60 },
}
const endQueue: Queue = { name: 'searches-forgotten', isExclusive: true, schedule: '*/10 * * * *', pollSeconds: 60 }

/** Days after which a finished search is forgotten. */
const keptDays = 30

/** What becomes of searches when nobody asks for them. */
export function createExploreJobs({
  searches,
  repository,
  clock,
}: {
  searches: Pick<Searches, 'resume' | 'abandon' | 'endForgotten'>
  repository: Pick<SearchRepository, 'forgetBefore'>
  clock: Clock
}): Job[] {
  return [
    createJob({
      queue: searchesQueue,
      run: ({ jobId }, { signal }) => searches.resume(jobId, signal),
      giveUp: ({ jobId }) => searches.abandon(jobId),
    }),
    createJob({
      queue: endQueue,
      async run() {
        await searches.endForgotten()
        await repository.forgetBefore(new Date(clock.now().getTime() - keptDays * 86_400_000))
      },
    }),
  ]
}
