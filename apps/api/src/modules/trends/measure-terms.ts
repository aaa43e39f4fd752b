import { parseQuery, toTsquery } from '@auspex/analytics'
import type { Trend, TrendList } from '@auspex/sdk/types'
import type { DocumentFilter } from '../documents/index.ts'
import type { Comparison, ComparisonDependencies } from './library-comparison.ts'
import { byTopic, measureTopic, toTrend, windowTotals } from './measure-topic.ts'
import type { TrendWindows } from './trend-windows.ts'

/** A term counted in documents of the library. */
export interface MeasuredTerm {
  term: string
  documents: number
  /** Null when no document of either window holds it. */
  trend: Trend | null
}

/** No day is in them. */
export const noWindows: TrendWindows = { asOf: '0001-01-01', from: '0001-01-02', windowDays: 28 }
/** Days of a window when there is nothing to compare. */
export const emptyWindowDays = 28

/** Few, because nobody waits for these counts, and somebody may wait for a search. */
const topicsInBackground = 3

/** Counts terms over the documents of a filter, and measures how they moved when there is something to compare. */
export async function measureTerms(
  { terms, filter, comparison }: { terms: readonly string[]; filter: DocumentFilter; comparison: Comparison | null },
  { documents }: Pick<ComparisonDependencies, 'documents'>,
): Promise<MeasuredTerm[]> {
  const readable = terms.flatMap((term) => {
    const read = parseQuery(term)
    return read.ok ? [{ term, filter: { ...filter, tsquery: toTsquery(read.query) } }] : []
  })
  const filters = readable.map((one) => one.filter)
  const counted = await documents.topicCounts.countTopics(filters, {
    windows: comparison?.windows ?? noWindows,
    topicsAStatement: topicsInBackground,
  })
  const counts = byTopic(counted, readable.length)
  return readable.map(({ term }, index) => {
    const rows = counts[index] ?? []
    return {
      term,
      documents: rows.reduce((sum, row) => sum + row.documents, 0),
      trend: comparison === null ? null : toTrend(term, measureTopic(rows, comparison), comparison),
    }
  })
}

/** How terms moved between the windows; those that no document of either window holds are left out. */
export async function measureTrends(
  terms: readonly string[],
  comparison: Comparison,
  deps: Pick<ComparisonDependencies, 'documents'>,
): Promise<Trend[]> {
  const measured = await measureTerms({ terms, comparison, filter: comparison.filter }, deps)
  return measured.flatMap(({ trend }) => (trend === null ? [] : [trend]))
}

/** Trends with what was compared to find them; null when there was nothing to compare. */
export async function toTrendList(
  { comparison, country, items }: { comparison: Comparison | null; country: string | null; items: readonly Trend[] },
  { provenance }: Pick<ComparisonDependencies, 'provenance'>,
): Promise<TrendList> {
  return {
    asOf: comparison?.windows.asOf ?? null,
    windowDays: comparison?.windows.windowDays ?? emptyWindowDays,
    provenance: comparison?.provenance ?? (await provenance()),
    basis: comparison?.basis ?? 'library-share',
    country,
    ...(comparison === null ? { documents: 0, previous: 0 } : windowTotals(comparison)),
    items: [...items],
  }
}
