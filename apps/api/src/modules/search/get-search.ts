import { CodedError } from '../../kernel/errors.ts'
import type { SearchState } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import { toSearchState } from './search.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** The search does not exist, or belongs to another person: the two cannot be told apart. */
export function searchNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'explore.search_not_found',
    title: 'Search not found',
    detail: 'Search the topic again; finished searches are deleted after 30 days.',
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
  const stored = await searches.find({ id, userId })
  if (stored === null) throw searchNotFound()
  return toSearchState(stored, await signals.findRuns(stored.jobId))
}
