import type { SearchState, SignalQuery, SourceRun } from '@auspex/sdk/types'
import type { DocumentSource } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import { type Job, type Jobs, type Queue, createJob } from '../../adapters/jobs/jobs.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import { type CanonicalQuery, readSignalQuery } from '../reports/index.ts'
import type { Handlers } from '../../http/handlers.ts'
import { awaitSearch, cancelSearch, stopSearches } from './get-search.ts'
import { RunningSearches } from './running-searches.ts'
import { searchAgain, searchAndWait, startSearch } from './start-search.ts'
import { createSearchRepository } from './search.repository.ts'
import { createWaitingSearchesRepository } from './waiting-searches.repository.ts'
import type { SearchDependencies } from './search-dependencies.ts'
import { beginSearch } from './begin-search.ts'
import { planSearch, withinBudget } from './search-plan.ts'
import { runSearchJob } from './run-search-job.ts'
import { cancelJob, createSearchJob, handOverJob } from './search-job.ts'
import { type SearchOutcome, maxWaitMs } from './search.ts'

/** Message of searches that were running when their server stopped. */
export const stoppedMessage = 'The server stopped while this search ran. Search again.'

/**
 * Queries the sources again in place of a dead process, under the ids that people wait for. A search too old for anyone to be waiting is ended
 * instead. Resolves when it has ended.
 */
async function resumeSearches(jobId: string, signal: AbortSignal, deps: SearchDependencies): Promise<void> {
  const { waiting, signals, connectors, running, clock } = deps
  const [first] = await waiting.listOf(jobId)
  if (first === undefined) return
  if (clock.now().getTime() - first.startedAt.getTime() > maxWaitMs) return abandonSearches(jobId, deps)
  const { provenance, feeds } = first
  const query = await signals.find(first.signalId)
  // joining it would give these searches the source runs of another job
  await running.findJob({ query, provenance, feeds })?.done
  // read again: while this waited, they may have ended in this process, whose lease had only expired
  const orphans = await waiting.listOf(jobId)
  if (orphans.length === 0) return
  const plans = planSearch({ sources: query.echo.sources, provenance, connectors, feeds })
  const created = createSearchJob({ id: jobId, query, provenance, feeds, plans })
  // the queue that delivered the job holds it
  const job = runSearchJob({ ...created, lease: Promise.resolve(null) }, first.userId, deps)
  for (const search of orphans) running.addSearch(job, search)
  const stop = () => (deps.isShared ? handOverJob(job) : cancelJob(job, clock.now()))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  await job.done
  // rejecting returns a handed-over job to its queue
  if (job.isHandedOver) signal.throwIfAborted()
}

/** Ends the searches of a job that no process continues. */
async function abandonSearches(
  jobId: string,
  { searches, waiting, signals, clock }: SearchDependencies,
): Promise<void> {
  const outcome: SearchOutcome = {
    status: 'failed',
    message: stoppedMessage,
    matched: null,
    suggestions: [],
    finishedAt: clock.now(),
  }
  for (const search of await waiting.listOf(jobId)) await searches.save({ ...search, outcome })
  await signals.endRuns({ jobIds: [jobId], reason: stoppedMessage })
}

/** Ends searches that a stopped process left and no other took over. */
export async function endForgottenSearches({ waiting, signals, clock }: SearchDependencies): Promise<void> {
  const at = clock.now()
  const abandonedBefore = new Date(at.getTime() - maxWaitMs)
  const stopped = await waiting.failBefore(abandonedBefore, { message: stoppedMessage, at })
  await signals.endRuns({ jobIds: stopped, reason: stoppedMessage })
}

/** How long `signalBySources` waits; its clients time out after 60 s. */
const sourceWaitMs = 55_000

type ExploreOperations = ReturnType<typeof createExploreOperations>

