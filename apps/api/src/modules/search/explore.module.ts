import type { SearchState, SignalQuery } from '@auspex/sdk/types'
import type { DocumentSource } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import { type Job, type Jobs, createJob, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { CanonicalQuery } from '../reports/index.ts'
import { createExploreOperations, type ExploreOperations } from './explore.operations.ts'
import { stopSearches } from './cancel-search.ts'
import { RunningSearches } from './running-searches.ts'
import { searchAgain, searchAndWait, startSearch } from './start-search.ts'
import { createSearchRepository } from './search.repository.ts'
import { createWaitingSearchesRepository } from './waiting-searches.repository.ts'
import { abandonSearches, endForgottenSearches, resumeSearches } from './take-over.ts'
import type { SearchDependencies } from './search-dependencies.ts'

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
