import type { Portfolio } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { type Images, type Groups, readPage, toFilter, toSorting } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import { createOverviewRepository, overviewColumns } from './overview.repository.ts'
import { createPortfolioJobs, refreshQueue } from './portfolios.jobs.ts'
import { createPortfolioOperations, type PortfolioOperations } from './portfolios.operations.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import { createPortfolioUsecases, type PortfolioDependencies } from './portfolios.usecases.ts'
import { createReadingsRepository } from './readings.repository.ts'
import { createTrendUsecases } from './trends.usecases.ts'
import type { Handlers } from '../../../http/handlers.ts'

type Person = Pick<Actor, 'userId' | 'organizationId'>

/** The public interface of this module. */
export interface Portfolios {
  /** A portfolio that the person may see. Throws `portfolios.not_found`. */
  get(id: string, person: Person): Promise<Portfolio>
  /** The portfolios that the person may see, by title. */
  listOf(person: Person): Promise<{ id: string; title: string }[]>
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
export function createPortfoliosModule(dependencies: {
  database: Database
  jobs: Jobs
  images: Images
  groups: Groups
  signals: Signals
  clock: Clock
  createId: CreateId
  log: Logger
}): PortfoliosModule {
  const { database, jobs, images, groups, signals, clock, createId, log } = dependencies
  images.namedBy('portfolios', (ids, kysely) => createPortfoliosRepository(kysely).listNamedImages(ids))
  const storeAndQueue = createStoreAndQueue(jobs)
  const shared = { database, images, groups, signals, clock, createId, storeAndQueue }
  const usecases = createPortfolioUsecases(shared)
  const trends = createTrendUsecases(shared, usecases)
  const overview = createOverviewRepository(database.kysely)
  return {
    operations: {
      ...createPortfolioOperations(usecases, trends),
      ...createPortfolioOverviewOperations(overview),
    },
    portfolios: {
      get: usecases.get,
      listOf: usecases.listOf,
      isOwn: async (id, { userId }) =>
        (await createPortfoliosRepository(database.kysely).findAny(id))?.userId === userId,
      listVisible: usecases.listVisible,
      keepUntilEnd: (ids, transaction) => createPortfoliosRepository(transaction).keepUntilEnd(ids),
      overview,
      readings: createReadingsRepository(database.kysely),
    },
    jobs: createPortfolioJobs({ database, signals, queue: jobs, clock, log }),
  }
}

/** Stores a change and its job in one transaction. */
function createStoreAndQueue(jobs: Jobs): PortfolioDependencies['storeAndQueue'] {
  return async (refresh, write) => {
    const results: Awaited<ReturnType<typeof write>>['result'][] = []
    await jobs.enqueueWith(refreshQueue, refresh, async (transaction) => {
      const { result, isBegun } = await write(transaction)
      results.push(result)
      return isBegun
    })
    return results[0] as (typeof results)[number] // assigned exactly once: a failure throws
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
