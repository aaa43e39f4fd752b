import type { Provenance } from '@auspex/sdk/types'
import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Lease } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule, Outages } from '../library/index.ts'
import type { Signals } from '../reports/index.ts'
import type { RunningSearches } from './running-searches.ts'
import type { SearchRepository } from './search.repository.ts'
import type { WaitingSearchesRepository } from './waiting-searches.repository.ts'

/** What searches are started, run, continued and ended with. */
export interface SearchDependencies {
  searches: SearchRepository
  waiting: WaitingSearchesRepository
  /** The fan-outs of this process. */
  running: RunningSearches
  signals: Signals
  /** Normalizes, deduplicates and stores; returns how many were new. */
  storeDocuments: DocumentsModule['storeDocuments']
  /** Removes documents that their source deleted, and summarizes the library. */
  documents: DocumentsModule
  /** The enabled connectors. */
  connectors: readonly (DocumentSource | SeriesSource)[]
  provenance: () => Promise<Provenance>
  /** Sources that are down: they are not queried, and every attempt is recorded. */
  outages: Outages
  /** Resolves when the demo corpus is not being stored, so that a search counts all of it. */
  whenDemoSettled: () => Promise<void>
  /** Maximum milliseconds per source. */
  budgetMs: (key: DocumentSource['key']) => number
  /** Milliseconds for which the sources' answers count as fresh. */
  freshMs: number
  /** Whether other processes use the same database. */
  isShared: boolean
  /**
   * Records a fan-out that begins, so that another process takes it over if this one dies. A search without outside sources is not recorded; if its
   * process dies, `endForgottenSearches` ends it.
   */
  leaseJob: (payload: { jobId: string }) => Promise<Lease>
  clock: Clock
  createId: CreateId
  log: Logger
}
