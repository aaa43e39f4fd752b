import { createTermCounter, createTopicFinder, formatQuery, type GrowingTopic, parseQuery } from '@auspex/analytics'
import type { Trend, TrendList } from '@auspex/sdk/types'
import { runInTurns } from '../../../adapters/database/turns/steps.ts'
import { findCategories } from './categories-by-meaning.ts'
import { addHeadlines, readHeadlines } from './driving-headlines.ts'
import { compareLibrary, type Comparison } from './library-comparison.ts'
import { type CountedTopic, measureTrends, toTrendList } from './measure-terms.ts'
import { rankGrowth } from './rank-trends.ts'
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
  const topics = await findTopics(comparison, deps)
  const choose = (trends: Trend[]) => rankGrowth(trends).slice(0, trendLimit)
  const ranked = await addHeadlines(await measureTrends({ ...topics, choose }, comparison, deps), comparison, deps)
  return toTrendList({ comparison, country, items: await findCategories(ranked, deps) }, deps)
}

/** Topics that headlines form, and how many terms were examined for them. */
async function findTopics(
  comparison: Comparison,
  deps: TrendsDependencies,
): Promise<{ topics: CountedTopic[]; tested: number }> {
  const { windows, filter, groups } = comparison
  const counter = createTermCounter(windows, groups)
  const days = windowDaysOf(windows)
  const last = days.slice(windows.windowDays)
  // the last window first: terms too rare in it need not be counted in the earlier one
  await readHeadlines({ filter, days: last }, counter.add, deps)
  counter.forgetRare()
  await readHeadlines({ filter, days: days.slice(0, windows.windowDays) }, counter.add, deps)
  const { terms, tested } = counter.grown()
  const finder = createTopicFinder({
    grown: terms,
    reader: await deps.documents.wordReaders.findMain(),
    storiesWith: counter.storiesWith,
    storiesBefore: counter.storiesBefore(),
  })
  // read a second time instead of stored: a year of headlines may not fit in memory
  await readHeadlines({ filter, days: last }, finder.add, deps)
  const topics = await runInTurns(finder.topics())
  return { topics: topics.map(toCounted), tested }
}

function toCounted({ terms, searches }: GrowingTopic): CountedTopic {
  const text = searches.map((search) => (search.includes(' ') ? `"${search}"` : search)).join(' OR ')
  const parsed = parseQuery(text)
  return { terms, query: parsed.ok ? formatQuery(parsed.query) : text }
}
