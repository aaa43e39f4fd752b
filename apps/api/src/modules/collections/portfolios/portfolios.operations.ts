import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { PortfolioDependencies } from './present-portfolio.ts'
import type { Portfolio } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import { readUpload } from '../../../http/body-parsers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { readPage, toFilter, toSorting } from '../../people/index.ts'
import { createOverviewRepository, overviewColumns } from './overview.repository.ts'
import { createPortfolioJobs } from './portfolios.jobs.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import {
  createPortfolio,
  getPortfolio,
  listPortfolios,
  refreshPortfolio,
  removePortfolio,
  updatePortfolio,
  listPortfolioTitles,
  listVisiblePortfolios,
} from './portfolios.usecases.ts'
import { createReadingsRepository } from './readings.repository.ts'
import { addTrends, listTrends, removeTrends, setMissingCovers, setTrendCover } from './trends.usecases.ts'

export type PortfolioOperations = ReturnType<typeof createPortfolioOperations>

/** The operations of portfolios and of the signals in them. */
export function createPortfolioOperations(deps: PortfolioDependencies) {
  return {
    createPortfolio: async ({ body }, { actor }) => {
      const { title, organizationGroupId: groupId = null } = body
      const file = readUpload('file' in body ? body.file : null)
      return { status: 200, body: await createPortfolio({ title, groupId, file, trends: [] }, actor, deps) }
    },

    createPortfolioWithTrends: async ({ body }, { actor }) => {
      const { title, organizationGroupId: groupId = null, trends } = body
      return { status: 200, body: await createPortfolio({ title, groupId, file: null, trends }, actor, deps) }
    },

    updatePortfolio: async ({ body }, { actor }) => ({ status: 200, body: await updatePortfolio(body, actor, deps) }),

    updatePortfolioWithImage: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await updatePortfolio({ ...body, id, file: readUpload(body.file) }, actor, deps),
    }),

    refreshPortfolio: async ({ body: { id } }, { actor }) => ({
      status: 200,
      body: await refreshPortfolio(id, actor, deps),
    }),

    removePortfolio: async ({ body: { id } }, { actor }) => {
      await removePortfolio(id, actor, deps)
      return { status: 200, body: { id, deleted: true } }
    },

    getPortfolio: async ({ path: { id }, query }, { actor }) => ({
      status: 200,
      body: await getPortfolio({ id, series: query.series }, actor, deps),
    }),

    listPortfolios: async ({ query }, { actor }) => ({
      status: 200,
      body: await listPortfolios({ order: 'newest', series: query.series, page: toPageRequest(query) }, actor, deps),
    }),

    listGroupPortfolios: async ({ query }, { actor }) => {
      const { organizationGroupId: groupId = null, series } = query
      return {
        status: 200,
        body: await listPortfolios({ order: 'title', groupId, series, page: toPageRequest(query) }, actor, deps),
      }
    },

    addTrends: async ({ body }, { actor }) => ({
      status: 200,
      body: { items: await addTrends(body, actor, deps) },
    }),

    removeTrends: async ({ body: { id, trendIds } }, { actor }) => {
      await removeTrends({ id, trendIds }, actor, deps)
      return { status: 200, body: { items: trendIds.map((trendId) => ({ id: trendId, deleted: true as const })) } }
    },

    listTopics: async ({ query }, { actor }) => ({
      status: 200,
      body: await listTrends({ portfolioId: query.portfolioId ?? null, page: toPageRequest(query) }, actor, deps),
    }),

    setTrendCover: async ({ path: { id, trendId }, body }, { actor }) => ({
      status: 200,
      body: await setTrendCover({ id, trendId, file: requireUpload(body.cover) }, actor, deps),
    }),

    setTopicCover: async ({ path: { id }, body }, { actor }) => ({
      status: 200,
      body: await setMissingCovers({ id, file: requireUpload(body.cover) }, actor, deps),
    }),
  } satisfies Partial<Handlers>
}

function requireUpload(field: unknown) {
  const file = readUpload(field)
  if (file === null) throw new Error('The contract lets no form without its picture pass')
  return file
}

/** The public interface of this module. */
export interface Portfolios {
  /** A portfolio that the person may see. Throws `portfolios.not_found`. */
  get(id: string, person: Person): Promise<Portfolio>
  /** The portfolios that the person may see, by title. */
  listOf(person: Person): Promise<{ id: string; title: string }[]>
  /** The portfolios that the person created. */
  listOwn(person: Person): Promise<string[]>
  /** Whether the person created the portfolio. */
  isOwn(id: string, person: Person): Promise<boolean>
  /** The given portfolios that the person may see. */
  listVisible(ids: readonly string[], person: Person): Promise<string[]>
  /** The given portfolios that exist; locks them against deletion until the transaction ends. */
  keepUntilEnd(ids: readonly string[], transaction: Kysely<object>): Promise<string[]>
  /** The portfolios of everyone: only for administrators. */
  overview: ReturnType<typeof createOverviewRepository>
  /** Readings of the signals in portfolios. */
  readings: ReturnType<typeof createReadingsRepository>
}

interface PortfoliosModule {
  operations: PortfolioOperations & ReturnType<typeof createPortfolioOverviewOperations>
  portfolios: Portfolios
  /** Measures the trends of portfolios. */
  jobs: readonly Job[]
}

/** Signals saved together. */
export function createPortfoliosModule({ log, ...deps }: PortfolioDependencies & { log: Logger }): PortfoliosModule {
  const { database, jobs, images, signals, clock } = deps
  images.namedBy('portfolios', (ids, kysely) => createPortfoliosRepository(kysely).listNamedImages(ids))
  const overview = createOverviewRepository(database.kysely)
  return {
    operations: { ...createPortfolioOperations(deps), ...createPortfolioOverviewOperations(overview) },
    portfolios: {
      get: (id, person) => getPortfolio({ id }, person, deps),
      listOf: (person) => listPortfolioTitles(person, deps),
      listOwn: ({ userId }) => createPortfoliosRepository(database.kysely).listOwn(userId),
      isOwn: async (id, { userId }) =>
        (await createPortfoliosRepository(database.kysely).findAny(id))?.userId === userId,
      listVisible: (ids, person) => listVisiblePortfolios(ids, person, deps),
      keepUntilEnd: (ids, transaction) => createPortfoliosRepository(transaction).keepUntilEnd(ids),
      overview,
      readings: createReadingsRepository(database.kysely),
    },
    jobs: createPortfolioJobs({ database, signals, queue: jobs, clock, log }),
  }
}

/** The portfolios of everyone, without their contents: only for administrators. */
function createPortfolioOverviewOperations(overview: ReturnType<typeof createOverviewRepository>) {
  return {
    listGodmodePortfolios: async ({ query }) => {
      const filter = {
        organizationId: toFilter(query.organizationId),
        searchTerm: query.searchTerm?.trim() ?? null,
      }
      const sorting = toSorting(overviewColumns, { sort: query.sort ?? 'updatedAt', direction: query.direction })
      const { items, page } = await readPage(query, {
        items: (pageRequest) => overview.list(filter, sorting, pageRequest),
        count: () => overview.count(filter),
      })
      const present = items.map(({ createdAt, updatedAt, ...rest }) => ({
        ...rest,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }))
      return { status: 200, body: { items: present, page } }
    },
  } satisfies Partial<Handlers>
}
