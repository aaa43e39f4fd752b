import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { createCacheJobs } from './report-cache.jobs.ts'
import { createReportCacheRepository } from './report-cache.repository.ts'
import {
  type ReportCacheDependencies,
  getCacheStatus,
  listStaleSignals,
  updateCache,
  updateReport,
} from './report-cache.usecases.ts'
import type { Handlers } from '../../../http/handlers.ts'

export interface ReportCacheModule {
  operations: CacheOperations
  /** Updates stored reports. */
  jobs: readonly Job[]
}

/** Stored reports as an administrator sees them: all, those of an organization, or those of a portfolio. */
export function createReportCacheModule({
  log,
  ...deps
}: ReportCacheDependencies & { log: Logger }): ReportCacheModule {
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
