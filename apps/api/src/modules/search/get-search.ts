import type { SearchState } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import type { Signals } from '../reports/index.ts'
import { searchNotFound } from './explore.errors.ts'
import type { RunningSearches } from './running-searches.ts'
import type { SearchRepository } from './search.repository.ts'
import { toSearchState } from './search.ts'

export interface GetDependencies {
  running: RunningSearches
  repository: SearchRepository
  signals: Signals
}

/** The progress of a search in any process. Throws `explore.search_not_found` for a search of another person. */
export async function getSearch(
  id: string,
  { userId }: Actor,
  { running, repository, signals }: GetDependencies,
): Promise<SearchState> {
  const here = running.findSearch(id)
  if (here !== null) {
    const { job, search } = here
    if (search.userId !== userId) throw searchNotFound()
    return toSearchState({ ...search, status: job.status }, [...job.runs.values()])
  }
  const stored = await repository.find({ id, userId })
  if (stored === null) throw searchNotFound()
  return toSearchState(stored, await signals.findRuns(stored.jobId))
}
