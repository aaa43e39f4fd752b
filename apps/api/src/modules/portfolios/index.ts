import type { Portfolio } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../adapters/jobs/jobs.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Images } from '../images/index.ts'
import type { Signals } from '../signals/index.ts'
import type { Groups } from '../users/index.ts'
import { createOverviewRepository } from './overview.repository.ts'
import { createPortfolioJobs, refreshQueue } from './portfolios.jobs.ts'
import { createPortfolioOperations, type PortfolioOperations } from './portfolios.operations.ts'
import { createPortfoliosRepository } from './portfolios.repository.ts'
import { createPortfolioUsecases, type PortfolioDependencies } from './portfolios.usecases.ts'
import { createReadingsRepository } from './readings.repository.ts'
import { createTrendUsecases } from './trends.usecases.ts'

export { overviewColumns } from './overview.repository.ts'
export type { ReadSignal } from './readings.repository.ts'

type Person = Pick<Actor, 'userId' | 'organizationId'>

/** What other modules may do with portfolios. */
export interface Portfolios {
  /** A portfolio that the person may see. Throws `portfolios.not_found`. */
  get(id: string, person: Person): Promise<Portfolio>
  /** The portfolios that the person may see, by title. */
  listOf(person: Person): Promise<{ id: string; title: string }[]>
  /** Whether the person made the portfolio. */
  isOwn(id: string, person: Person): Promise<boolean>
  /** Those of the portfolios that the person may see. */
  listVisible(ids: readonly string[], person: Person): Promise<string[]>
  /** Those of the portfolios that are there; none of them is deleted before the transaction ends. */
  keepUntilEnd(ids: readonly string[], transaction: Kysely<object>): Promise<string[]>
  /** The portfolios of everybody: for administration alone. */
  overview: ReturnType<typeof createOverviewRepository>
  /** What was measured of the signals in portfolios. */
  readings: ReturnType<typeof createReadingsRepository>
}

export interface PortfoliosModule {
  operations: PortfolioOperations
  portfolios: Portfolios
  /** Measures the trends of portfolios. */
  jobs: readonly Job[]
}

/** Signals saved together. */
export function createPortfoliosModule(dependencies: {
  database: Database
  jobs: Pick<Jobs, 'enqueue' | 'enqueueWith'>
  images: Images
  groups: Groups
  signals: Pick<Signals, 'find' | 'readReport'>
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
  return {
    operations: createPortfolioOperations(usecases, trends),
    portfolios: {
      get: usecases.get,
      listOf: usecases.listOf,
      isOwn: async (id, { userId }) =>
        (await createPortfoliosRepository(database.kysely).findAny(id))?.userId === userId,
      listVisible: usecases.listVisible,
      keepUntilEnd: (ids, transaction) => createPortfoliosRepository(transaction).keepUntilEnd(ids),
      overview: createOverviewRepository(database.kysely),
      readings: createReadingsRepository(database.kysely),
    },
    jobs: createPortfolioJobs({ database, signals, queue: jobs, clock, log }),
  }
}

/** What is stored and the job that it needs are there together or not at all. */
function createStoreAndQueue(jobs: Pick<Jobs, 'enqueueWith'>): PortfolioDependencies['storeAndQueue'] {
  return async (refresh, write) => {
    const results: Awaited<ReturnType<typeof write>>['result'][] = []
    await jobs.enqueueWith(refreshQueue, refresh, async (transaction) => {
      const { result, isBegun } = await write(transaction)
      results.push(result)
      return isBegun
    })
    return results[0] as (typeof results)[number] // written once: what fails throws
  }
}
