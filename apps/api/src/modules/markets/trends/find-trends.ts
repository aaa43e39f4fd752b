import type { TrendList } from '@auspex/sdk/types'
import { addHeadlines } from './driving-headlines.ts'
import { compareLibrary, type Comparison } from './library-comparison.ts'
import { measureTrends, toTrendList } from './measure-terms.ts'
import { rankGrowth } from './rank-trends.ts'
import { readHeadlines } from './read-headlines.ts'
import { type Candidates, createCandidates } from './trend-candidates.ts'
import { windowDaysOf } from './trend-windows.ts'
import type { TrendsDependencies } from './trends-dependencies.ts'

/** Which trends: of a country or everywhere, over windows of a given length up to a day; both have defaults. */
export interface TrendScope {
  country: string | null
  windowDays?: number | undefined
  until?: string | null
}

const trendLimit = 100

/** What the library, or its documents of one country, mentions more than before. */
export async function findTrends(scope: TrendScope, deps: TrendsDependencies): Promise<TrendList> {
  const { country } = scope
  const comparison = await compareLibrary(scope, deps)
  if (comparison === null) return toTrendList({ comparison, country, items: [] }, deps)
  const measured = await measureTrends(await findCandidates(comparison, deps), comparison, deps)
  const items = await addHeadlines(rankGrowth(measured).slice(0, trendLimit), comparison, deps)
  return toTrendList({ comparison, country, items }, deps)
}

async function findCandidates(comparison: Comparison, deps: TrendsDependencies): Promise<Candidates> {
  const { windows, filter, groups } = comparison
  const candidates = createCandidates(windows, groups)
  // the last window first: terms too rare in it need not be counted in the earlier one
  const days = windowDaysOf(windows).toReversed()
  const read = (part: readonly string[]) => readHeadlines({ filter, days: part }, candidates.add, deps)
  await read(days.slice(0, windows.windowDays))
  candidates.forgetRare()
  await read(days.slice(windows.windowDays))
  return candidates.best()
}
