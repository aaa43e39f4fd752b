import type { Portfolio, PortfolioTrend, QueryEcho } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Groups, Images } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { TrendNumbers } from './overview.repository.ts'

type AddressOf = Images['addressOf']

/** Maps a portfolio to the contract. */
export function presentPortfolio(row: PortfolioRow, trends: readonly TrendRow[], addressOf: AddressOf): Portfolio {
  const { state, trends: count, done, failed, startedAt, finishedAt } = row.refresh
  return {
    id: row.id,
    title: row.title,
    image: addressOf(row.imageId),
    organizationGroupId: row.groupId,
    trends: trends.map((trend) => presentTrend(trend, addressOf)),
    trendCount: row.trendCount,
    revision: row.revision,
    refresh: {
      state,
      trends: count,
      done,
      failed,
      startedAt: startedAt?.toISOString() ?? null,
      finishedAt: finishedAt?.toISOString() ?? null,
    },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Maps a saved signal to the contract; all numbers are null until it was first measured. */
export function presentTrend(row: TrendRow, addressOf: AddressOf): PortfolioTrend {
  return {
    id: row.id,
    signalId: row.signalId,
    title: row.title,
    query: row.query,
    cover: addressOf(row.coverId),
    ...(row.reading === null ? notMeasured : presentReading(row.reading)),
    outcome: row.outcome === null ? null : presentOutcome(row.outcome),
    addedAt: row.addedAt.toISOString(),
    refreshedAt: row.reading?.computedAt.toISOString() ?? null,
  }
}

type PresentedReading = Omit<
  PortfolioTrend,
  'id' | 'signalId' | 'title' | 'query' | 'cover' | 'outcome' | 'addedAt' | 'refreshedAt'
>

const notMeasured: PresentedReading = {
  stage: null,
  momentum: null,
  momentumReason: null,
  level: null,
  tone: null,
  documents: null,
  sparkline: [],
  weeks: [],
  newestEvent: null,
}

function presentReading(reading: NonNullable<TrendRow['reading']>): PresentedReading {
  return {
    stage: reading.stage,
    momentum: reading.momentum,
    momentumReason: reading.momentumReason,
    level: reading.level,
    tone: reading.tone,
    documents: reading.documents,
    sparkline: reading.sparkline,
    weeks: reading.weeks,
    ...(reading.counts && { counts: reading.counts }),
    newestEvent: reading.newestEvent ?? null,
  }
}

function presentOutcome({ code, reason, at }: NonNullable<TrendRow['outcome']>): PortfolioTrend['outcome'] {
  return { state: code === null ? 'ok' : 'failed', code, reason, at: at.toISOString() }
}

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
