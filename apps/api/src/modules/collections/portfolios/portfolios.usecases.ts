import type { UploadedFile } from '@auspex/contract'
import type { Portfolio, TrendInput } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Person } from '../../../kernel/actor.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { type EncodedPicture, findViewer, type Images, type Viewer } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import {
  portfolioNotFound,
  portfolioStale,
  refreshRunning,
  revisionNeeded,
  tooManyTrends,
  trendNamedTwice,
  trendNotFound,
} from '../collections.errors.ts'
import type { Series } from './overview.repository.ts'
import { type Refresh, storeAndQueue } from './portfolios.jobs.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import { type PortfolioDependencies, type PortfolioRow, presentPortfolio } from './present-portfolio.ts'
import { createRefreshesRepository } from './refreshes.repository.ts'
import { createTrendsRepository, type NewTrend } from './trends.repository.ts'

export interface NewPortfolio {
  title: string
  groupId: string | null
  file: UploadedFile | null
  trends: readonly TrendInput[]
}

export interface PortfolioUpdate {
  id: string
  revision?: number | undefined
  title?: string | undefined
  organizationGroupId?: string | null | undefined
  imageRemoved?: boolean | undefined
  trends?: readonly { id: string; title?: string | undefined }[] | undefined
  file?: UploadedFile | null
}

/** Maximum number of portfolios in an unpaged list: more than one person has. */
const maxListed = 500
/** Number of trends per portfolio in a list. */
const listedTrends = 6

/** Throws `portfolios.not_found`. */
export async function getPortfolio(
  { id, series = 'listed' }: { id: string; series?: Series | undefined },
  actor: Person,
  deps: PortfolioDependencies,
): Promise<Portfolio> {
  const { kysely } = deps.database
  const row = await createPortfoliosRepository(kysely).find(id, await findViewer(actor, deps))
  if (row === null) throw portfolioNotFound()
  return presentWithTrends(row, series, kysely, deps)
}

/** The portfolios that the person may see, by title. */
export async function listPortfolioTitles(
  actor: Person,
  deps: PortfolioDependencies,
): Promise<{ id: string; title: string }[]> {
  const all = { page: 1, perPage: maxListed }
  const { rows } = await createPortfoliosRepository(deps.database.kysely).list(
    await findViewer(actor, deps),
    { order: 'title', groupId: null },
    all,
  )
  return rows.map(({ id, title }) => ({ id, title }))
}

/** The given portfolios that the person may see. */
export async function listVisiblePortfolios(
  ids: readonly string[],
  actor: Person,
  deps: PortfolioDependencies,
): Promise<string[]> {
  if (ids.length === 0) return []
  return createPortfoliosRepository(deps.database.kysely).listVisible(ids, await findViewer(actor, deps))
}

/** Throws `groups.not_found`. */
export async function listPortfolios(
  {
    order,
    groupId = null,
    series = 'listed',
    page,
  }: { order: 'newest' | 'title'; groupId?: string | null; series?: Series | undefined; page: PageRequest },
  actor: Person,
  deps: PortfolioDependencies,
): Promise<{ items: Portfolio[]; page: PageInfo }> {
  const { database, images, groups } = deps
  if (groupId !== null) await groups.requireOne(actor, groupId)
  const viewer = await findViewer(actor, deps)
  const { rows, total } = await createPortfoliosRepository(database.kysely).list(viewer, { order, groupId }, page)
  const trends = await createTrendsRepository(database.kysely).listFirst(
    rows.map(({ id }) => id),
    listedTrends,
    series,
  )
  const items = rows.map((row) =>
    presentPortfolio(
      row,
      trends.filter(({ portfolioId }) => portfolioId === row.id),
      images.addressOf,
    ),
  )
  return { items, page: toPageInfo(page, total) }
}

/** Creates a portfolio with signals atomically. Throws `groups.not_found`, `signals.not_found` and the errors of pictures. */
export async function createPortfolio(
  { title, groupId, file, trends }: NewPortfolio,
  actor: Person,
  deps: PortfolioDependencies,
): Promise<Portfolio> {
  const { images, groups, clock, createId } = deps
  if (groupId !== null) await groups.requireOne(actor, groupId)
  const newTrends = await findNewTrends(trends, deps)
  const picture = file === null ? null : await images.prepare(file, 'file')
  const viewer = await findViewer(actor, deps)
  const id = createId('pf')
  const refresh = { portfolioId: id, refreshId: createId('rf') }
  const store = async (trx: Kysely<object>) => {
    await insertPortfolio({ id, title, groupId, picture }, actor, trx, deps)
    const isBegun = await saveTrends(
      await lockPortfolio(id, viewer, trx),
      { wanted: newTrends, refresh, at: clock.now() },
      trx,
    )
    // in the same transaction: a later read could find only some of the signals measured
    return { result: await presentWithTrends(await lockPortfolio(id, viewer, trx), 'listed', trx, deps), isBegun }
  }
  return storeAndQueue(refresh, store, deps)
}

