import type { Portfolio, PortfolioTrend } from '@auspex/sdk/types'
import type { Images } from '../../people/index.ts'
import type { PortfolioRow, TrendRow } from './portfolios.types.ts'

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
  const { reading, outcome } = row
  return {
    id: row.id,
    signalId: row.signalId,
    title: row.title,
    query: row.query,
    cover: addressOf(row.coverId),
    stage: reading?.stage ?? null,
    momentum: reading?.momentum ?? null,
    momentumReason: reading?.momentumReason ?? null,
    level: reading?.level ?? null,
    tone: reading?.tone ?? null,
    documents: reading?.documents ?? null,
    sparkline: reading?.sparkline ?? [],
    weeks: reading?.weeks ?? [],
    ...(reading?.counts && { counts: reading.counts }),
    newestEvent: reading?.newestEvent ?? null,
    outcome:
      outcome === null
        ? null
        : {
            state: outcome.code === null ? 'ok' : 'failed',
            code: outcome.code,
            reason: outcome.reason,
            at: outcome.at.toISOString(),
          },
    addedAt: row.addedAt.toISOString(),
    refreshedAt: reading?.computedAt.toISOString() ?? null,
  }
}
