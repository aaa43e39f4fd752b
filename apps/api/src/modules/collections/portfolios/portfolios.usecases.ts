import type { UploadedFile } from '@auspex/contract'
import type { Portfolio } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import type { EncodedPicture } from '../../people/index.ts'
import type { Images } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { Groups } from '../../people/index.ts'
import {
  portfolioNotFound,
  portfolioStale,
  revisionNeeded,
  trendNamedTwice,
  trendNotFound,
} from './portfolios.errors.ts'
import type { Series } from './numbers.repository.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import type { PortfolioRow, Viewer } from './portfolios.types.ts'
import { presentPortfolio } from './present-portfolio.ts'
import { createRefreshesRepository } from './refreshes.repository.ts'
import { createTrendsRepository } from './trends.repository.ts'

export interface PortfolioDependencies {
  database: Database
  images: Images
  groups: Groups
  signals: Signals
  clock: Clock
  createId: CreateId
  /** Stores a change and, if that begins the refresh, queues its job in the same transaction. */
  storeAndQueue<T>(
    refresh: Refresh,
    write: (transaction: Kysely<object>) => Promise<{ result: T; isBegun: boolean }>,
  ): Promise<T>
}

/** A refresh to be run. */
export interface Refresh {
  portfolioId: string
  refreshId: string
}

type Person = Pick<Actor, 'userId' | 'organizationId'>

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

export type PortfolioUsecases = ReturnType<typeof createPortfolioUsecases>

/** Use cases of portfolios. */
export function createPortfolioUsecases(deps: PortfolioDependencies) {
  const { database, images, groups, clock } = deps
  const portfolios = createPortfoliosRepository(database.kysely)

  const viewerOf = async (actor: Person): Promise<Viewer> => ({
    userId: actor.userId,
    organizationId: actor.organizationId,
    groupIds: await groups.ofActor(actor),
  })
  const transact = <T>(work: (trx: Kysely<object>) => Promise<T>) => database.kysely.transaction().execute(work)

  async function present(row: PortfolioRow, db: Kysely<object>, series: Series = 'listed'): Promise<Portfolio> {
    return presentPortfolio(row, await createTrendsRepository(db).list(row.id, series), images.addressOf)
  }

  /** Throws `portfolios.not_found`. */
  async function get(id: string, viewer: Viewer, series: Series): Promise<Portfolio> {
    const row = await portfolios.find(id, viewer)
    if (row === null) throw portfolioNotFound()
    return present(row, database.kysely, series)
  }

  /** Locks a portfolio that the person may change. Throws `portfolios.not_found`. */
  async function lock(id: string, viewer: Viewer, trx: Kysely<object>): Promise<PortfolioRow> {
    const row = await createPortfoliosRepository(trx).lock(id, viewer)
    if (row === null) throw portfolioNotFound()
    return row
  }

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

  return {
    viewerOf,
    transact,
    lock,
    present,
    get: async (id: string, actor: Person, series: Series = 'listed') => get(id, await viewerOf(actor), series),
    listOf: async (actor: Person) => {
      const all = { page: 1, perPage: maxListed }
      const { rows } = await portfolios.list(await viewerOf(actor), { order: 'title', groupId: null }, all)
      return rows.map(({ id, title }) => ({ id, title }))
    },

    async list(
      actor: Person,
      {
        order,
        groupId = null,
        series = 'listed',
      }: { order: 'newest' | 'title'; groupId?: string | null; series?: Series | undefined },
      page: PageRequest,
    ): Promise<{ items: Portfolio[]; page: PageInfo }> {
      if (groupId !== null) await groups.requireOne(actor, groupId)
      const { rows, total } = await portfolios.list(await viewerOf(actor), { order, groupId }, page)
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
    },

    /** Stores a portfolio without trends, in a transaction. Throws `groups.not_found`. */
    async insert(
      {
        id,
        title,
        groupId,
        picture,
      }: { id: string; title: string; groupId: string | null; picture: EncodedPicture | null },
      actor: Person,
      trx: Kysely<object>,
    ): Promise<void> {
      const { userId, organizationId } = actor
      const imageId = picture === null ? null : await images.store(trx, picture, actor)
      const at = clock.now()
      await createPortfoliosRepository(trx).insert({ id, organizationId, userId, groupId, title, imageId, at })
    },

    /** Throws `portfolios.not_found`, `groups.not_found`, `portfolios.trend_not_found`, `portfolios.stale` and the errors of pictures. */
    async update(change: PortfolioUpdate, actor: Person): Promise<Portfolio> {
      const { id, revision, title, organizationGroupId: groupId, imageRemoved = false, trends, file = null } = change
      if (trends !== undefined && revision === undefined) throw revisionNeeded()
      const viewer = await viewerOf(actor)
      // checked first, so that a person without access learns nothing from the other errors
      if ((await portfolios.find(id, viewer)) === null) throw portfolioNotFound()
      if (typeof groupId === 'string') await groups.requireOne(actor, groupId)
      const picture = file === null ? null : await images.prepare(file, 'file')
      return transact(async (trx) => {
        const row = await lock(id, viewer, trx)
        if (revision !== undefined && revision !== row.revision) throw portfolioStale(await present(row, trx))
        const covers = trends === undefined ? [] : await setTrends(row, trends, trx)
        const hasNewImage = picture !== null || imageRemoved
        const imageId = picture === null ? null : await images.store(trx, picture, row)
        const changed = createPortfoliosRepository(trx)
        const write = async () => {
          await changed.change(id, { title, groupId, ...(hasNewImage && { imageId }) }, clock.now())
          await images.remove(trx, [...covers, hasNewImage ? row.imageId : null])
          const written = await changed.findAny(id)
          if (written === null) throw portfolioNotFound()
          return present(written, trx)
        }
        // a person who moves it to a group they are not in writes, and gets back, rows that they can no longer see
        return groupId === undefined ? write() : runForTenant(null, write)
      })
    },

    /** Throws `portfolios.not_found`. */
    async remove(id: string, actor: Person): Promise<void> {
      const viewer = await viewerOf(actor)
      await transact(async (trx) => {
        const row = await lock(id, viewer, trx)
        const covers = (await createTrendsRepository(trx).listNames(id)).map(({ coverId }) => coverId)
        await createPortfoliosRepository(trx).delete(id)
        await images.remove(trx, [row.imageId, ...covers])
      })
    },

    /** The given portfolios that the person may see. */
    listVisible: async (ids: readonly string[], actor: Person) =>
      ids.length === 0 ? [] : portfolios.listVisible(ids, await viewerOf(actor)),
  }
}