/** Throws `portfolios.not_found`, `groups.not_found`, `portfolios.trend_not_found`, `portfolios.stale` and the errors of pictures. */
export async function updatePortfolio(
  change: PortfolioUpdate,
  actor: Person,
  deps: PortfolioDependencies,
): Promise<Portfolio> {
  const { database, images, groups, clock } = deps
  const { id, revision, title, organizationGroupId: groupId, imageRemoved = false, trends, file = null } = change
  if (trends !== undefined && revision === undefined) throw revisionNeeded()
  const viewer = await findViewer(actor, deps)
  // checked first, so that a person without access learns nothing from the other errors
  await requirePortfolio(id, viewer, deps)
  if (typeof groupId === 'string') await groups.requireOne(actor, groupId)
  const picture = file === null ? null : await images.prepare(file, 'file')
  return database.kysely.transaction().execute(async (trx) => {
    const row = await lockPortfolio(id, viewer, trx)
    if (revision !== undefined && revision !== row.revision)
      throw portfolioStale(await presentWithTrends(row, 'listed', trx, deps))
    const covers = trends === undefined ? [] : await setTrends(row, trends, trx)
    const hasNewImage = picture !== null || imageRemoved
    const imageId = picture === null ? null : await images.store(trx, picture, row)
    const portfolios = createPortfoliosRepository(trx)
    const write = async () => {
      await portfolios.change(id, { title, groupId, ...(hasNewImage && { imageId }) }, clock.now())
      await images.remove(trx, [...covers, hasNewImage ? row.imageId : null])
      const changedRow = await portfolios.findAny(id)
      if (changedRow === null) throw portfolioNotFound()
      return presentWithTrends(changedRow, 'listed', trx, deps)
    }
    // a person who moves it to a group they are not in writes, and gets back, rows that they can no longer see
    return groupId === undefined ? write() : runForTenant(null, write)
  })
}

/** Throws `portfolios.not_found`. */
export async function removePortfolio(id: string, actor: Person, deps: PortfolioDependencies): Promise<void> {
  const viewer = await findViewer(actor, deps)
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = await lockPortfolio(id, viewer, trx)
    const covers = (await createTrendsRepository(trx).listNames(id)).map(({ coverId }) => coverId)
    await createPortfoliosRepository(trx).delete(id)
    await deps.images.remove(trx, [row.imageId, ...covers])
  })
}

/** Begins to measure all trends again. Throws `portfolios.not_found` and `portfolios.refresh_running`. */
export async function refreshPortfolio(id: string, actor: Person, deps: PortfolioDependencies): Promise<Portfolio> {
  const viewer = await findViewer(actor, deps)
  const startedRefresh = { portfolioId: id, refreshId: deps.createId('rf') }
  const store = async (trx: Kysely<object>) => {
    const { refresh } = await lockPortfolio(id, viewer, trx)
    // a refresh of only the newly saved trends is absorbed by the new one
    if (refresh.state === 'running' && refresh.isWhole) throw refreshRunning()
    const isBegun = await createRefreshesRepository(trx).beginAll(id, startedRefresh.refreshId, deps.clock.now())
    return { result: undefined, isBegun }
  }
  await storeAndQueue(startedRefresh, store, deps)
  return getPortfolio({ id }, actor, deps)
}

/** Throws `portfolios.not_found` unless the person may see the portfolio. */
export async function requirePortfolio(id: string, viewer: Viewer, { database }: PortfolioDependencies): Promise<void> {
  if ((await createPortfoliosRepository(database.kysely).find(id, viewer)) === null) throw portfolioNotFound()
}

/** Locks a portfolio that the person may change until the transaction ends. Throws `portfolios.not_found`. */
export async function lockPortfolio(id: string, viewer: Viewer, trx: Kysely<object>): Promise<PortfolioRow> {
  const row = await createPortfoliosRepository(trx).lock(id, viewer)
  if (row === null) throw portfolioNotFound()
  return row
}

async function presentWithTrends(
  row: PortfolioRow,
  series: Series,
  kysely: Kysely<object>,
  { images }: { images: Images },
): Promise<Portfolio> {
  return presentPortfolio(row, await createTrendsRepository(kysely).list(row.id, series), images.addressOf)
}

/** Stores a portfolio without trends. */
async function insertPortfolio(
  {
    id,
    title,
    groupId,
    picture,
  }: { id: string; title: string; groupId: string | null; picture: EncodedPicture | null },
  actor: Person,
  trx: Kysely<object>,
  { images, clock }: PortfolioDependencies,
): Promise<void> {
  const { userId, organizationId } = actor
  const imageId = picture === null ? null : await images.store(trx, picture, actor)
  const at = clock.now()
  await createPortfoliosRepository(trx).insert({ id, organizationId, userId, groupId, title, imageId, at })
}

/** Gives the trends of a locked portfolio this order and removes all others; resolves with the covers of those removed. */
async function setTrends(
  row: PortfolioRow,
  requestedTrends: readonly { id: string; title?: string | undefined }[],
  trx: Kysely<object>,
): Promise<(string | null)[]> {
  const trends = createTrendsRepository(trx)
  const ids = new Set(requestedTrends.map(({ id }) => id))
  if (ids.size < requestedTrends.length) throw trendNamedTwice()
  const currentIds = (await trends.listNames(row.id)).map(({ id }) => id)
  if (requestedTrends.some(({ id }) => !currentIds.includes(id))) throw trendNotFound()
  const removed = await trends.delete(
    row.id,
    currentIds.filter((id) => !ids.has(id)),
  )
  await createRefreshesRepository(trx).extend(row.id, -removed.filter(({ awaitsRefresh }) => awaitsRefresh).length)
  await trends.setOrder(row.id, requestedTrends)
  return removed.map(({ coverId }) => coverId)
}

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
