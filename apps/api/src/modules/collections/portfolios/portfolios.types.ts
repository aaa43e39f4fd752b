import type { Portfolio, QueryEcho } from '@auspex/sdk/types'
import type { TrendNumbers } from './numbers.repository.ts'

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

/** The person who reads, with their organization groups. */
export interface Viewer {
  userId: string
  organizationId: string | null
  groupIds: readonly string[]
}
