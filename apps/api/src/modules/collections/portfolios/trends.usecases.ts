import type { UploadedFile } from '@auspex/contract'
import type { Portfolio, PortfolioTrend, TrendInput } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Person } from '../../../kernel/actor.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { findViewer } from '../../people/index.ts'
import { trendNotFound } from '../collections.errors.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import { type PortfolioDependencies, presentTrend } from './present-portfolio.ts'
import { findNewTrends, getPortfolio, lockPortfolio, requirePortfolio, saveTrends } from './portfolios.usecases.ts'
import { storeAndQueue } from './portfolios.jobs.ts'
import { createRefreshesRepository } from './refreshes.repository.ts'
import { createTrendsRepository } from './trends.repository.ts'

/** All or none. Throws `portfolios.not_found`, `signals.not_found` and `portfolios.too_many_trends`. */
export async function addTrends(
  { id, trends }: { id: string; trends: readonly TrendInput[] },
  actor: Person,
  deps: PortfolioDependencies,
): Promise<PortfolioTrend[]> {
  const { images, clock, createId } = deps
  const viewer = await findViewer(actor, deps)
  await requirePortfolio(id, viewer, deps)
  const newTrends = await findNewTrends(trends, deps)
  const refresh = { portfolioId: id, refreshId: createId('rf') }
  const store = async (trx: Kysely<object>) => {
    const isBegun = await saveTrends(
      await lockPortfolio(id, viewer, trx),
      { wanted: newTrends, refresh, at: clock.now() },
      trx,
    )
    const signalIds = newTrends.map(({ signalId }) => signalId)
    const rows = await createTrendsRepository(trx).listOfSignals(id, signalIds)
    const inOrder = signalIds.flatMap((signalId) => rows.find((row) => row.signalId === signalId) ?? [])
    return { result: inOrder.map((row) => presentTrend(row, images.addressOf)), isBegun }
  }
  return storeAndQueue(refresh, store, deps)
}

/** Throws `portfolios.not_found` and `portfolios.trend_not_found`, and then removes nothing. */
export async function removeTrends(
  { id, trendIds }: { id: string; trendIds: readonly string[] },
  actor: Person,
  deps: PortfolioDependencies,
): Promise<void> {
  const { database, images, clock } = deps
  const viewer = await findViewer(actor, deps)
  await database.kysely.transaction().execute(async (trx) => {
    await lockPortfolio(id, viewer, trx)
    const removed = await createTrendsRepository(trx).delete(id, trendIds)
    if (removed.length < trendIds.length) throw trendNotFound()
    const unmeasured = removed.filter(({ awaitsRefresh }) => awaitsRefresh !== null).length
    await createRefreshesRepository(trx).extend(id, -unmeasured)
    await createPortfoliosRepository(trx).change(id, {}, clock.now())
    await images.remove(
      trx,
      removed.map(({ coverId }) => coverId),
    )
  })
}

/** The signals of all portfolios that the person may see, or of one. Throws `portfolios.not_found`. */
export async function listTrends(
  { portfolioId, page }: { portfolioId: string | null; page: PageRequest },
  actor: Person,
  deps: PortfolioDependencies,
): Promise<{ items: PortfolioTrend[]; page: PageInfo }> {
  const { database, images } = deps
  const viewer = await findViewer(actor, deps)
  if (portfolioId !== null) await requirePortfolio(portfolioId, viewer, deps)
  const { rows, total } = await createTrendsRepository(database.kysely).listVisible(viewer, portfolioId, page)
  return { items: rows.map((row) => presentTrend(row, images.addressOf)), page: toPageInfo(page, total) }
}

/** Throws `portfolios.not_found`, `portfolios.trend_not_found` and the errors of pictures. */
export async function setTrendCover(
  { id, trendId, file }: { id: string; trendId: string; file: UploadedFile },
  actor: Person,
  deps: PortfolioDependencies,
): Promise<PortfolioTrend> {
  const { database, images, clock } = deps
  const viewer = await findViewer(actor, deps)
  await requirePortfolio(id, viewer, deps)
  const picture = await images.prepare(file, 'cover')
  return database.kysely.transaction().execute(async (trx) => {
    const row = await lockPortfolio(id, viewer, trx)
    const trends = createTrendsRepository(trx)
    const before = await trends.find(id, trendId)
    if (before === null) throw trendNotFound()
    const coverId = await images.store(trx, picture, row)
    await trends.setCover(id, trendId, coverId)
    await createPortfoliosRepository(trx).change(id, {}, clock.now())
    await images.remove(trx, [before.coverId])
    return presentTrend({ ...before, coverId }, images.addressOf)
  })
}

/** Sets one picture for all trends that have none. Throws `portfolios.not_found` and the errors of pictures. */
export async function setMissingCovers(
  { id, file }: { id: string; file: UploadedFile },
  actor: Person,
  deps: PortfolioDependencies,
): Promise<Portfolio> {
  const { database, images, clock } = deps
  const viewer = await findViewer(actor, deps)
  await requirePortfolio(id, viewer, deps)
  const picture = await images.prepare(file, 'cover')
  await database.kysely.transaction().execute(async (trx) => {
    const row = await lockPortfolio(id, viewer, trx)
    const coverId = await images.store(trx, picture, row)
    const covered = await createTrendsRepository(trx).setMissingCovers(id, coverId)
    if (covered === 0) await images.remove(trx, [coverId])
    else await createPortfoliosRepository(trx).change(id, {}, clock.now())
  })
  return getPortfolio({ id }, actor, deps)
}
