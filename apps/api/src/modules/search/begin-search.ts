import type { SearchState } from '@auspex/sdk/types'
import type { Lease } from '../../adapters/jobs/jobs.port.ts'
import { runSearchJob } from './run-search-job.ts'
import { createSearchJob, type SearchJob, type SearchTarget, jobKey } from './search-job.ts'
import { queriesExternalSource, planSearch } from './search-plan.ts'
import { newSearch, type Search, toSearchState, maxWaitMs } from './search.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** A search requested by a person. */
export interface SearchRequest extends SearchTarget {
  userId: string
}

/** Starts a fan-out, or joins one for the same query. With `follow`, resumes the person's own running request instead of creating another. */
export async function beginSearch(
  request: SearchRequest,
  { follow }: { follow: boolean },
  deps: SearchDependencies,
): Promise<SearchState> {
  const elsewhere = await joinElsewhere(request, { follow }, deps)
  if (elsewhere !== null) return elsewhere
  const { job, search } = join(request, { follow }, deps)
  await deps.searches.save(search)
  const outcome = deps.running.canBeJoined(job) ? null : await job.done // it may have ended while its row was written
  return toSearchState({ ...search, status: job.status, outcome }, [...job.runs.values()])
}

/** Awaits nothing, so two requests cannot both start the same job. */
function join(
  request: SearchRequest,
  { follow }: { follow: boolean },
  deps: SearchDependencies,
): { job: SearchJob; search: Search } {
  const { running, createId, clock } = deps
  const job = running.findJob(request) ?? createJob(request, deps)
  // a client that timed out and retries follows its first request, so that one cancel is enough
  const ownSearch = follow && [...job.searches.values()].find(({ userId }) => userId === request.userId)
  const search = ownSearch || newSearch({ ...request, jobId: job.id }, { createId, clock })
  running.addSearch(job, search)
  return { job, search }
}

function createJob({ query, feeds, provenance, userId }: SearchRequest, deps: SearchDependencies): SearchJob {
  const { connectors, createId } = deps
  const plans = planSearch({ sources: query.echo.sources, provenance, connectors, feeds })
  const created = createSearchJob({ id: createId('job'), query, provenance, feeds, plans })
  // counting the library takes hardly longer than recording it, and on one connection the two would wait for each other
  const lease = plans.some(queriesExternalSource) ? takeLease(created, deps) : Promise.resolve(null)
  return runSearchJob({ ...created, lease: lease }, userId, deps)
}

function takeLease({ id }: { id: string }, { leaseJob, log }: SearchDependencies): Promise<Lease | null> {
  return leaseJob({ jobId: id }).catch((error: unknown) => {
    log.warn({ err: error }, 'a search runs without a lease, so no other process can resume it')
    return null
  })
}

/**
 * Joins another process's fan-out for the same query, so that its sources are queried once and a person who retries follows their own request,
 * whichever process answers. Null when there is none, and on a database of one process. Two processes that receive it within the same milliseconds
 * each start a fan-out: what both find is stored once.
 */
async function joinElsewhere(
  request: SearchRequest,
  { follow }: { follow: boolean },
  { running, searches, waiting, signals, clock, createId, isShared }: SearchDependencies,
): Promise<SearchState | null> {
  if (!isShared || running.findJob(request) !== undefined) return null
  const { query, provenance, userId } = request
  const since = new Date(clock.now().getTime() - maxWaitMs)
  const others = (await waiting.listRunning({ signalId: query.signalId, provenance }, since)).filter(
    ({ feeds }) => jobKey({ query, provenance, feeds }) === jobKey(request),
  )
  const ownSearch = follow ? others.find((search) => search.userId === userId) : undefined
  const joinedSearch = ownSearch ?? others[0]
  if (joinedSearch === undefined) return null
  const search = ownSearch ?? newSearch({ ...request, jobId: joinedSearch.jobId }, { createId, clock })
  if (ownSearch === undefined) await searches.save(search)
  // it may have ended while the row was written, and would then never be updated
  const now = await searches.find({ id: joinedSearch.id, userId: joinedSearch.userId })
  const current = { ...search, outcome: now?.outcome ?? null }
  if (current.outcome !== null) await searches.save(current)
  return toSearchState(current, await signals.findRuns(joinedSearch.jobId))
}
