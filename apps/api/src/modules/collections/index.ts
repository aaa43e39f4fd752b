import type { Foundation } from '../foundation.types.ts'
import type { Images, UsersModule, WriteAudit } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import type { ExploreModule } from '../search/index.ts'
import { listSignalsOf } from './portfolios/readings.repository.ts'
import { createPortfoliosModule } from './portfolios/portfolios.operations.ts'
import { createProjectsModule } from './projects/projects.module.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { Logger } from '../../kernel/logger.ts'
import {
  createCacheJobs,
  getCacheStatus,
  listStaleSignals,
  type ReportCacheDependencies,
  updateCache,
  updateReport,
} from './report-cache/report-cache.usecases.ts'
import { createReportCacheRepository } from './report-cache/report-cache.repository.ts'
import type { Handlers } from '../../http/handlers.ts'

export type { Portfolios } from './portfolios/portfolios.operations.ts'
export type { ReadSignal } from './portfolios/readings.repository.ts'
export { type MeasuredSignal, sumUpSources } from './projects/dashboard-parts.ts'
export type { Projects } from './projects/projects.module.ts'

/** Signals that people keep together. */
export function createCollections(
  dependencies: Foundation & {
    signals: Signals
    explore: ExploreModule
    users: UsersModule
    images: Images
    writeAudit: WriteAudit
  },
) {
  const { groups, people, createAdministered } = dependencies.users
  const { portfolios, ...portfolioParts } = createPortfoliosModule({ ...dependencies, groups })
  const { projects, ...projectParts } = createProjectsModule({ ...dependencies, groups, portfolios })
  const reportCache = createReportCacheModule({ ...dependencies, portfolios, people, createAdministered })
  return {
    portfolios,
    projects,
    /** The signals of portfolios, and of all portfolios of projects. */
    listSignalsOf: (itemIds: readonly string[]) => listSignalsOf(itemIds, dependencies.database.kysely),
    operations: { ...portfolioParts.operations, ...projectParts.operations, ...reportCache.operations },
    /** Work that a person waits for. */
    awaitedJobs: [...reportCache.jobs, ...portfolioParts.jobs],
  }
}

export type Collections = ReturnType<typeof createCollections>

interface ReportCacheModule {
  operations: CacheOperations
  /** Updates stored reports. */
  jobs: readonly Job[]
}

/** Stored reports as an administrator sees them: all, those of an organization, or those of a portfolio. */
function createReportCacheModule({ log, ...deps }: ReportCacheDependencies & { log: Logger }): ReportCacheModule {
  return {
    operations: createCacheOperations(deps),
    jobs: createCacheJobs({
      repository: createReportCacheRepository(deps.database.kysely),
      listStale: (x) => listStaleSignals(x, deps),
      update: (signalId, options) => updateReport(signalId, options, deps),
      clock: deps.clock,
      log,
    }),
  }
}

type CacheOperations = ReturnType<typeof createCacheOperations>

/** Reports how fresh stored reports are, and refreshes them. */
function createCacheOperations(deps: ReportCacheDependencies) {
  return {
    getCacheStatus: async ({ path: { x } }) => ({ status: 200, body: await getCacheStatus(x, deps) }),

    updateCache: async ({ path: { x }, query: { wait: seconds } }, context) => ({
      status: 200,
      body: await updateCache({ operation: 'updateCache', x, seconds }, context, deps),
    }),

    updatePortfolioCache: async ({ path: { x }, query: { wait: seconds } }, context) => ({
      status: 200,
      body: await updateCache({ operation: 'updatePortfolioCache', x, seconds }, context, deps),
    }),
  } satisfies Partial<Handlers>
}
