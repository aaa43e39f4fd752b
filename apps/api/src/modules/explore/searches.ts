import type { Provenance, SearchState, SignalQuery, SourceKey, SourceRun } from '@auspex/sdk/types'
import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Hold } from '../../adapters/jobs/jobs.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import { CodedError } from '../../kernel/errors.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import type { CanonicalQuery, Signals } from '../signals/index.ts'
import { type AskDependencies, askSource } from './ask-source.ts'
import { searchNotFound } from './explore.errors.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { cancelJob, createSearchJob, jobKey, type SearchJob } from './search-job.ts'
import { planSearch } from './search-plan.ts'
import type { SearchRepository } from './search.repository.ts'
import { createTakeOver } from './take-over.ts'
import { suggestMore } from './search-suggestions.ts'
import { withinBudget } from './within-budget.ts'
import { neededDocuments, type Search, type SearchOutcome, toSearchState } from './search.ts'

export interface SearchesDependencies extends AskDependencies {
  signals: Signals
  repository: SearchRepository
  provenance: () => Promise<Provenance>
  /** The connectors that are switched on. */
  connectors: readonly (DocumentSource | SeriesSource)[]
  createId: CreateId
  /** How long an answer of the sources counts as fresh. */
  freshMs: number
  /** Fan-outs at a time; more wait in a queue. */
  runningJobs: number
  /** Records a fan-out that begins, so that another process takes it over when this one dies. */
  hold: (payload: { jobId: string }) => Promise<Hold>
}

/** A search that somebody wants: it starts a job, or joins the one that runs. */
interface SearchRequest {
  query: CanonicalQuery
  feeds: readonly string[]
  provenance: Provenance
  userId: string
  /** Whether the same person's running request is taken up again instead of making another. */
  follow: boolean
}

export type Searches = ReturnType<typeof createSearches>

