import type { SearchState } from '@auspex/sdk/types'
import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Hold } from '../../adapters/jobs/jobs.port.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Signals } from '../signals/index.ts'
import { joinElsewhere } from './join-elsewhere.ts'
import { type RunJobDependencies, runSearchJob } from './run-search-job.ts'
import { createSearchJob, type SearchJob, type SearchQuestion } from './search-job.ts'
import { asksOutside, planSearch } from './search-plan.ts'
import { newSearch, type Search, toSearchState } from './search.ts'
import type { SearchRepository } from './search.repository.ts'

/** A search that somebody wants. */
export interface SearchRequest extends SearchQuestion {
  userId: string
}

export interface BeginDependencies extends RunJobDependencies {
  signals: RunJobDependencies['signals'] & Pick<Signals, 'findRuns'>
  repository: RunJobDependencies['repository'] & Pick<SearchRepository, 'listRunning' | 'find'>
  /** The connectors that are switched on. */
  connectors: readonly (DocumentSource | SeriesSource)[]
  createId: CreateId
  /**
   * Records a fan-out that begins, so that another process takes it over when this one dies. A search that asks nobody is not
   * recorded; if its process dies, `endForgottenSearches` ends it.
   */
  hold: (payload: { jobId: string }) => Promise<Hold>
}

/**
 * Starts a fan-out, or joins the one that asks the same. With `follow`, the same person's running request is taken up again
 * instead of making another.
 */
export async function beginSearch(
  request: SearchRequest,
  { follow }: { follow: boolean },
  deps: BeginDependencies,
): Promise<SearchState> {
  const elsewhere = await joinElsewhere(request, { follow }, deps)
  if (elsewhere !== null) return elsewhere
  const { job, search } = join(request, { follow }, deps)
  await deps.repository.save(search)
  const outcome = deps.running.canBeJoined(job) ? null : await job.done // it may have ended while its row was written
  return toSearchState({ ...search, status: job.status, outcome }, [...job.runs.values()])
}

/** Nothing is awaited here, so two requests cannot both begin the same job. */
function join(
  request: SearchRequest,
  { follow }: { follow: boolean },
  deps: BeginDependencies,
): { job: SearchJob; search: Search } {
  const { running, createId, clock } = deps
  const job = running.findJob(request) ?? createJob(request, deps)
  // a client that timed out and asks again follows its first request, so that one cancel is enough
  const own = follow && [...job.searches.values()].find(({ userId }) => userId === request.userId)
  const search = own || newSearch({ ...request, jobId: job.id }, { createId, clock })
  running.addSearch(job, search)
  return { job, search }
}

function createJob({ query, feeds, provenance, userId }: SearchRequest, deps: BeginDependencies): SearchJob {
  const { connectors, createId } = deps
  const plans = planSearch({ sources: query.echo.sources, provenance, connectors, feeds })
  const created = createSearchJob({ id: createId('job'), query, provenance, feeds, plans })
  // counting the library takes hardly longer than recording it, and on one connection the two would wait for each other
  const hold = plans.some(asksOutside) ? holdJob(created, deps) : Promise.resolve(null)
  return runSearchJob({ ...created, hold }, userId, deps)
}

function holdJob({ id }: Pick<SearchJob, 'id'>, { hold, log }: BeginDependencies): Promise<Hold | null> {
  return hold({ jobId: id }).catch((error: unknown) => {
    log.warn({ err: error }, 'a search goes on that no other process could take over')
    return null
  })
}
