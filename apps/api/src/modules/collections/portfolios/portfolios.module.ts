import type { Portfolio } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { readPage, toFilter, toSorting } from '../../people/index.ts'
import { createOverviewRepository, overviewColumns } from './overview.repository.ts'
import { createPortfolioJobs } from './portfolios.jobs.ts'
import { createPortfolioOperations, type PortfolioOperations } from './portfolios.operations.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import type { PortfolioDependencies } from './present-portfolio.ts'
import { getPortfolio, listPortfolioTitles, listVisiblePortfolios } from './portfolios.usecases.ts'
import { createReadingsRepository } from './readings.repository.ts'

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

export interface PortfoliosModule {
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
