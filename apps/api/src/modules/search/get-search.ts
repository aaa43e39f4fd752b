import { refusal } from '@auspex/contract/refusals'
import { setTimeout as pause } from 'node:timers/promises'
import type { SearchState } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import { CodedError } from '../../kernel/errors.ts'
import type { SearchDependencies } from './search-dependencies.ts'
import { cancelJob, handOverJob } from './search-job.ts'
import { queriesExternalSource, withinBudget } from './search-plan.ts'
import { cancelledAt, toSearchState } from './search.ts'

/** The search does not exist, or belongs to another person: the two cannot be told apart. */
export function searchNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('explore.search_not_found'),
  })
}

/** The progress of a search in any process. Throws `explore.search_not_found` for a search of another person. */
export async function getSearch(
  id: string,
  { userId }: Actor,
  { running, searches, signals }: SearchDependencies,
): Promise<SearchState> {
  const local = running.findSearch(id)
  if (local !== null) {
    const { job, search } = local
    if (search.userId !== userId) throw searchNotFound()
    return toSearchState({ ...search, status: job.status }, [...job.runs.values()])
  }
  const search = await searches.find({ id, userId })
  if (search === null) throw searchNotFound()
  return toSearchState(search, await signals.findRuns(search.jobId))
}

/** How often the row of a search that another process runs is read while somebody waits for its end. */
const lookMs = 100

/** The same, but once the search has ended or `waitMs` have passed; at once when the caller disconnects. */
export async function awaitSearch(
  id: string,
  actor: Actor,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
  deps: SearchDependencies,
): Promise<SearchState> {
  const deadline = performance.now() + waitMs
  const local = waitMs > 0 ? deps.running.findSearch(id) : null
  if (local?.search.userId === actor.userId) await withinBudget(() => local.job.done, { budgetMs: waitMs, signal })
  for (;;) {
    const search = await getSearch(id, actor, deps)
    const leftMs = deadline - performance.now()
    if (search.finishedAt !== null || leftMs <= 0 || signal.aborted) return search
    await pause(Math.min(lookMs, leftMs), undefined, { signal }).catch(() => {})
  }
}

/**
 * Cancels one person's search; the fan-out stops when no other search waits for it. Throws `explore.search_not_found` for a search of another person.
 */
export async function cancelSearch(id: string, actor: Actor, deps: SearchDependencies): Promise<SearchState> {
  const { running, searches, waiting, clock } = deps
  const local = running.findSearch(id)
  if (local === null) return cancelElsewhere(id, actor, deps)
  const { job, search } = local
  if (search.userId !== actor.userId) throw searchNotFound()
  if (!running.canBeJoined(job)) {
    await job.done // it is ending by itself at this moment
    return getSearch(id, actor, deps)
  }
  const at = clock.now()
  running.removeSearch(job, search)
  const cancelled = { ...search, outcome: cancelledAt(at) }
  await searches.save(cancelled)
  const isAwaitedElsewhere = deps.isShared && (await waiting.listOf(job.id)).length > 0
  if (job.searches.size === 0 && !isAwaitedElsewhere && running.canBeJoined(job)) {
    running.closeJob(job)
    cancelJob(job, at)
    await job.done
  }
  return toSearchState(cancelled, [...job.runs.values()])
}

/** Cancels a search that another process runs: for its person at once; the fan-out within a second, when no other search waits for it. */
async function cancelElsewhere(id: string, actor: Actor, deps: SearchDependencies): Promise<SearchState> {
  const { searches, clock } = deps
  const search = await searches.find({ id, userId: actor.userId })
  if (search?.outcome === null) await searches.save({ ...search, outcome: cancelledAt(clock.now()) })
  return getSearch(id, actor, deps)
}

/**
 * Stops every fan-out of this process. Other processes on the same database continue the searches under the same ids; without any, the searches
 * become cancelled. Resolves when that is stored.
 */
export async function stopSearches({ running, isShared, clock }: SearchDependencies): Promise<void> {
  const jobs = running.listJobs()
  for (const job of jobs) {
    if (!isShared) cancelJob(job, clock.now())
    // one without outside sources is not held and ends in a moment
    else if (job.plans.some(queriesExternalSource)) handOverJob(job)
  }
  await Promise.all(jobs.map((job) => job.done))
  await running.whenReleased()
}
