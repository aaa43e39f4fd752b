import { setTimeout as pause } from 'node:timers/promises'
import { minReportDocuments } from '@auspex/analytics'
import type { SearchState, SignalQuery } from '@auspex/sdk/types'
import type { CanonicalQuery } from '../reports/index.ts'
import { beginSearch, type SearchRequest } from './begin-search.ts'
import { newSearch, type SearchOutcome, toSearchState } from './search.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** Returns at once: the stored report if it is fresh, otherwise a running search. */
export async function startSearch(
  input: SignalQuery,
  query: CanonicalQuery,
  actor: { userId: string },
  deps: SearchDependencies,
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
async function answerFromCache(request: SearchRequest, deps: SearchDependencies): Promise<SearchState | null> {
  const { signals, searches, clock, freshMs } = deps
  const { query, feeds, provenance } = request
  const last = await searches.findLastFanOut(query.signalId)
  if (last === null || last.provenance !== provenance || feeds.some((feed) => !last.feeds.includes(feed))) return null
  const now = clock.now()
  if (now.getTime() - last.finishedAt.getTime() >= freshMs) return null
  const { documents, isCounted } = await signals.measureIfOld(query)
  if (isCounted && documents < minReportDocuments) return null
  const outcome: SearchOutcome = {
    status: 'complete',
    message: null,
    matched: isCounted ? documents : null,
    suggestions: [],
    finishedAt: now,
  }
  const search = { ...newSearch({ ...request, jobId: last.jobId }, deps), cached: true, outcome }
  await searches.save(search)
  return toSearchState(search, await signals.findRuns(last.jobId))
}

/** Queries the sources about a stored signal again, unless they answered in the last minutes. Throws `signals.not_found`. */
export async function searchAgain(
  signalId: string,
  actor: { userId: string },
  deps: SearchDependencies,
): Promise<SearchState> {
  return startSearch({}, await deps.signals.find(signalId), actor, deps)
}

/** How often to poll whether an awaited search has ended. */
const lookMs = 250

/** The same, but resolves when the sources have answered or failed. */
export async function searchAndWait(
  { signalId, signal }: { signalId: string; signal: AbortSignal },
  { userId }: { userId: string },
  deps: SearchDependencies,
): Promise<void> {
  const { request_id: id, finishedAt } = await searchAgain(signalId, { userId }, deps)
  let isOver = finishedAt !== null
  while (!isOver) {
    await pause(lookMs, undefined, { signal })
    isOver = (await deps.searches.find({ id, userId }))?.outcome != null
  }
}
