import type { SourceKey, SourceRun } from '@auspex/sdk/types'
import type { DocumentSource, SeriesSource, SourceQuery, SourceRun as FetchedRun, SearchResult } from '@auspex/sources'
import { hasFields, queryPhrases } from '@auspex/analytics'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule, DocumentFilter } from '../library/index.ts'
import type { CanonicalQuery } from '../reports/index.ts'
import type { SearchJob } from './search-job.ts'
import { type BudgetOutcome, queriesExternalSource, type SourcePlan, withinBudget } from './search-plan.ts'
import { answeredRun, countedRun, endedRun, hasEnded, describeOutage, startedRun } from './source-run-states.ts'
import type { SearchDependencies } from './search-dependencies.ts'

/** Stored documents that one search checks again at their source. */
const maxRechecked = 100

/** Milliseconds for the check; unknown documents then count as existing. */
const patienceMs = 5_000

/** Documents that one source may add to one search. */
const documentLimit = 500
/** Fraction of its time in which a source may start requests; the rest is for pending responses. */
const shareForRequests = 0.7

type Job = Omit<SearchJob, 'done'>

/**
 * Queries one source and updates its run on the job. Never rejects because of the source: one that fails, hangs or breaks is a run with a status and
 * a reason.
 */
export async function querySource(job: Job, plan: SourcePlan, deps: SearchDependencies): Promise<void> {
  const { clock, log } = deps
  const pendingRun = job.runs.get(plan.key)
  if (pendingRun === undefined || hasEnded(pendingRun)) return
  const currentRun = startedRun(pendingRun, clock.now())
  const report = (run: SourceRun) => {
    // a cancelled run stays cancelled, even if its source still answers
    if (!hasEnded(job.runs.get(plan.key) ?? pendingRun)) job.runs.set(plan.key, run)
  }
  report(currentRun)
  try {
    const finalRun = await runSource(job, plan, { deps, currentRun, report })
    report(finalRun)
  } catch (error) {
    log.error({ err: error, source: plan.key }, 'a source broke')
    report(
      endedRun(currentRun, {
        status: 'upstream_down',
        reason: `${plan.label} failed unexpectedly.`,
        at: clock.now(),
      }),
    )
  }
}

interface Attempt {
  deps: SearchDependencies
  currentRun: SourceRun
  report: (run: SourceRun) => void
}

async function runSource(job: Job, plan: SourcePlan, attempt: Attempt): Promise<SourceRun> {
  const { deps, currentRun } = attempt
  const now = () => deps.clock.now()
  const outSince = queriesExternalSource(plan) ? deps.outages.since(plan.key) : null
  if (outSince !== null) return skipSource(job, plan, { ...attempt, outSince })
  if (plan.kind === 'fetch') return fetchDocuments(job, plan.source, attempt)
  if (plan.kind === 'series') return fetchSeries(job, plan.source, attempt)
  if (plan.kind === 'refuse') return endedRun(currentRun, { status: 'blocked', reason: plan.reason, at: now() })
  if (plan.key === 'demo') await deps.whenDemoSettled()
  const counted = await deps.signals.countDocuments(job.query, plan.key)
  return countedRun(currentRun, { ...counted, nativeQuery: inLibrary(job.query), at: now() })
}

/** Does not wait for a source that is down; the run gets a status with a reason, never an empty result. */
async function skipSource(
  job: Job,
  plan: SourcePlan,
  { deps, currentRun, outSince }: Attempt & { outSince: Date },
): Promise<SourceRun> {
  const at = deps.clock.now()
  const run = endedRun(currentRun, { status: 'upstream_down', reason: describeOutage(outSince, at), at })
  if (plan.kind === 'series') await recordSeriesFailure(job, run, deps)
  return run
}

async function fetchDocuments(
  job: Job,
  source: DocumentSource,
  { deps, currentRun, report }: Attempt,
): Promise<SourceRun> {
  const onProgress = ({ requests, documentsSeen }: { requests: number; documentsSeen: number }) =>
    report({ ...currentRun, requests, documentsSeen })
  const budgetMs = deps.budgetMs(source.key)
  // A source with many requests ends by itself, with what it has, before its time is up.
  const stopAtMs = deps.clock.now().getTime() + budgetMs * shareForRequests
  const outcome = await withinBudget(
    (signal) => source.search(toSourceQuery(job), { signal, limit: documentLimit, onProgress, stopAtMs }),
    {
      budgetMs,
      signal: job.abort.signal,
    },
  )
  recordAttempt(source.key, outcome, deps)
  if (outcome.kind !== 'answered') return unansweredRun(currentRun, { ...outcome, budgetMs, at: deps.clock.now() })
  const { run, documents } = outcome.value
  const { stored, undatable } = await deps.storeDocuments(documents)
  const { filter } = await deps.signals.filterOf(job.query)
  const removed = await followDeletions({ source, result: outcome.value, filter, signal: job.abort.signal }, deps)
  return answeredRun(currentRun, { fetched: run, stored, removed, undatable: undatable.length, at: deps.clock.now() })
}

