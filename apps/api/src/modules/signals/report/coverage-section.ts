import type { CoverageSection, CoverageSource, Enrichment, SourceKey, SourceRun } from '@auspex/sdk/types'
import type { GroupHolding } from './library.ts'

export interface CoverageInput {
  /** What the library holds of the measured sources. */
  holdings: readonly GroupHolding[]
  counts: readonly { sourceKey: SourceKey; documents: number }[]
  runs: readonly SourceRun[]
  enrichment: Enrichment
  labelOf: (source: SourceKey) => string
}

/** What was asked, what answered, and what the library holds of each measured source. */
export function buildCoverage({ holdings, counts, runs, enrichment, labelOf }: CoverageInput): CoverageSection {
  const matching = new Map(counts.map(({ sourceKey, documents }) => [sourceKey, documents]))
  const sources = new Map<SourceKey, CoverageSource>()
  for (const { source, total, firstDay, lastDay, complete } of holdings) {
    const known = sources.get(source)
    sources.set(source, {
      source,
      label: labelOf(source),
      documents: matching.get(source) ?? 0,
      total: total + (known?.total ?? 0),
      firstDay: [firstDay, known?.firstDay ?? null].flatMap((day) => day ?? []).toSorted()[0] ?? null,
      lastDay:
        [lastDay, known?.lastDay ?? null]
          .flatMap((day) => day ?? [])
          .toSorted()
          .at(-1) ?? null,
      complete,
    })
  }
  return { section: 'coverage', runs: [...runs], sources: [...sources.values()], enrichment }
}
