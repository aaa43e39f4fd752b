import type { SearchState } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import { searchNotFound } from './explore.errors.ts'
import { toSearchState } from './search.ts'
import type { SearchDependencies } from './search-dependencies.ts'

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
  const stored = await searches.find({ id, userId })
  if (stored === null) throw searchNotFound()
  return toSearchState(stored, await signals.findRuns(stored.jobId))
}
