import { addDays, isDiscovery, parseQuery, tellRatio } from '@auspex/analytics'
import type { Trend, TrendChange, TrendList } from '@auspex/sdk/types'
import { type DocumentFilter, type DocumentsModule, toMatching, type TopicStories } from '../documents/index.ts'
import { type Comparison, type ComparisonDependencies, onDays } from './library-comparison.ts'
import { byTopic, type MeasuredTopic, measureTopic, sumWindows, windowTotals } from './measure-topic.ts'
import { stepDaysOf, sumSteps, type TrendWindows } from './trend-windows.ts'
import { describeTrend } from './trend-words.ts'

/** A term counted in documents of the library. */
export interface MeasuredTerm {
  term: string
  documents: number
  /** Null when no document of either window holds it. */
  trend: Trend | null
}

/** No day is in them. */
export const noWindows: TrendWindows = {
  asOf: '0001-01-01',
  from: '0001-01-02',
  middle: '0001-01-02',
  windowDays: 28,
}
/** Days of a window when there is nothing to compare. */
export const emptyWindowDays = 28

/** Few, because nobody waits for these counts, and somebody may wait for a search. */
export const topicsInBackground = 3

/** Fewer stories, of both windows together, are chance whatever the formula says: the limit of a told ratio. */
const leastStories = 10

interface ReadableTerm {
  term: string
  filter: DocumentFilter
}

/** Terms as filters; one that is no query is left out. */
export function toFilters(terms: readonly string[], filter: DocumentFilter): ReadableTerm[] {
  return terms.flatMap((term) => {
    const read = parseQuery(term)
    return read.ok ? [{ term, filter: { ...filter, ...toMatching(read.query) } }] : []
  })
}

/** Counts terms over the documents of a filter, and measures how they moved when there is something to compare. */
export async function measureTerms(
  { terms, filter, comparison }: { terms: readonly string[]; filter: DocumentFilter; comparison: Comparison | null },
  { documents }: Pick<ComparisonDependencies, 'documents'>,
): Promise<MeasuredTerm[]> {
  const readable = toFilters(terms, filter)
  const counted = await documents.topicCounts.countTopics(
    readable.map((one) => one.filter),
    { windows: noWindows, topicsAStatement: topicsInBackground },
  )
  const counts = byTopic(counted, readable.length)
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
 * How the stories of terms moved between the windows; terms that no document of either window holds are left out. `tested` is among how
 * many terms these were found: of the changes called certain at most one in twenty is expected to be chance.
 */
export async function measureTrends(
  { terms, tested = terms.length }: { terms: readonly string[]; tested?: number },
  comparison: Comparison,
  { documents }: { documents: { topicStories: Pick<DocumentsModule['topicStories'], 'countStories'> } },
): Promise<Trend[]> {
  const readable = toFilters(terms, comparison.filter)
  const counted = await documents.topicStories.countStories(
    readable.map(({ filter }) => filter),
    { middle: comparison.windows.middle, topicsAStatement: topicsInBackground },
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

/** Share of chance among the changes that are called certain (Benjamini & Hochberg 1995). */
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

/** A measured term as the contract shows it, without its headline. */
function toTrend(
  { term, growth, counts, ...measured }: MeasuredStories,
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
  const told = {
    stories: measured.current,
    previousStories: measured.previous,
    change: changeOf(growth, isCertain),
    isRatioTold: tellRatio(growth) !== null,
    momentum: growth,
  }
  return {
    term,
    ...told,
    documents: documents.current,
    previous: documents.previous,
    share: shareOf(documents.current, all.current),
    previousShare: shareOf(documents.previous, all.previous),
    why: describeTrend(told, {
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
  if (n < leastStories) return 'too-few'
  if (!isCertain) return 'unclear'
  return low > 1 ? 'grew' : high < 1 ? 'fell' : 'unclear'
}

/** The day of the last window with most stories, the first of several. */
function peakDayOf(days: readonly number[], windows: TrendWindows): string | null {
  const last = days.slice(windows.windowDays)
  const most = Math.max(0, ...last)
  return most === 0 ? null : addDays(windows.middle, last.indexOf(most))
}

function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : part / all
}

/** Trends with what was compared to find them; null when there was nothing to compare. */
export async function toTrendList(
  { comparison, country, items }: { comparison: Comparison | null; country: string | null; items: readonly Trend[] },
  { provenance }: Pick<ComparisonDependencies, 'provenance'>,
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