/** Starts, joins, follows and cancels searches. */
export function createSearches(deps: SearchesDependencies) {
  const { signals, repository, clock, createId, log } = deps
  const jobs = new Map<string, SearchJob>()
  const live = new Map<string, SearchJob>()
  const concurrencyLimit = createConcurrencyLimit(deps.runningJobs)
  /** Nobody waits for these but a server that stops. */
  const releases = new Set<Promise<void>>()

  /** Answers at once: with the stored report when it is fresh, otherwise with a search that runs. */
  async function start(input: SignalQuery, query: CanonicalQuery, actor: Pick<Actor, 'userId'>): Promise<SearchState> {
    const provenance = await deps.provenance()
    await signals.save(query)
    const feeds = input.feeds ?? []
    if (input.check_cache !== false && input.force !== true) {
      const fresh = await answerFromCache({ query, feeds, provenance, userId: actor.userId })
      if (fresh !== null) return fresh
    }
    return begin({ query, feeds, provenance, userId: actor.userId, follow: true })
  }

  async function begin(request: SearchRequest): Promise<SearchState> {
    const { job, search } = join(request)
    await repository.save(search)
    const outcome = isRunning(job) ? null : await job.done // it may have ended while its row was written
    return toSearchState({ ...search, status: job.status, outcome }, [...job.runs.values()])
  }

  async function answerFromCache({
    query,
    feeds,
    provenance,
    userId,
  }: Omit<SearchRequest, 'follow'>): Promise<SearchState | null> {
    const last = await repository.findLastFanOut(query.signalId)
    if (last === null || last.provenance !== provenance || feeds.some((feed) => !last.feeds.includes(feed))) return null
    const now = clock.now()
    if (now.getTime() - last.finishedAt.getTime() >= deps.freshMs) return null
    const { documents } = await signals.measureIfOld(query)
    if (documents < neededDocuments) return null
    const outcome: SearchOutcome = {
      status: 'complete',
      message: null,
      matched: documents,
      suggestions: [],
      finishedAt: now,
    }
    const search = newSearch({ jobId: last.jobId, query, feeds, provenance, userId, cached: true, outcome })
    await repository.save(search)
    return toSearchState(search, await signals.findRuns(last.jobId))
  }

  /** Finds the running job of the same question or begins one. Nothing is awaited here, so two requests cannot both begin it. */
  function join({ follow, ...request }: SearchRequest): { job: SearchJob; search: Search } {
    const running = jobs.get(jobKey(request))
    const job = running ?? launch(request)
    // a client that timed out and asks again follows its first request, so that one cancel is enough
    const own = follow && [...job.searches.values()].find((search) => search.userId === request.userId)
    const search = own || newSearch({ ...request, jobId: job.id, cached: false, outcome: null })
    job.searches.set(search.id, search)
    live.set(search.id, job)
    return { job, search }
  }

  function launch({ query, feeds, provenance, userId }: Omit<SearchRequest, 'follow'>): SearchJob {
    const plans = planSearch({ sources: query.echo.sources, provenance, connectors: deps.connectors, feeds })
    const created = createSearchJob({ id: createId('job'), query, provenance, feeds, plans })
    const hold = deps.hold({ jobId: created.id }).catch((error: unknown) => {
      log.warn({ err: error }, 'a search goes on that no other process could take over')
      return null
    })
    return launchJob({ ...created, hold }, userId)
  }

  function launchJob(created: Omit<SearchJob, 'done'>, owner: string): SearchJob {
    // it goes on when the request that began it has been answered, and ends when the search is cancelled
    const work = { owner, signal: created.abort.signal }
    const job: SearchJob = { ...created, done: Promise.resolve().then(() => runAs(work, () => run(job))) }
    jobs.set(jobKey(job), job)
    return job
  }

  const takeOver = createTakeOver({
    ...deps,
    findRunning: (key) => jobs.get(key),
    launch(created, searches) {
      const job = launchJob(created, searches[0]?.userId ?? serverWork.owner)
      for (const search of searches) {
        job.searches.set(search.id, search)
        live.set(search.id, job)
      }
      return job
    },
  })

  async function run(job: SearchJob): Promise<SearchOutcome> {
    let outcome: SearchOutcome
    try {
      const leave = await concurrencyLimit.enter(job.abort.signal)
      try {
        job.status = 'running'
        await recordRuns(job)
        await Promise.all(job.plans.map((plan) => askSource(job, plan, deps).then(() => recordRuns(job, plan.key))))
        outcome = job.abort.signal.aborted ? cancelledAt(clock.now()) : await conclude(job)
      } finally {
        leave()
      }
    } catch (error) {
      outcome = job.abort.signal.aborted ? cancelledAt(clock.now()) : brokenAt(clock.now(), error)
      if (outcome.status === 'failed' && !(error instanceof CodedError))
        log.error({ err: error, signalId: job.query.signalId }, 'a search broke')
    }
    return finish(job, outcome)
  }

  async function recordRuns(job: SearchJob, only?: SourceKey): Promise<void> {
    const runs = [...job.runs.values()].filter(({ source }) => only === undefined || source === only)
    await signals.recordRuns({ jobId: job.id, signalId: job.query.signalId, runs })
  }

  async function conclude(job: SearchJob): Promise<SearchOutcome> {
    const { documents } = await signals.measure(job.query)
    const finishedAt = clock.now()
    if (documents >= neededDocuments)
      return { status: 'complete', message: null, matched: documents, suggestions: [], finishedAt }
    const suggestions = suggestMore({ echo: job.query.echo, runs: [...job.runs.values()] })
    return { status: 'failed', message: 'data-too-sparse', matched: documents, suggestions, finishedAt }
  }

  /** Stores how it ended for everybody who waits, and only then forgets the job: nobody finds neither. */
  async function finish(job: SearchJob, outcome: SearchOutcome): Promise<SearchOutcome> {
    if (isRunning(job)) jobs.delete(jobKey(job))
    try {
      if (job.status === 'queued') await recordRuns(job)
      for (const search of job.searches.values()) await repository.save({ ...search, outcome })
    } catch (error) {
      log.error({ err: error, signalId: job.query.signalId }, 'the end of a search could not be stored')
    }
    for (const id of job.searches.keys()) live.delete(id)
    const releasing = job.hold.then((hold) => hold?.release()).finally(() => releases.delete(releasing))
    releases.add(releasing)
    return outcome
  }

  /** Throws `explore.search_not_found` for a search of somebody else. */
  async function status(id: string, actor: Actor): Promise<SearchState> {
    const job = live.get(id)
    const search = job?.searches.get(id)
    if (job !== undefined && search !== undefined) {
      if (search.userId !== actor.userId) throw searchNotFound()
      return toSearchState({ ...search, status: job.status }, [...job.runs.values()])
    }
    const stored = await repository.find({ id, userId: actor.userId })
    if (stored === null) throw searchNotFound()
    return toSearchState(stored, await signals.findRuns(stored.jobId))
  }

  /** Ends one person's interest; the fan-out stops when nobody else waits for it. */
  async function cancel(id: string, actor: Actor): Promise<SearchState> {
    const job = live.get(id)
    const search = job?.searches.get(id)
    if (job === undefined || search === undefined) return cancelElsewhere(id, actor)
    if (search.userId !== actor.userId) throw searchNotFound()
    if (!isRunning(job)) {
      await job.done // it ends this very moment, on its own
      return status(id, actor)
    }
    const at = clock.now()
    job.searches.delete(id)
    live.delete(id)
    if (job.searches.size === 0) {
      jobs.delete(jobKey(job)) // a search that begins now must not join a job that ends
      cancelJob(job, at)
      await job.done
    }
    const cancelled = { ...search, outcome: cancelledAt(at) }
    await repository.save(cancelled)
    return toSearchState(cancelled, [...job.runs.values()])
  }

  /** A search of another process: it ends for its person at once; the fan-out itself ends with its sources' budgets. */
  async function cancelElsewhere(id: string, actor: Actor): Promise<SearchState> {
    const stored = await repository.find({ id, userId: actor.userId })
    if (stored?.outcome === null) await repository.save({ ...stored, outcome: cancelledAt(clock.now()) })
    return status(id, actor)
  }

  /** Asks the sources now and waits for them; after `waitMs`, or when the caller hangs up, answers with what there is. */
  async function askAndWait(
    input: SignalQuery,
    query: CanonicalQuery,
    who: { actor: Actor; signal: AbortSignal; waitMs: number },
  ): Promise<SourceRun[]> {
    const provenance = await deps.provenance()
    await signals.save(query)
    const started = await begin({
      query,
      feeds: input.feeds ?? [],
      provenance,
      userId: who.actor.userId,
      follow: false,
    })
    const job = live.get(started.request_id)
    if (job === undefined) return started.sources
    const patience = { budgetMs: who.waitMs, signal: who.signal }
    await withinBudget(() => job.done, patience)
    const { sources } = await cancel(started.request_id, who.actor)
    return sources
  }

  /** Stops every fan-out; their searches read as cancelled. */
  async function stop(): Promise<void> {
    const running = [...jobs.values()]
    for (const job of running) cancelJob(job, clock.now())
    await Promise.all(running.map((job) => job.done))
    await Promise.all(releases)
  }

  /** Whether the job is the one that others may join; a job that ends is not. */
  function isRunning(job: SearchJob): boolean {
    return jobs.get(jobKey(job)) === job
  }

  function newSearch(
    request: Omit<Search, 'id' | 'signalId' | 'echo' | 'status' | 'startedAt'> & { query: CanonicalQuery },
  ): Search {
    const { query, ...rest } = request
    return {
      ...rest,
      id: createId('req'),
      signalId: query.signalId,
      echo: query.echo,
      status: 'queued',
      startedAt: clock.now(),
    }
  }

  return { start, status, cancel, askAndWait, ...takeOver, stop }
}

function cancelledAt(finishedAt: Date): SearchOutcome {
  return { status: 'cancelled', message: null, matched: null, suggestions: [], finishedAt }
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

/** Milliseconds that a source may take: GDELT is slow to answer even when it is well. */
export function defaultBudgetMs(key: SourceKey): number {
  return key === 'gdelt' ? 30_000 : 25_000
}
