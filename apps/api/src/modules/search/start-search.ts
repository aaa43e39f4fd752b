import type { Provenance, SearchState, SignalQuery } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import type { CanonicalQuery, Signals } from '../reports/index.ts'
import { type BeginDependencies, beginSearch, type SearchRequest } from './begin-search.ts'
import type { SearchRepository } from './search.repository.ts'
import { neededDocuments, newSearch, type SearchOutcome, toSearchState } from './search.ts'

export interface StartDependencies extends BeginDependencies {
  signals: Signals
  repository: SearchRepository
  provenance: () => Promise<Provenance>
  /** Milliseconds for which the sources' answers count as fresh. */
  freshMs: number
}

/** Returns at once: the stored report if it is fresh, otherwise a running search. */
export async function startSearch(
  input: SignalQuery,
  query: CanonicalQuery,
  actor: Pick<Actor, 'userId'>,
  deps: StartDependencies,
): Promise<SearchState> {
  const provenance = await deps.provenance()
  await deps.signals.save(query)
  const request: SearchRequest = { query, feeds: input.feeds ?? [], provenance, userId: actor.userId }
  if (input.check_cache !== false && input.force !== true) {
    const fresh = await answerFromCache(request, deps)
    if (fresh !== null) return fresh
  }
  return beginSearch(request, { follow: true }, deps)
}

/** The stored report as a finished search; null when the sources answered too long ago, or got a different query. */
async function answerFromCache(request: SearchRequest, deps: StartDependencies): Promise<SearchState | null> {
  const { signals, repository, clock, freshMs } = deps
  const { query, feeds, provenance } = request
  const last = await repository.findLastFanOut(query.signalId)
  if (last === null || last.provenance !== provenance || feeds.some((feed) => !last.feeds.includes(feed))) return null
  const now = clock.now()
  if (now.getTime() - last.finishedAt.getTime() >= freshMs) return null
  const { documents, isCounted } = await signals.measureIfOld(query)
  if (isCounted && documents < neededDocuments) return null
  const outcome: SearchOutcome = {
    status: 'complete',
    message: null,
    matched: isCounted ? documents : null,
    suggestions: [],
    finishedAt: now,
  }
  const search = { ...newSearch({ ...request, jobId: last.jobId }, deps), cached: true, outcome }
  await repository.save(search)
  return toSearchState(search, await signals.findRuns(last.jobId))
}
