import type { TrendInput } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Signals } from '../../reports/index.ts'
import { tooManyTrends } from '../collections.errors.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import type { PortfolioRow } from './portfolios.types.ts'
import type { Refresh } from './queue-refresh.ts'
import { createRefreshesRepository } from './refreshes.repository.ts'
import { createTrendsRepository, type NewTrend } from './trends.repository.ts'

/** Maximum number of signals in a portfolio. */
const maxTrends = 500

/** The signals to save, without duplicates. Throws `signals.not_found`. */
export async function findNewTrends(
  trends: readonly TrendInput[],
  { signals, createId }: { signals: Signals; createId: CreateId },
): Promise<NewTrend[]> {
  const trendsBySignal = new Map(trends.map((trend) => [trend.signalId, trend]))
  const newTrends: NewTrend[] = []
  for (const { signalId, title } of trendsBySignal.values()) {
    const { echo } = await signals.find(signalId)
    newTrends.push({ id: createId('tr'), signalId, title: title ?? echo.title, query: echo })
  }
  return newTrends
}

/**
 * Saves signals that the locked portfolio does not have yet and adds them to the running refresh, or else to the new one; returns whether the new one
 * has begun. Throws `portfolios.too_many_trends`.
 */
export async function saveTrends(
  row: PortfolioRow,
  { wanted, refresh, at }: { wanted: readonly NewTrend[]; refresh: Refresh; at: Date },
  trx: Kysely<object>,
): Promise<boolean> {
  const trends = createTrendsRepository(trx)
  const existingTrends = await trends.listOfSignals(
    row.id,
    wanted.map(({ signalId }) => signalId),
  )
  const added = wanted.filter(({ signalId }) => existingTrends.every((trend) => trend.signalId !== signalId))
  if (added.length === 0) return false
  if (row.trendCount + added.length > maxTrends) throw tooManyTrends(maxTrends)
  const refreshes = createRefreshesRepository(trx)
  const running = row.refresh.state === 'running' ? row.refresh.id : null
  const refreshId = running ?? refresh.refreshId
  await trends.insert(row.id, added, { refreshId, at })
  if (running === null) await refreshes.beginNew(row.id, { refreshId, trends: added.length, at })
  else await refreshes.extend(row.id, added.length)
  await createPortfoliosRepository(trx).change(row.id, {}, at)
  return running === null
}
