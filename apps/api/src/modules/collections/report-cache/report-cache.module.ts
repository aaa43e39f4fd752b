import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { createCacheJobs } from './report-cache.jobs.ts'
import { type CacheOperations, createCacheOperations } from './report-cache.operations.ts'
import { createReportCacheRepository } from './report-cache.repository.ts'
import { listStaleSignals, type ReportCacheDependencies, updateReport } from './report-cache.usecases.ts'

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
