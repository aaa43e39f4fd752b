import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { SearchRepository } from './search.repository.ts'
import { abandonSearches, endForgottenSearches, resumeSearches, type TakeOverDependencies } from './take-over.ts'

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
export function createExploreJobs(
  deps: TakeOverDependencies & { repository: Pick<SearchRepository, 'forgetBefore'> },
): Job[] {
  return [
    createJob({
      queue: searchesQueue,
      run: ({ jobId }, { signal }) => resumeSearches(jobId, signal, deps),
      giveUp: ({ jobId }) => abandonSearches(jobId, deps),
    }),
    createJob({
      queue: endQueue,
      async run() {
        await endForgottenSearches(deps)
        await deps.repository.forgetBefore(new Date(deps.clock.now().getTime() - keptDays * 86_400_000))
      },
    }),
  ]
}
