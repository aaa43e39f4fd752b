import type { Handlers } from '../../../http/handlers.ts'
import { getCacheStatus, type ReportCacheDependencies, updateCache } from './report-cache.usecases.ts'

export type CacheOperations = ReturnType<typeof createCacheOperations>

/** Reports how fresh stored reports are, and refreshes them. */
export function createCacheOperations(deps: ReportCacheDependencies) {
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
