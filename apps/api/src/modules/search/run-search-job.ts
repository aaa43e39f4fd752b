import type { Logger } from '../../kernel/logger.ts'
import type { SearchDependencies } from './search-dependencies.ts'
import { minReportDocuments, suggestMore } from '@auspex/analytics'
import type { SourceKey } from '@auspex/sdk/types'
import { setTimeout as pause } from 'node:timers/promises'
import { CodedError } from '../../kernel/errors.ts'
import { tell } from '../../kernel/telemetry.ts'
import { runAs } from '../../kernel/work.ts'
import { hasDemoEnded } from '../library/index.ts'
import { querySource } from './query-source.ts'
import { cancelJob, type SearchJob } from './search-job.ts'
import { cancelledAt, type SearchOutcome } from './search.ts'

/** Maximum age of the progress reported by a process that does not run the search. */
const everyMs = 1_000

/** Starts a fan-out for `owner`. It continues after the request that started it was answered, and ends when its last search is cancelled. */
export function runSearchJob(created: Omit<SearchJob, 'done'>, owner: string, deps: SearchDependencies): SearchJob {
  const work = { owner, signal: created.abort.signal, tenant: null }
  const job: SearchJob = {
    ...created,
    // not before the caller has added its searches
    done: Promise.resolve().then(() => runAs(work, () => run(job, deps))),
  }
  deps.running.addJob(job)
  return job
}

async function run(job: SearchJob, deps: SearchDependencies): Promise<SearchOutcome> {
  const { clock, log, running } = deps
  const { signal } = job.abort
  const began = performance.now()
  let outcome: SearchOutcome
  try {
    const release = await running.limit.enter(signal)
    try {
      const searchedSince = clock.now()
      await querySources(job, deps)
      outcome = signal.aborted ? cancelledAt(clock.now()) : await conclude(job, searchedSince, deps)
    } finally {
      release()
    }
  } catch (error) {
    outcome = signal.aborted ? cancelledAt(clock.now()) : brokenAt(clock.now(), error)
    if (outcome.status === 'failed' && !(error instanceof CodedError))
      log.error({ err: error, signalId: job.query.signalId }, 'a search broke')
  }
  await finish(job, outcome, deps)
  tell('search', () => ({ outcome: outcome.status, milliseconds: performance.now() - began }))
  return outcome
}

async function querySources(job: SearchJob, deps: SearchDependencies): Promise<void> {
  job.status = 'running'
  await recordRuns(job, deps)
  const endProgress = deps.isShared ? recordProgress(() => meetOthers(job, deps), deps.log) : null
  const recordSoon = gatherRuns(job, deps)
  await Promise.all(
    job.plans.map(async (plan) => {
      await querySource(job, plan, deps)
      await recordSoon(plan.key)
    }),
  )
  if (endProgress === null) return
  await endProgress()
  await recordRuns(job, deps)
}

/** Publishes the progress to other processes, and stops once all waiting searches were cancelled there. */
async function meetOthers(job: SearchJob, deps: SearchDependencies): Promise<void> {
  await recordRuns(job, deps)
  const { known, waiting: unfinished } = await deps.waiting.countOf(job.id)
  // a search that has just begun may not be stored yet
  if (unfinished > 0 || known < Math.max(1, job.searches.size) || !deps.running.canBeJoined(job)) return
  deps.running.closeJob(job)
  cancelJob(job, deps.clock.now())
}

/** Batches the runs that end while others are being written, because each write delays concurrent queries. */
function gatherRuns(job: SearchJob, deps: SearchDependencies): (source: SourceKey) => Promise<void> {
  let endedSources = new Set<SourceKey>()
  let next: Promise<void> | null = null
  let last: Promise<void> = Promise.resolve()
  return (source) => {
    endedSources.add(source)
    next ??= last
      .catch(() => {}) // the caller that awaited it got the error
      .then(() => {
        const sources = endedSources
        endedSources = new Set()
        next = null
        return (last = recordRuns(job, deps, sources))
      })
    return next
  }
}

async function recordRuns(
  job: SearchJob,
  { signals }: SearchDependencies,
  only: ReadonlySet<SourceKey> | null = null,
): Promise<void> {
  if (job.isHandedOver) return
  const runs = [...job.runs.values()].filter(({ source }) => only === null || only.has(source))
  await signals.recordRuns({ jobId: job.id, signalId: job.query.signalId, runs })
}

async function conclude(
  job: SearchJob,
  searchedSince: Date,
  { signals, documents: library, clock }: SearchDependencies,
): Promise<SearchOutcome> {
  const { documents, isCounted } = await signals.settle(job.query, searchedSince)
  const finishedAt = clock.now()
  // its report states how much of the library was measured
  if (!isCounted) return { status: 'complete', message: null, matched: null, suggestions: [], finishedAt }
  if (documents >= minReportDocuments)
    return { status: 'complete', message: null, matched: documents, suggestions: [], finishedAt }
  const demoEnded = hasDemoEnded(job.provenance, await library.librarySummary())
  const isDemo = job.provenance === 'demo'
  const suggestions = suggestMore({ echo: job.query.echo, runs: [...job.runs.values()], demoEnded, isDemo })
  return { status: 'failed', message: 'data-too-sparse', matched: documents, suggestions, finishedAt }
}

/** Stores the outcome for every waiting search before forgetting the job, so that one of the two can always be found. */
async function finish(job: SearchJob, outcome: SearchOutcome, deps: SearchDependencies): Promise<void> {
  const { searches, waiting, running, isShared, log } = deps
  running.closeJob(job)
  if (job.isHandedOver) {
    running.forgetSearches(job)
    return running.handOver(job.lease)
  }
  try {
    if (job.status === 'queued') await recordRuns(job, deps)
    for (const search of job.searches.values()) await searches.save({ ...search, outcome })
    if (isShared) await waiting.endOf(job.id, outcome)
  } catch (error) {
    log.error({ err: error, signalId: job.query.signalId }, 'the end of a search could not be stored')
  }
  running.forgetSearches(job)
  running.release(job.lease)
}

/** Includes the message of a named failure; of anything else only that it happened. */
function brokenAt(finishedAt: Date, error: unknown): SearchOutcome {
  return {
    status: 'failed',
    message:
      error instanceof CodedError
        ? [error.message, error.detail].filter(Boolean).join('. ')
        : 'The search failed on the server. Search again, and report it if it fails twice.',
    matched: null,
    suggestions: [],
    finishedAt,
  }
}

/** Records the progress of a fan-out until the returned function is called, which resolves when the last write is done. */
function recordProgress(record: () => Promise<void>, log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const recording = (async () => {
    while (!stopping.signal.aborted) {
      await record().catch((error: unknown) => log.warn({ err: error }, 'the progress of a search could not be stored'))
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await recording
  }
}
