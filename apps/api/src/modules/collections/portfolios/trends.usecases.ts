import type { UploadedFile } from '@auspex/contract'
import type { Portfolio, PortfolioTrend, TrendInput } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Actor } from '../../../kernel/actor.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { portfolioNotFound, refreshRunning, tooManyTrends, trendNotFound } from './portfolios.errors.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import type { PortfolioRow } from './portfolios.types.ts'
import type { PortfolioDependencies, PortfolioUsecases, Refresh } from './portfolios.usecases.ts'
import { presentTrend } from './present-portfolio.ts'
import { createRefreshesRepository } from './refreshes.repository.ts'
import { createTrendsRepository, type NewTrend } from './trends.repository.ts'

type Person = Pick<Actor, 'userId' | 'organizationId'>

/** Maximum number of signals in a portfolio. */
const maxTrends = 500

export type TrendUsecases = ReturnType<typeof createTrendUsecases>

/** Use cases of the signals of a portfolio. */
export function createTrendUsecases(deps: PortfolioDependencies, portfolios: PortfolioUsecases) {
  const { database, images, groups, signals, clock, createId, storeAndQueue } = deps
  const { transact, viewerOf, lock } = portfolios
  const present = (row: Parameters<typeof presentTrend>[0]) => presentTrend(row, images.addressOf)

  const newRefresh = (portfolioId: string): Refresh => ({ portfolioId, refreshId: createId('rf') })

  /** The signals to save, without duplicates. Throws `signals.not_found`. */
  async function readSignals(trends: readonly TrendInput[]): Promise<NewTrend[]> {
    const trendsBySignal = new Map(trends.map((trend) => [trend.signalId, trend]))
    const found: NewTrend[] = []
    for (const { signalId, title } of trendsBySignal.values()) {
      const { echo } = await signals.find(signalId)
      found.push({ id: createId('tr'), signalId, title: title ?? echo.title, query: echo })
    }
    return found
  }

  /**
   * Saves signals that the portfolio does not have yet and adds them to the running refresh, or else to the new one; returns whether the new one has
   * begun. Throws `portfolios.too_many_trends`.
   */
  async function insert(
    row: PortfolioRow,
    { wanted, refresh }: { wanted: readonly NewTrend[]; refresh: Refresh },
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
    const at = clock.now()
    const refreshes = createRefreshesRepository(trx)
    const running = row.refresh.state === 'running' ? row.refresh.id : null
    const refreshId = running ?? refresh.refreshId
    await trends.insert(row.id, added, { refreshId, at })
    if (running === null) await refreshes.beginNew(row.id, { refreshId, trends: added.length, at })
    else await refreshes.extend(row.id, added.length)
    await createPortfoliosRepository(trx).change(row.id, {}, at)
    return running === null
  }

  return {
    /** All or none. Throws `portfolios.not_found`, `signals.not_found` and `portfolios.too_many_trends`. */
    async add(id: string, trendInputs: readonly TrendInput[], actor: Person): Promise<PortfolioTrend[]> {
      const viewer = await viewerOf(actor)
      if ((await createPortfoliosRepository(database.kysely).find(id, viewer)) === null) throw portfolioNotFound()
      const found = await readSignals(trendInputs)
      const refresh = newRefresh(id)
      return storeAndQueue(refresh, async (trx) => {
        const isBegun = await insert(await lock(id, viewer, trx), { wanted: found, refresh }, trx)
        const signalIds = found.map(({ signalId }) => signalId)
        const rows = await createTrendsRepository(trx).listOfSignals(id, signalIds)
        const inOrder = signalIds.flatMap((signalId) => rows.find((row) => row.signalId === signalId) ?? [])
        return { result: inOrder.map(present), isBegun }
      })
    },

    /** Creates a portfolio with signals atomically. Throws `groups.not_found`, `signals.not_found` and the errors of pictures. */
    async createWith(
      input: { title: string; groupId: string | null; file: UploadedFile | null; trends: readonly TrendInput[] },
      actor: Person,
    ): Promise<Portfolio> {
      const { title, groupId, file } = input
      if (groupId !== null) await groups.requireOne(actor, groupId)
      const found = await readSignals(input.trends)
      const picture = file === null ? null : await images.prepare(file, 'file')
      const viewer = await viewerOf(actor)
      const id = createId('pf')
      const refresh = newRefresh(id)
      return storeAndQueue(refresh, async (trx) => {
        await portfolios.insert({ id, title, groupId, picture }, actor, trx)
        const isBegun = await insert(await lock(id, viewer, trx), { wanted: found, refresh }, trx)
        // in the same transaction: a later read could find only some of the signals measured
        return { result: await portfolios.present(await lock(id, viewer, trx), trx), isBegun }
      })
    },

    /** Throws `portfolios.not_found` and `portfolios.trend_not_found`, and then removes nothing. */
    async remove(id: string, trendIds: readonly string[], actor: Person): Promise<void> {
      const viewer = await viewerOf(actor)
      await transact(async (trx) => {
        await lock(id, viewer, trx)
        const removed = await createTrendsRepository(trx).delete(id, trendIds)
        if (removed.length < trendIds.length) throw trendNotFound()
        const waited = removed.filter(({ awaitsRefresh }) => awaitsRefresh !== null).length
        await createRefreshesRepository(trx).extend(id, -waited)
        await createPortfoliosRepository(trx).change(id, {}, clock.now())
        await images.remove(
          trx,
          removed.map(({ coverId }) => coverId),
        )
      })
    },

    /** The signals of all portfolios that the person may see, or of one. Throws `portfolios.not_found`. */
    async list(
      actor: Person,
      portfolioId: string | null,
      page: PageRequest,
    ): Promise<{ items: PortfolioTrend[]; page: PageInfo }> {
      const viewer = await viewerOf(actor)
      if (
        portfolioId !== null &&
        (await createPortfoliosRepository(database.kysely).find(portfolioId, viewer)) === null
      )
        throw portfolioNotFound()
      const { rows, total } = await createTrendsRepository(database.kysely).listVisible(viewer, portfolioId, page)
      return { items: rows.map(present), page: toPageInfo(page, total) }
    },

    /** Throws `portfolios.not_found`, `portfolios.trend_not_found` and the errors of pictures. */
    async setCover(
      { id, trendId, file }: { id: string; trendId: string; file: UploadedFile },
      actor: Person,
    ): Promise<PortfolioTrend> {
      const viewer = await viewerOf(actor)
      if ((await createPortfoliosRepository(database.kysely).find(id, viewer)) === null) throw portfolioNotFound()
      const picture = await images.prepare(file, 'cover')
      return transact(async (trx) => {
        const row = await lock(id, viewer, trx)
        const trends = createTrendsRepository(trx)
        const before = await trends.find(id, trendId)
        if (before === null) throw trendNotFound()
        const coverId = await images.store(trx, picture, row)
        await trends.setCover(id, trendId, coverId)
        await createPortfoliosRepository(trx).change(id, {}, clock.now())
        await images.remove(trx, [before.coverId])
        return present({ ...before, coverId })
      })
    },

    /** Sets one picture for all trends that have none. Throws `portfolios.not_found` and the errors of pictures. */
    async coverAll({ id, file }: { id: string; file: UploadedFile }, actor: Person): Promise<Portfolio> {
      const viewer = await viewerOf(actor)
      if ((await createPortfoliosRepository(database.kysely).find(id, viewer)) === null) throw portfolioNotFound()
      const picture = await images.prepare(file, 'cover')
      await transact(async (trx) => {
        const row = await lock(id, viewer, trx)
        const coverId = await images.store(trx, picture, row)
        const covered = await createTrendsRepository(trx).coverAll(id, coverId)
        if (covered === 0) await images.remove(trx, [coverId])
        else await createPortfoliosRepository(trx).change(id, {}, clock.now())
      })
      return portfolios.get(id, actor)
    },

    /** Begins to measure all trends again. Throws `portfolios.not_found` and `portfolios.refresh_running`. */
    async refresh(id: string, actor: Person): Promise<Portfolio> {
      const viewer = await viewerOf(actor)
      const startedRefresh = newRefresh(id)
      await storeAndQueue(startedRefresh, async (trx) => {
        const { refresh } = await lock(id, viewer, trx)
        // a refresh of only the newly saved trends is absorbed by the new one
        if (refresh.state === 'running' && refresh.isWhole) throw refreshRunning()
        const isBegun = await createRefreshesRepository(trx).beginAll(id, startedRefresh.refreshId, clock.now())
        return { result: undefined, isBegun }
      })
      return portfolios.get(id, actor)
    },
  }
}
