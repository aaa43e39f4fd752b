import type { CoverageSection, Enrichment, SourceKey, SourceRun } from '@auspex/sdk/types'
import type { SourceHolding } from './library.ts'

export interface CoverageInput {
  /** What the library holds of the measured sources. */
  holdings: readonly SourceHolding[]
  counts: readonly { sourceKey: SourceKey; documents: number }[]
  runs: readonly SourceRun[]
  enrichment: Enrichment
  labelOf: (source: SourceKey) => string
}

/** What was asked, what answered, and what the library holds of each measured source. */
export function buildCoverage({ holdings, counts, runs, enrichment, labelOf }: CoverageInput): CoverageSection {
  const matching = new Map(counts.map(({ sourceKey, documents }) => [sourceKey, documents]))
  return {
    section: 'coverage',
    runs: [...runs],
    sources: holdings
      .filter(({ total }) => total > 0)
      .map(({ source, total, firstDay, lastDay, complete }) => ({
        source,
        label: labelOf(source),
        documents: matching.get(source) ?? 0,
        total,
        firstDay,
        lastDay,
        complete,
      })),
    enrichment,
  }
}