/** The operations of searching. */
function createExploreOperations(deps: SearchDependencies) {
  return {
    signalBySources: async ({ body }, { actor, signal }) => {
      const query = readSignalQuery(body)
      const sources = await searchSources(body, query, { actor, signal, waitMs: sourceWaitMs }, deps)
      const counts = await deps.signals.countBySource(query)
      return { status: 200, body: { signal_id: query.signalId, query: query.echo, sources, counts } }
    },

    getQueryStatus: async ({ body: { request_id: id, waitMs } }, { actor, signal }) => ({
      status: 200,
      body: await awaitSearch(id, actor, { waitMs, signal }, deps),
    }),

    cancelSearch: async ({ path }, { actor }) => ({
      status: 200,
      body: await cancelSearch(path.requestId, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

/** Queries the sources now and waits for them; after `waitMs`, or when the caller disconnects, returns what there is. */
export async function searchSources(
  input: SignalQuery,
  query: CanonicalQuery,
  caller: { actor: Actor; signal: AbortSignal; waitMs: number },
  deps: SearchDependencies,
): Promise<SourceRun[]> {
  const { actor, signal, waitMs } = caller
  const provenance = await deps.provenance()
  await deps.signals.save(query)
  const request = { query, feeds: input.feeds ?? [], provenance, userId: actor.userId }
  const started = await beginSearch(request, { follow: false }, deps)
  const running = deps.running.findSearch(started.request_id)
  if (running === null) return started.sources
  await withinBudget(() => running.job.done, { budgetMs: waitMs, signal })
  const { sources } = await cancelSearch(started.request_id, actor, deps)
  return sources
}

/** Running searches, held by their processes; a job is taken from this queue only after its process died. */
export const searchesQueue: Queue<{ jobId: string }> = {
  name: 'searches',
  concurrency: 2,
  retry: { limit: 1, delaySeconds: 5, maxDelaySeconds: 60 },
}
const endQueue: Queue = { name: 'searches-forgotten', isExclusive: true, schedule: '*/10 * * * *', pollSeconds: 60 }

/** Days after which a finished search is deleted. */
const retentionDays = 30

export interface ExploreDependencies extends Pick<
  SearchDependencies,
  | 'signals'
  | 'storeDocuments'
  | 'documents'
  | 'connectors'
  | 'provenance'
  | 'outages'
  | 'whenDemoSettled'
  | 'clock'
  | 'createId'
  | 'log'
> {
  database: Database
  jobs: Jobs
  /** Maximum milliseconds per source. */
  budgetMs?: (key: SourceKey) => number
  /** Milliseconds for which the sources' answers count as fresh. Default: 15 minutes. */
  freshMs?: number
  /** Maximum concurrent fan-outs; more wait. Default: 4. */
  runningJobs?: number
}

type SourceKey = DocumentSource['key']

export interface ExploreModule {
  operations: ExploreOperations
  /** Returns at once: the stored report if it is fresh, otherwise a running search. */
  startSearch: (input: SignalQuery, query: CanonicalQuery, actor: Actor) => Promise<SearchState>
  /** A search once it has ended or `waitMs` have passed. */
  awaitSearch: (id: string, actor: Actor, options: { waitMs: number; signal: AbortSignal }) => Promise<SearchState>
  /**
   * Queries the sources about a signal again on behalf of a person, in the background, unless they answered in the last minutes. Resolves once that
   * has begun. Throws `signals.not_found`.
   */
  askAgain(signalId: string, userId: string): Promise<void>
  /** The same, but resolves when the sources have answered or failed. */
  askAndWait(signalId: string, userId: string, signal: AbortSignal): Promise<void>
  /** The signals that any of the people searched. */
  listSearchedBy(userIds: readonly string[]): Promise<string[]>
  /** The signals among these that the person searched. */
  listSearched(userId: string, signalIds: readonly string[]): Promise<string[]>
  /** Takes over searches of dead processes, ends those that no process took over, and deletes old ones. */
  jobs: readonly Job[]
  /** Stops every fan-out; resolves when their outcomes are stored. */
  stop(): Promise<void>
}

/** Searching: from a query to a fan-out over the sources, and its progress. */
export function createExploreModule(dependencies: ExploreDependencies): ExploreModule {
  const { database, jobs, budgetMs = defaultBudgetMs, freshMs = 15 * 60_000, runningJobs = 4, ...rest } = dependencies
  const searches = createSearchRepository(database)
  const deps: SearchDependencies = {
    ...rest,
    budgetMs,
    freshMs,
    searches,
    waiting: createWaitingSearchesRepository(database),
    isShared: database.engine === 'native',
    running: new RunningSearches({ places: runningJobs }),
    leaseJob: (payload) => jobs.lease(searchesQueue, payload),
  }
  return {
    operations: createExploreOperations(deps),
    startSearch: (input, query, actor) => startSearch(input, query, actor, deps),
    awaitSearch: (id, actor, options) => awaitSearch(id, actor, options, deps),
    askAgain: async (signalId, userId) => void (await searchAgain(signalId, { userId }, deps)),
    askAndWait: (signalId, userId, signal) => searchAndWait({ signalId, signal }, { userId }, deps),
    listSearchedBy: searches.listSearchedBy,
    listSearched: searches.listSearched,
    jobs: createExploreJobs(deps),
    stop: () => stopSearches(deps),
  }
}

/** GDELT is slow to answer even when it is healthy. */
function defaultBudgetMs(key: SourceKey): number {
  return key === 'gdelt' ? 30_000 : 25_000
}

/** Background jobs for searches that no request is waiting on. */
export function createExploreJobs(deps: SearchDependencies): Job[] {
  return [
    createJob({
      queue: searchesQueue,
      run: ({ jobId }, { signal }) => resumeSearches(jobId, signal, deps),
      giveUp: ({ jobId }) => abandonSearches(jobId, deps),
    }),
    createJob({
      queue: endQueue,
      async run() {
        await endForgottenSearches(deps)
        await deps.searches.forgetBefore(new Date(deps.clock.now().getTime() - retentionDays * 86_400_000))
      },
    }),
  ]
}
