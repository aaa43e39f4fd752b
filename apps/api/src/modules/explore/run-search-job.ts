import { recordProgress } from './record-progress.ts'
import type { SourceKey } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'
import { tell } from '../../kernel/telemetry.ts'
import { runAs } from '../../kernel/work.ts'
import type { Signals } from '../signals/index.ts'
import { type AskDependencies, askSource } from './ask-source.ts'
import type { RunningSearches } from './running-searches.ts'
import { cancelJob, type SearchJob } from './search-job.ts'
import { suggestMore } from './search-suggestions.ts'
import type { SearchRepository } from './search.repository.ts'
import { cancelledAt, neededDocuments, type SearchOutcome } from './search.ts'

export interface RunJobDependencies extends AskDependencies {
  signals: AskDependencies['signals'] & Pick<Signals, 'recordRuns' | 'settle'>
  repository: Pick<SearchRepository, 'save' | 'endWaiting' | 'countOf'>
  running: RunningSearches
  /** Whether other processes work on the database. */
  isShared: boolean
}

/**
 * Starts a fan-out for `owner`. It goes on when the request that began it has been answered, and ends when its last search
 * is cancelled.
 */
export function runSearchJob(created: Omit<SearchJob, 'done'>, owner: string, deps: RunJobDependencies): SearchJob {
  const work = { owner, signal: created.abort.signal, tenant: null }
  const job: SearchJob = {
    ...created,
    // not before the caller has added its searches
    done: Promise.resolve().then(() => runAs(work, () => run(job, deps))),
  }
  deps.running.addJob(job)
  return job
}

async function run(job: SearchJob, deps: RunJobDependencies): Promise<SearchOutcome> {
  const { clock, log, running } = deps
  const { signal } = job.abort
  const began = performance.now()
  let outcome: SearchOutcome
  try {
    const leave = await running.limit.enter(signal)
    try {
      await askSources(job, deps)
      outcome = signal.aborted ? cancelledAt(clock.now()) : await conclude(job, deps)
    } finally {
      leave()
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

async function askSources(job: SearchJob, deps: RunJobDependencies): Promise<void> {
  job.status = 'running'
  await recordRuns(job, deps)
  const endProgress = deps.isShared ? recordProgress(() => meetOthers(job, deps), deps.log) : null
  const recordSoon = gatherRuns(job, deps)
  await Promise.all(
    job.plans.map(async (plan) => {
      await askSource(job, plan, deps)
      await recordSoon(plan.key)
    }),
  )
  if (endProgress === null) return
  await endProgress()
  await recordRuns(job, deps)
}

/** Tells other processes how far it is, and stops once all who waited have cancelled there. */
async function meetOthers(job: SearchJob, deps: RunJobDependencies): Promise<void> {
  await recordRuns(job, deps)
  const { known, waiting } = await deps.repository.countOf(job.id)
  // a search that has just begun may not be stored yet
  if (waiting > 0 || known < Math.max(1, job.searches.size) || !deps.running.canBeJoined(job)) return
  deps.running.closeJob(job)
  cancelJob(job, deps.clock.now())
}

/** Writes how sources stand: those that end while others are written are written together, for who asks meanwhile waits for each writing. */
function gatherRuns(job: SearchJob, deps: RunJobDependencies): (source: SourceKey) => Promise<void> {
  let ended = new Set<SourceKey>()
  let next: Promise<void> | null = null
  let last: Promise<void> = Promise.resolve()
  return (source) => {
    ended.add(source)
    next ??= last
      .catch(() => {}) // who waited for it was told
      .then(() => {
        const sources = ended
        ended = new Set()
        next = null
        return (last = recordRuns(job, deps, sources))
      })
    return next
  }
}

async function recordRuns(
  job: SearchJob,
  { signals }: RunJobDependencies,
  only: ReadonlySet<SourceKey> | null = null,
): Promise<void> {
  if (job.isHandedOver) return
  const runs = [...job.runs.values()].filter(({ source }) => only === null || only.has(source))
  await signals.recordRuns({ jobId: job.id, signalId: job.query.signalId, runs })
}

async function conclude(job: SearchJob, { signals, clock }: RunJobDependencies): Promise<SearchOutcome> {
  const { documents, isCounted } = await signals.settle(job.query)
  const finishedAt = clock.now()
  // its report says of how much it was measured
  if (!isCounted) return { status: 'complete', message: null, matched: null, suggestions: [], finishedAt }
  if (documents >= neededDocuments)
    return { status: 'complete', message: null, matched: documents, suggestions: [], finishedAt }
  const suggestions = suggestMore({ echo: job.query.echo, runs: [...job.runs.values()] })
  return { status: 'failed', message: 'data-too-sparse', matched: documents, suggestions, finishedAt }
}

/** Stores how it ended for everybody who waits, and only then forgets the job: nobody finds neither. */
async function finish(job: SearchJob, outcome: SearchOutcome, deps: RunJobDependencies): Promise<void> {
  const { repository, running, isShared, log } = deps
  running.closeJob(job)
  if (job.isHandedOver) {
    running.forgetSearches(job)
    return running.handOver(job.hold)
  }
  try {
    if (job.status === 'queued') await recordRuns(job, deps)
    for (const search of job.searches.values()) await repository.save({ ...search, outcome })
    if (isShared) await repository.endWaiting(job.id, outcome)
  } catch (error) {
    log.error({ err: error, signalId: job.query.signalId }, 'the end of a search could not be stored')
  }
  running.forgetSearches(job)
  running.release(job.hold)
}

/** A failure with a name is told; of anything else only that it happened. */
function brokenAt(finishedAt: Date, error: unknown): SearchOutcome {
  return {
    status: 'failed',
    message:
      error instanceof CodedError
        ? [error.message, error.detail].filter(Boolean).join('. ')
        : 'The search broke on the server. Search again, and tell us if it happens twice.',
    matched: null,
    suggestions: [],
    finishedAt,
  }
}
