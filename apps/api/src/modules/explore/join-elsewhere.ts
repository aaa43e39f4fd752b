import type { SearchState } from '@auspex/sdk/types'
import type { BeginDependencies, SearchRequest } from './begin-search.ts'
import { awaitedMs, newSearch, toSearchState } from './search.ts'
import { jobKey } from './search-job.ts'

/**
 * Joins the fan-out of another process that asks the same, so that its sources are asked once and a person who asks again follows their own
 * request, whichever process answers. Null when there is none, and on a database of one process. Two processes that are asked
 * within the same milliseconds each begin a fan-out: what both find is stored once.
 */
export async function joinElsewhere(
  request: SearchRequest,
  { follow }: { follow: boolean },
  { running, repository, signals, clock, createId, isShared }: BeginDependencies,
): Promise<SearchState | null> {
  if (!isShared || running.findJob(request) !== undefined) return null
  const { query, provenance, userId } = request
  const since = new Date(clock.now().getTime() - awaitedMs)
  const others = (await repository.listRunning({ signalId: query.signalId, provenance }, since)).filter(
    ({ feeds }) => jobKey({ query, provenance, feeds }) === jobKey(request),
  )
  const own = follow ? others.find((search) => search.userId === userId) : undefined
  const joined = own ?? others[0]
  if (joined === undefined) return null
  const search = own ?? newSearch({ ...request, jobId: joined.jobId }, { createId, clock })
  if (own === undefined) await repository.save(search)
  // it may have ended while the row was written, and would never be told
  const now = await repository.find({ id: joined.id, userId: joined.userId })
  const ended = { ...search, outcome: now?.outcome ?? null }
  if (ended.outcome !== null) await repository.save(ended)
  return toSearchState(ended, await signals.findRuns(joined.jobId))
}
