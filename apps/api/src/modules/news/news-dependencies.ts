import type { Category, Provenance } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Portfolios } from '../collections/index.ts'
import type { DocumentsModule } from '../library/index.ts'
import type { AccessReader } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import type {
  ClusterHistoryRepository,
  ClusterMembersRepository,
  ClustersRepository,
} from './clusters/clusters.repository.ts'
import type { FeedsRepository } from './feeds/feeds.repository.ts'
import type { MarksRepository, MutesRepository } from './reading/reading.repository.ts'

/** What the use cases of the news feed work with. */
export interface NewsDependencies {
  database: Database
  documents: DocumentsModule
  clusters: ClustersRepository
  members: ClusterMembersRepository
  history: ClusterHistoryRepository
  feeds: FeedsRepository
  marks: MarksRepository
  mutes: MutesRepository
  portfolios: Portfolios
  signals: Signals
  access: AccessReader
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
  /** Enqueues a fetch of the feeds that are due. */
  requestFetch: () => void
  clock: Clock
  createId: CreateId
}
