import type { Category, Provenance } from '@auspex/sdk/types'
import type { DocumentSource, SeriesSource } from '@auspex/sources'
import type { Database, DatabaseLog } from '../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { DocumentsModule } from '../library/index.ts'
import type { Portfolios } from '../collections/index.ts'
import type { Signals } from '../reports/index.ts'
import type { AccessReader } from '../people/index.ts'
import {
  createClusterHistoryRepository,
  createClusterMembersRepository,
  createClustersRepository,
} from './clusters/clusters.repository.ts'
import { createComparison } from './clusters/compare-articles.ts'
import { createComparer } from './clusters/comparer.ts'
import { createFeedsRepository } from './feeds/feeds.repository.ts'
import { fetchFeeds } from './feeds/fetch-feeds.ts'
import { createNewsfeedJobs, createNewsfeedRequests } from './news.jobs.ts'
import { createNewsfeedOperations, type NewsfeedOperations } from './news.operations.ts'
import { createMarksRepository, createMutesRepository } from './reading/reading.repository.ts'

export interface NewsfeedModule {
  operations: NewsfeedOperations
  /** Place articles into stories and fetch feeds. */
  jobs: readonly Job[]
  /** Enqueues those jobs when documents are stored, until `end`. */
  begin(): void
  /** Also ends the comparing thread. */
  end(): Promise<void>
}

/** What a person reads: articles with their marks, feeds and mutes, and the stories of articles. */
export function createNewsfeedModule(dependencies: {
  database: Database
  jobs: Jobs
  documents: DocumentsModule
  signals: Signals
  portfolios: Portfolios
  access: AccessReader
  connectors: readonly (DocumentSource | SeriesSource)[]
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
  clock: Clock
  createId: CreateId
  log: DatabaseLog
}): NewsfeedModule {
  const { database, jobs, documents, connectors, clock, log, ...rest } = dependencies
  const clusters = createClustersRepository(database.kysely)
  const members = createClusterMembersRepository(database.kysely)
  const history = createClusterHistoryRepository(database.kysely)
  const feeds = createFeedsRepository(database.kysely)
  const comparer = createComparer()
  const requests = createNewsfeedRequests(jobs, log)
  documents.whenStored(() => requests.requestComparison())
  const reader = connectors.find((source): source is DocumentSource => source.key === 'rss') ?? null
  return {
    operations: createNewsfeedOperations({
      ...rest,
      database,
      documents,
      clock,
      clusters,
      members,
      history,
      feeds,
      marks: createMarksRepository(database.kysely),
      mutes: createMutesRepository(database.kysely),
      requestFetch: () => requests.requestFetch(),
    }),
    jobs: createNewsfeedJobs({
      compare: createComparison({ database, clusters, members, history, documents, comparer, clock }),
      fetch: (signal) => fetchFeeds({ feeds, documents, reader, clock, log }, signal),
    }),
    begin: () => requests.begin(),
    async end() {
      requests.end()
      await comparer.close()
    },
  }
}
