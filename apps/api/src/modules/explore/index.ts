import { setTimeout as pause } from 'node:timers/promises'
import type { Provenance } from '@auspex/sdk/types'
import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { Signals } from '../signals/index.ts'
import type { Outages } from '../sources/index.ts'
import { createExploreJobs, searchesQueue } from './explore.jobs.ts'
import { createExploreOperations, type ExploreOperations } from './explore.operations.ts'
import { stopSearches } from './cancel-search.ts'
import { RunningSearches } from './running-searches.ts'
import { createSearchRepository } from './search.repository.ts'
import { startSearch } from './start-search.ts'

export type { ExploreOperations } from './explore.operations.ts'

export interface ExploreDependencies {
  database: Database
  jobs: Pick<Jobs, 'hold'>
  signals: Signals
  /** Stores what sources found; documents that are there already change nothing. */
  storeDocuments: DocumentsModule['storeDocuments']
  /** Where documents leave that their source deleted. */
  documents: Pick<DocumentsModule, 'removeByOrigin' | 'findNativeIds'>
  /** The connectors that are switched on. */
  connectors: readonly (DocumentSource | SeriesSource)[]
  provenance: () => Promise<Provenance>
  /** Which sources give nothing, so that no search waits for them. */
  outages: Pick<Outages, 'since' | 'record'>
  /** Resolves when the demo corpus is not being stored, so that a search counts all of it. */
  whenDemoSettled: () => Promise<void>
  clock: Clock
  createId: CreateId
  log: Logger
  /** Milliseconds that a source may take. */
  budgetMs?: (key: SourceKey) => number
  /** Milliseconds for which an answer of the sources counts as fresh. Default: 15 minutes. */
  freshMs?: number
  /** Fan-outs at a time; more wait. Default: 4. */
  runningJobs?: number
}

type SourceKey = DocumentSource['key']

export interface ExploreModule {
  operations: ExploreOperations
  /**
   * Asks the sources about a signal again for somebody, in the background, unless they answered in the last minutes.
   * Resolves once that has begun. Throws `signals.not_found`.
   */
  askAgain(signalId: string, userId: string): Promise<void>
  /** The same, and resolves when the sources have answered or given up. */
  askAndWait(signalId: string, userId: string, signal: AbortSignal): Promise<void>
  /** The signals that any of the people searched. */
  listSearchedBy(userIds: readonly string[]): Promise<string[]>
  /** Those of the signals that the person searched. */
  listSearched(userId: string, signalIds: readonly string[]): Promise<string[]>
  /** Takes over searches of processes that died, ends those that nobody took over, and forgets old ones. */
  jobs: readonly Job[]
  /** Stops every fan-out; resolves when their ends are stored. */
  stop(): Promise<void>
}

/** Searching: from a query to a fan-out over the sources, and how far it is. */
export function createExploreModule(dependencies: ExploreDependencies): ExploreModule {
  const { database, jobs, budgetMs = defaultBudgetMs, freshMs = 15 * 60_000, runningJobs = 4, ...rest } = dependencies
  const repository = createSearchRepository(database)
  const deps = {
    ...rest,
    budgetMs,
    freshMs,
    repository,
    isShared: database.engine === 'native',
    running: new RunningSearches({ places: runningJobs }),
    hold: (payload: { jobId: string }) => jobs.hold(searchesQueue, payload),
  }
  return {
    operations: createExploreOperations(deps),
    async askAgain(signalId, userId) {
      const query = await deps.signals.find(signalId)
      await startSearch({}, query, { userId }, deps)
    },
    async askAndWait(signalId, userId, signal) {
      const query = await deps.signals.find(signalId)
      const { request_id: id, finishedAt } = await startSearch({}, query, { userId }, deps)
      let isOver = finishedAt !== null
      while (!isOver) {
        await pause(lookMs, undefined, { signal })
        isOver = (await repository.find({ id, userId }))?.outcome != null
      }
    },
    listSearchedBy: repository.listSearchedBy,
    listSearched: repository.listSearched,
    jobs: createExploreJobs(deps),
    stop: () => stopSearches(deps),
  }
}

/** How often is looked whether a search that somebody waits for has ended. */
const lookMs = 250

/** GDELT is slow to answer even when it is well. */
function defaultBudgetMs(key: SourceKey): number {
  return key === 'gdelt' ? 30_000 : 25_000
}
