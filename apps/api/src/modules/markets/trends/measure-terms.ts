import { addDays, isDiscovery, parseQuery, showableRatio } from '@auspex/analytics'
import type { Trend, TrendChange, TrendList } from '@auspex/sdk/types'
import { type DocumentFilter, type DocumentsModule, toMatching, type TopicStories } from '../../library/index.ts'
import { type Comparison, onDays } from './library-comparison.ts'
import { byTopic, type MeasuredTopic, measureTopic, sumWindows, windowTotals } from './measure-topic.ts'
import { stepDaysOf, sumSteps, type TrendWindows } from './trend-windows.ts'
import { describeTrend } from './trend-words.ts'
import type { TrendsDependencies } from './trends-dependencies.ts'

/** A term counted in documents of the library. */
export interface MeasuredTerm {
  term: string
  documents: number
  /** Null when no document of either window contains it. */
  trend: Trend | null
}

/** Windows that contain no day. */
export const noWindows: TrendWindows = {
  asOf: '0001-01-01',
  from: '0001-01-02',
  middle: '0001-01-02',
  windowDays: 28,
}
/** Window length in days when there is nothing to compare. */
export const emptyWindowDays = 28

/** Few, because these counts run in the background and must not delay a search. */
export const topicsInBackground = 3

/** Fewer stories, over both windows, count as chance whatever the formula yields: the limit for reporting a ratio. */
const minStories = 10

interface ReadableTerm {
  term: string
  filter: DocumentFilter
}

/** Terms as filters; omits those that are not valid queries. */
export function toFilters(terms: readonly string[], filter: DocumentFilter): ReadableTerm[] {
  return terms.flatMap((term) => {
    const read = parseQuery(term)
    return read.ok ? [{ term, filter: { ...filter, ...toMatching(read.query) } }] : []
  })
}

/** Counts terms over the documents of a filter, and measures how they changed if there is something to compare. */
export async function measureTerms(
  { terms, filter, comparison }: { terms: readonly string[]; filter: DocumentFilter; comparison: Comparison | null },
  { documents }: TrendsDependencies,
): Promise<MeasuredTerm[]> {
  const readable = toFilters(terms, filter)
  const topicCounts = await documents.topicCounts.countTopics(
    readable.map((one) => one.filter),
    { windows: noWindows, topicsPerStatement: topicsInBackground },
  )
  const counts = byTopic(topicCounts, readable.length)
  const trends = new Map(
    comparison === null
      ? []
      : (await measureTrends({ terms }, comparison, { documents })).map((one) => [one.term, one]),
  )
  return readable.map(({ term }, index) => ({
    term,
    documents: (counts[index] ?? []).reduce((sum, row) => sum + row.documents, 0),
    trend: trends.get(term) ?? null,
  }))
}

/**
 * How the stories of terms changed between the windows; omits terms that no document of either window contains. `tested` is the number of terms from
 * which these were selected: of the changes called certain at most one in twenty is expected to be chance.
 */
export async function measureTrends(
  { terms, tested = terms.length }: { terms: readonly string[]; tested?: number },
  comparison: Comparison,
  { documents }: { documents: DocumentsModule },
): Promise<Trend[]> {
  const readable = toFilters(terms, comparison.filter)
  const counted = await documents.topicStories.countStories(
    readable.map(({ filter }) => filter),
    { middle: comparison.windows.middle, topicsPerStatement: topicsInBackground },
  )
  const counts = byTopic(counted, readable.length)
  const measured = readable.flatMap(({ term }, index) => measureStories(term, counts[index] ?? [], comparison) ?? [])
  const certain = isDiscovery(
    measured.map(({ pValue }) => pValue),
    falseShare,
    tested,
  )
  return measured.map((one, index) => toTrend(one, comparison, certain[index] ?? false))
}

/** False discovery rate of the changes that are called certain (Benjamini & Hochberg 1995). */
const falseShare = 0.05

interface MeasuredStories extends MeasuredTopic {
  term: string
  growth: NonNullable<MeasuredTopic['growth']>
  pValue: number
  counts: readonly TopicStories[]
}

/** Null when growth cannot be measured. */
function measureStories(term: string, counts: readonly TopicStories[], comparison: Comparison): MeasuredStories | null {
  const measured = measureTopic(
    counts.map(({ day, source, kind, stories }) => ({ day, source, kind, count: stories })),
    comparison,
  )
  const { growth, pValue } = measured
  return growth === null || pValue === null ? null : { ...measured, growth, pValue, term, counts }
}

/** Maps a measured term to the contract, without its headline. */
function toTrend(
  { term, growth, counts, isUpNow, ...measured }: MeasuredStories,
  comparison: Comparison,
  isCertain: boolean,
): Trend {
  const { windows } = comparison
  const perDay = onDays(counts, windows, ({ stories }) => stories)
  const documents = sumWindows(
    onDays(counts, windows, (count) => count.documents),
    windows.windowDays,
  )
  const all = windowTotals(comparison)
  const change = changeOf(growth, isCertain)
  const description = {
    stories: measured.current,
    previousStories: measured.previous,
    change,
    ...(change === 'grew' && { isUpNow }),
    isRatioTold: showableRatio(growth) !== null,
    momentum: growth,
  }
  return {
    term,
    ...description,
    documents: documents.current,
    previous: documents.previous,
    share: shareOf(documents.current, all.current),
    previousShare: shareOf(documents.previous, all.previous),
    why: describeTrend(description, {
      windowDays: windows.windowDays,
      covered: sumWindows(
        measured.days.map((value) => (value === null ? 0 : 1)),
        windows.windowDays,
      ),
    }),
    headline: null,
    peakDay: peakDayOf(perDay, windows),
    days: sumSteps(measured.days, stepDaysOf(windows.windowDays)),
  }
}

function changeOf({ low, high, n }: Trend['momentum'], isCertain: boolean): TrendChange {
  if (n < minStories) return 'too-few'
  if (!isCertain) return 'unclear'
  return low > 1 ? 'grew' : high < 1 ? 'fell' : 'unclear'
}

/** The day of the last window with the most stories, the first of several. */
function peakDayOf(days: readonly number[], windows: TrendWindows): string | null {
  const last = days.slice(windows.windowDays)
  const max = Math.max(0, ...last)
  return max === 0 ? null : addDays(windows.middle, last.indexOf(max))
}

function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : part / all
}

/** Trends with the comparison they come from; a null comparison means there was nothing to compare. */
export async function toTrendList(
  { comparison, country, items }: { comparison: Comparison | null; country: string | null; items: readonly Trend[] },
  { provenance }: TrendsDependencies,
): Promise<TrendList> {
  const totals = comparison === null ? { current: 0, previous: 0 } : windowTotals(comparison)
  const windowDays = comparison?.windows.windowDays ?? emptyWindowDays
  return {
    asOf: comparison?.windows.asOf ?? null,
    windowDays,
    stepDays: stepDaysOf(windowDays),
    firstDay: comparison?.covered.firstDay ?? null,
    latestDay: comparison?.covered.latestDay ?? null,
    provenance: comparison?.provenance ?? (await provenance()),
    basis: comparison?.basis ?? 'library-share',
    country,
    documents: totals.current,
    previous: totals.previous,
    items: [...items],
  }
}
