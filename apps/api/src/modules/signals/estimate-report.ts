import { LRUCache } from 'lru-cache'
import type { Provenance } from '@auspex/sdk/types'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { type FilterDependencies, resolveFilter } from './find-signal.ts'
import { type MeasureDependencies, measureReport } from './measure-report.ts'
import type { CanonicalQuery } from './signal-query.ts'
import type { SentReport } from './signal.repository.ts'
import { toWritten } from './written-report.ts'

export interface EstimateDependencies extends Omit<MeasureDependencies, 'documents'>, FilterDependencies {
  documents: FilterDependencies['documents'] & Pick<DocumentsModule, 'findAnswering'>
  shareMeasurement: ReturnType<typeof createSharedWork<SentReport>>
  estimates: KeptEstimates
}

/** Reports that were measured over a part of the library. */
export interface KeptEstimates {
  /** One of the library as it is, measured after an instant. */
  find(signalId: string, of: { revision: number; provenance: Provenance; after: Date }): SentReport | null
  keep(signalId: string, estimate: SentReport): void
}

/**
 * Keeps the texts of estimates, at most so many characters together, in this process alone. They are never stored: lists, monitors and forecasts
 * take what is stored for a count of all documents.
 */
export function createKeptEstimates(mostCharacters = 8_000_000): KeptEstimates {
  const kept = new LRUCache<string, SentReport>({
    maxSize: mostCharacters,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  })
  return {
    find(signalId, { revision, provenance, after }) {
      const estimate = kept.get(signalId)
      if (estimate === undefined || estimate.computedAt <= after) return null
      return estimate.libraryRevision === revision && estimate.provenance === provenance ? estimate : null
    },
    keep: (signalId, estimate) => void kept.set(signalId, estimate),
  }
}

/** Measures over the shards that answer; null when all do. Throws `documents.unreachable` when none does. */
export async function estimateReport(query: CanonicalQuery, deps: EstimateDependencies): Promise<SentReport | null> {
  const answering = await deps.documents.findAnswering()
  if (answering === null) return null
  return deps.shareMeasurement(`estimate of ${query.signalId}`, async () => {
    const resolved = await resolveFilter(query, deps)
    const { report } = await measureReport({ query, ...resolved }, { ...deps, documents: answering })
    const { series: _series, ...written } = toWritten(report, false)
    const estimate = { ...written, compressed: () => null }
    deps.estimates.keep(query.signalId, estimate)
    return estimate
  })
}
