import type { Portfolio, QueryEcho } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Groups, Images } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { TrendNumbers } from './numbers.repository.ts'

/** What the use cases of portfolios need. */
export interface PortfolioDependencies {
  database: Database
  jobs: Jobs
  images: Images
  groups: Groups
  signals: Signals
  clock: Clock
  createId: CreateId
}

/** A portfolio as stored, without its trends. */
export interface PortfolioRow {
  id: string
  organizationId: string | null
  userId: string
  groupId: string | null
  title: string
  imageId: string | null
  revision: number
  trendCount: number
  refresh: {
    id: string | null
    state: Portfolio['refresh']['state']
    isWhole: boolean
    trends: number
    done: number
    failed: number
    startedAt: Date | null
    finishedAt: Date | null
  }
  createdAt: Date
  updatedAt: Date
}

/** A saved signal as stored, with its last reading. */
export interface TrendRow {
  id: string
  portfolioId: string
  signalId: string
  title: string
  query: QueryEcho
  position: number
  coverId: string | null
  addedAt: Date
  outcome: { at: Date; code: string | null; reason: string | null } | null
  reading: TrendNumbers | null
}
