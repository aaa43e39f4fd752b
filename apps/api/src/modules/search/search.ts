import { minReportDocuments } from '@auspex/analytics'
import type { Provenance, QueryEcho, SearchState, SourceRun } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { CanonicalQuery } from '../reports/index.ts'
import { cancelledRun, hasEnded } from './source-run-states.ts'

/** Milliseconds after which the person who began a search is assumed to have abandoned it. */
export const maxWaitMs = 600_000

/** The outcome of a search. */
export interface SearchOutcome {
  status: 'complete' | 'failed' | 'cancelled'
  message: string | null
  matched: number | null
  suggestions: string[]
  finishedAt: Date
}

/** One person's request for a search; several share a job when they send the same query at the same time. */
export interface Search {
  id: string
  jobId: string
  signalId: string
  userId: string
  echo: QueryEcho
  provenance: Provenance
  feeds: readonly string[]
  cached: boolean
  status: SearchState['status']
  startedAt: Date
  /** Null until it has ended. */
  outcome: SearchOutcome | null
}

interface NewSearch {
  jobId: string
  userId: string
  provenance: Provenance
  feeds: readonly string[]
  query: CanonicalQuery
}

/** Creates a person's request that begins now. */
export function newSearch(
  { query, jobId, userId, provenance, feeds }: NewSearch,
  { createId, clock }: { createId: CreateId; clock: Clock },
): Search {
  return {
    jobId,
    userId,
    provenance,
    feeds,
    id: createId('req'),
    signalId: query.signalId,
    echo: query.echo,
    cached: false,
    status: 'queued',
    startedAt: clock.now(),
    outcome: null,
  }
}

export function cancelledAt(finishedAt: Date): SearchOutcome {
  return { status: 'cancelled', message: null, matched: null, suggestions: [], finishedAt }
}

/** The search as in the contract. */
export function toSearchState(search: Search, runs: readonly SourceRun[]): SearchState {
  const { outcome } = search
  return {
    request_id: search.id,
    signal_id: search.signalId,
    status: outcome?.status ?? statusOf(search, runs),
    message: outcome?.message ?? null,
    cached: search.cached,
    query: search.echo,
    sources: outcome?.status === 'cancelled' ? cancelledRuns(runs, outcome.finishedAt) : [...runs],
    matched: outcome?.matched ?? null,
    needed: minReportDocuments,
    suggestions: outcome?.suggestions ?? [],
    startedAt: search.startedAt.toISOString(),
    finishedAt: outcome?.finishedAt.toISOString() ?? null,
  }
}

/** Other searches may still wait for the sources, and another process may still be querying them: this person gets nothing more. */
function cancelledRuns(runs: readonly SourceRun[], at: Date): SourceRun[] {
  return runs.map((run) => (hasEnded(run) ? run : cancelledRun(run, at)))
}

/** A row only records that its search was requested; the runs of its sources show whether its job is running. */
function statusOf({ status }: Search, runs: readonly SourceRun[]): Search['status'] {
  return status === 'queued' && runs.some((run) => run.status !== 'pending') ? 'running' : status
}
