import type { TrendList } from '@auspex/sdk/types'
import type { DocumentsModule } from '../documents/index.ts'
import { compareLibrary, type Comparison, type ComparisonDependencies } from './library-comparison.ts'
import { measureTrends, toTrendList } from './measure-terms.ts'
import { rankGrowth } from './rank-trends.ts'
import { readHeadlines } from './read-headlines.ts'
import { createCandidates } from './trend-candidates.ts'
import { windowDaysOf } from './trend-windows.ts'

export interface FindTrendsDependencies extends ComparisonDependencies {
  documents: ComparisonDependencies['documents'] & Pick<DocumentsModule, 'stories'>
}

const trendLimit = 100

/** What the library, or its documents of one country, says more of than before. */
export async function findTrends(country: string | null, deps: FindTrendsDependencies): Promise<TrendList> {
  const comparison = await compareLibrary(deps, { country })
  if (comparison === null) return toTrendList({ comparison, country, items: [] }, deps)
  const measured = await measureTrends(await findCandidates(comparison, deps), comparison, deps)
  return toTrendList({ comparison, country, items: rankGrowth(measured).slice(0, trendLimit) }, deps)
}

async function findCandidates({ windows, filter }: Comparison, deps: FindTrendsDependencies): Promise<string[]> {
  const candidates = createCandidates(windows)
  await readHeadlines({ filter, days: windowDaysOf(windows) }, candidates.add, deps)
  return candidates.best()
}