async function fetchSeries(job: Job, source: SeriesSource, { deps, currentRun }: Attempt): Promise<SourceRun> {
  const budgetMs = deps.budgetMs(source.key)
  const outcome = await withinBudget((signal) => source.fetchSeries(toSourceQuery(job), { signal }), {
    budgetMs,
    signal: job.abort.signal,
  })
  recordAttempt(source.key, outcome, deps)
  if (outcome.kind !== 'answered') {
    const run = unansweredRun(currentRun, { ...outcome, budgetMs, at: deps.clock.now() })
    if (outcome.kind === 'timed_out') await recordSeriesFailure(job, run, deps)
    return run
  }
  const { run, series } = outcome.value
  const reason = series === null ? (run.reason ?? `${source.label} has no series for this topic.`) : null
  await deps.signals.recordAttention({ signalId: job.query.signalId, source: source.key, series, reason })
  return answeredRun(currentRun, { fetched: run, stored: 0, at: deps.clock.now() })
}

async function recordSeriesFailure(
  { query }: Job,
  { source, reason }: SourceRun,
  { signals }: SearchDependencies,
): Promise<void> {
  await signals.recordAttention({ signalId: query.signalId, source, series: null, reason })
}

/** A cancelled search says nothing about its sources. */
function recordAttempt(
  key: SourceKey,
  outcome: BudgetOutcome<{ run: FetchedRun }>,
  { outages }: SearchDependencies,
): void {
  if (outcome.kind === 'answered') outages.record(key, outcome.value.run.outage ?? 'answered')
  else if (outcome.kind === 'timed_out') outages.record(key, 'no_answer')
}

function unansweredRun(
  currentRun: SourceRun,
  { kind, budgetMs, at }: { kind: 'cancelled' | 'timed_out'; budgetMs: number; at: Date },
): SourceRun {
  if (kind === 'cancelled')
    return endedRun(currentRun, { status: 'cancelled', reason: 'The search was cancelled before it answered.', at })
  return endedRun(currentRun, {
    status: 'upstream_down',
    reason: `${currentRun.label} did not answer within ${budgetMs / 1000} s.`,
    at,
  })
}

/** The query sent to the library: the words by its index, then the fields of the documents found. */
function inLibrary({ tsquery, node, echo }: CanonicalQuery): string {
  return hasFields(node) ? `${tsquery}, of these ${echo.canonical}` : tsquery
}

function toSourceQuery({ query, feeds }: { query: CanonicalQuery; feeds: readonly string[] }): SourceQuery {
  const { echo, node } = query
  return {
    terms: { text: echo.query_term ?? echo.title, phrases: queryPhrases(node) },
    node,
    geo: echo.geo,
    from: echo.startDate,
    to: echo.endDate,
    ...(feeds.length === 0 ? {} : { feeds: [...feeds] }),
  }
}

interface FollowedAnswer {
  source: DocumentSource
  result: SearchResult
  /** The filter of the search's stored documents. */
  filter: DocumentFilter
  signal: AbortSignal
}

/**
 * Removes documents that the source deleted: those its answer reports, and those it no longer has among the newest stored documents missing from the
 * answer. Returns how many were removed. A failing source does not fail the search.
 */
async function followDeletions(
  { source, result, filter, signal }: FollowedAnswer,
  { documents, log }: { documents: DocumentsModule; log: Logger },
): Promise<number> {
  const deletedIds = [...(result.gone ?? [])]
  if (source.findGone !== undefined && (result.run.status === 'ok' || result.run.status === 'empty')) {
    const returnedIds = new Set(result.documents.map(({ nativeId }) => nativeId))
    const storedNativeIds = await documents.findNativeIds({ ...filter, sources: [source.key] }, maxRechecked)
    deletedIds.push(...(await missingOf(storedNativeIds.filter((id) => !returnedIds.has(id)))))
  }
  return deletedIds.length === 0 ? 0 : documents.removeByOrigin({ sourceKey: source.key, nativeIds: deletedIds })

  async function missingOf(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    try {
      const outcome = await withinBudget(async (within) => (await source.findGone?.(ids, { signal: within })) ?? [], {
        budgetMs: patienceMs,
        signal,
      })
      return outcome.kind === 'answered' ? outcome.value : []
    } catch (error) {
      log.warn({ err: error, source: source.key }, 'a source could not be asked what it deleted')
      return []
    }
  }
}
