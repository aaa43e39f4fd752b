import { LRUCache } from 'lru-cache'
import { resolveFilter } from './find-signal.ts'
import { measureReport } from './measure-report.ts'
import type { CanonicalQuery } from './signal-query.ts'
import type { SentReport } from './signal-reports.repository.ts'
import { toWritten } from './written-report.ts'
import type { CachedEstimates, ReportDependencies } from './report-dependencies.ts'

/**
 * Caches the texts of estimates, up to `maxCharacters` together, in this process only. They are never stored, because lists, monitors and forecasts
 * treat a stored report as a count of all documents.
 */
export function createCachedEstimates(maxCharacters = 8_000_000): CachedEstimates {
  const cachedEstimates = new LRUCache<string, SentReport>({
    maxSize: maxCharacters,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  })
  return {
    find(signalId, { revision, provenance, after }) {
      const estimate = cachedEstimates.get(signalId)
      if (estimate === undefined || estimate.computedAt <= after) return null
      return estimate.libraryRevision === revision && estimate.provenance === provenance ? estimate : null
    },
    keep: (signalId, estimate) => void cachedEstimates.set(signalId, estimate),
  }
}

/** Measures over the shards that answer; null when all of them do. Throws `documents.unreachable` when none does. */
export async function estimateReport(query: CanonicalQuery, deps: ReportDependencies): Promise<SentReport | null> {
  const answering = await deps.documents.findAnswering()
  if (answering === null) return null
  return deps.shareMeasurement(`estimate of ${query.signalId}`, async () => {
    const resolved = await resolveFilter(query, deps)
    const { report } = await measureReport({ query, ...resolved }, { ...deps, documents: answering })
    const { series: _series, naming: _naming, ...written } = toWritten(report, false)
    const estimate = { ...written, compressed: () => null }
    deps.estimates.keep(query.signalId, estimate)
    return estimate
  })
}
