import type { Provenance, SourceKey, SourceRun } from '@auspex/sdk/types'
import type { Lease } from '../../adapters/jobs/jobs.port.ts'
import type { CanonicalQuery } from '../reports/index.ts'
import type { SourcePlan } from './search-plan.ts'
import type { Search, SearchOutcome } from './search.ts'
import { cancelledRun, hasEnded, pendingRun } from './source-run-states.ts'

/** One fan-out to the sources, shared by all concurrent searches for the same query. Lives in memory while it runs. */
export interface SearchJob {
  readonly id: string
  readonly query: CanonicalQuery
  readonly provenance: Provenance
  readonly feeds: readonly string[]
  readonly plans: readonly SourcePlan[]
  /** The run of each source, in the order of the plan. */
  readonly runs: Map<SourceKey, SourceRun>
  /** Aborted when no search waits for it any more. */
  readonly abort: AbortController
  /** Requests that wait for it, by their id. */
  readonly searches: Map<string, Search>
  status: 'queued' | 'running'
  /** Whether it was stopped for another process to continue: then its outcome is not stored. */
  isHandedOver: boolean
  /** Lets another process take it over if this one dies; null when it could not be recorded. */
  lease: Promise<Lease | null>
  /** Resolves when it ended and its outcome is stored; never rejects. */
  done: Promise<SearchOutcome>
}

/** What a fan-out queries, and in which world. */
export interface SearchTarget {
  query: CanonicalQuery
  provenance: Provenance
  feeds: readonly string[]
}

export interface SearchJobInput extends SearchTarget {
  id: string
  plans: readonly SourcePlan[]
}

export function createSearchJob(input: SearchJobInput): Omit<SearchJob, 'done' | 'lease'> {
  return {
    ...input,
    runs: new Map(input.plans.map((plan) => [plan.key, pendingRun(plan)])),
    abort: new AbortController(),
    searches: new Map(),
    status: 'queued',
    isHandedOver: false,
  }
}

/** Equal keys mean the same work, so the second joins the first. */
export function jobKey({ query, provenance, feeds }: SearchTarget): string {
  return JSON.stringify([query.signalId, provenance, feeds.toSorted()])
}

/** Stops the fan-out and marks every source that had not answered as cancelled. */
export function cancelJob({ runs, abort }: SearchJob, at: Date): void {
  for (const [key, run] of runs) if (!hasEnded(run)) runs.set(key, cancelledRun(run, at))
  abort.abort()
}

/** Stops the fan-out and leaves its searches as they are: a process that takes it over queries the sources again. */
export function handOverJob(job: SearchJob): void {
  job.isHandedOver = true
  job.abort.abort()
}
