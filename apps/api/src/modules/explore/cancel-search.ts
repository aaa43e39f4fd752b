import type { SearchState } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/clock.ts'
import { searchNotFound } from './explore.errors.ts'
import { type GetDependencies, getSearch } from './get-search.ts'
import type { RunningSearches } from './running-searches.ts'
import { cancelJob } from './search-job.ts'
import type { SearchRepository } from './search.repository.ts'
import { cancelledAt, toSearchState } from './search.ts'

export interface CancelDependencies extends GetDependencies {
  repository: Pick<SearchRepository, 'find' | 'save'>
  clock: Clock
}

/**
 * Ends one person's interest; the fan-out stops when nobody else waits for it. Throws `explore.search_not_found` for a
 * search of somebody else.
 */
export async function cancelSearch(id: string, actor: Actor, deps: CancelDependencies): Promise<SearchState> {
  const { running, repository, clock } = deps
  const here = running.findSearch(id)
  if (here === null) return cancelElsewhere(id, actor, deps)
  const { job, search } = here
  if (search.userId !== actor.userId) throw searchNotFound()
  if (!running.canBeJoined(job)) {
    await job.done // it ends this very moment, on its own
    return getSearch(id, actor, deps)
  }
  const at = clock.now()
  running.removeSearch(job, search)
  if (job.searches.size === 0) {
    running.closeJob(job)
    cancelJob(job, at)
    await job.done
  }
  const cancelled = { ...search, outcome: cancelledAt(at) }
  await repository.save(cancelled)
  return toSearchState(cancelled, [...job.runs.values()])
}

/** A search of another process: it ends for its person at once; the fan-out itself ends with its sources' budgets. */
async function cancelElsewhere(id: string, actor: Actor, deps: CancelDependencies): Promise<SearchState> {
  const { repository, clock } = deps
  const stored = await repository.find({ id, userId: actor.userId })
  if (stored?.outcome === null) await repository.save({ ...stored, outcome: cancelledAt(clock.now()) })
  return getSearch(id, actor, deps)
}

/** Stops every fan-out of this process; their searches read as cancelled. Resolves when that is stored. */
export async function stopSearches({ running, clock }: { running: RunningSearches; clock: Clock }): Promise<void> {
  const jobs = running.listJobs()
  for (const job of jobs) cancelJob(job, clock.now())
  await Promise.all(jobs.map((job) => job.done))
  await running.whenReleased()
}
