import type { TrendList } from '@auspex/sdk/types'
import type { DocumentsModule } from '../documents/index.ts'
import { addHeadlines } from './driving-headlines.ts'
import { compareLibrary, type Comparison, type ComparisonDependencies } from './library-comparison.ts'
import { measureTrends, toTrendList } from './measure-terms.ts'
import { rankGrowth } from './rank-trends.ts'
import { readHeadlines } from './read-headlines.ts'
import { type Candidates, createCandidates } from './trend-candidates.ts'
import { windowDaysOf } from './trend-windows.ts'

export interface FindTrendsDependencies extends ComparisonDependencies {
  documents: ComparisonDependencies['documents'] & Pick<DocumentsModule, 'stories' | 'getDocuments'>
}

/** Which trends: of a country or everywhere, over windows of so many days up to a day; chosen where nothing is said. */
export interface TrendScope {
  country: string | null
  windowDays?: number | undefined
  until?: string | null
}

const trendLimit = 100

/** What the library, or its documents of one country, says more of than before. */
export async function findTrends(scope: TrendScope, deps: FindTrendsDependencies): Promise<TrendList> {
  const { country } = scope
  const comparison = await compareLibrary(deps, scope)
  if (comparison === null) return toTrendList({ comparison, country, items: [] }, deps)
  const measured = await measureTrends(await findCandidates(comparison, deps), comparison, deps)
  const items = await addHeadlines(rankGrowth(measured).slice(0, trendLimit), comparison, deps)
  return toTrendList({ comparison, country, items }, deps)
}

async function findCandidates(comparison: Comparison, deps: FindTrendsDependencies): Promise<Candidates> {
  const { windows, filter, groups } = comparison
  const candidates = createCandidates(windows, groups)
  // the last window first: what it does not name often enough need not be remembered of the one before
  const days = windowDaysOf(windows).toReversed()
  const read = (part: readonly string[]) => readHeadlines({ filter, days: part }, candidates.add, deps)
  await read(days.slice(0, windows.windowDays))
  candidates.forgetRare()
  await read(days.slice(windows.windowDays))
  return candidates.best()
}
