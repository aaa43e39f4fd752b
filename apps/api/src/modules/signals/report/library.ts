import type { CoverageSource, SourceKey } from '@auspex/sdk/types'
import type { DocumentsModule } from '../../documents/index.ts'

/** What the library holds of one source, by day: the denominators of a report. */
export interface SourceHolding extends Pick<CoverageSource, 'total' | 'firstDay' | 'lastDay' | 'complete'> {
  source: SourceKey
  /** Documents of each day that has any. */
  days: ReadonlyMap<string, number>
}

export interface LibraryFacts {
  revision: number
  holdings: readonly SourceHolding[]
}

export type Library = ReturnType<typeof createLibrary>

/** The library as a whole. Facts of one revision never change, so they are read once and kept. */
export function createLibrary(documents: Pick<DocumentsModule, 'librarySummary' | 'sourceDays'>) {
  let known: LibraryFacts | null = null
  return {
    /** The library at `revision`, or at a later one when it has moved on. */
    async at(revision: number): Promise<LibraryFacts> {
      if (known?.revision !== revision) known = await readFacts(documents)
      return known
    },
  }
}

async function readFacts({
  librarySummary,
  sourceDays,
}: Pick<DocumentsModule, 'librarySummary' | 'sourceDays'>): Promise<LibraryFacts> {
  const { revision, sources } = await librarySummary()
  const holdings = sources.map(({ sourceKey, documents, ...held }) => ({
    ...held,
    source: sourceKey,
    total: documents,
    days: new Map<string, number>(),
  }))
  const fromDay = sources.map(({ firstDay }) => firstDay).toSorted()[0]
  const toDay = sources
    .map(({ lastDay }) => lastDay)
    .toSorted()
    .at(-1)
  if (fromDay === undefined || toDay === undefined) return { revision, holdings }
  const bySource = new Map(holdings.map((holding) => [holding.source, holding.days]))
  for (const { sourceKey, day, documents } of await sourceDays({ sources: [...bySource.keys()], fromDay, toDay }))
    bySource.get(sourceKey)?.set(day, documents)
  return { revision, holdings }
}
