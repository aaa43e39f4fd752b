import { addDays, isDiscovery, parseQuery, showableRatio, type TrendWindows } from '@auspex/analytics'
import type { Trend, TrendChange, TrendList, TrendYearBefore } from '@auspex/sdk/types'
import { runInTurns, type Steps } from '../../../adapters/database/turns/steps.ts'
import { type DocumentFilter, type DocumentsModule, toMatching, type TopicStories } from '../../library/index.ts'
import { type Comparison, onDays, yearDays } from './library-comparison.ts'
import {
  byTopic,
  type GroupCount,
  type MeasuredTopic,
  measureTopic,
  sumWindows,
  windowTotals,
} from './measure-topic.ts'
import { stepDaysOf, sumSteps } from './trend-windows.ts'
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

/** What a search counts: a term of a category, or a topic with several terms. */
export interface CountedTopic {
  /** Its terms, the name first. */
  terms: readonly string[]
  query: string
}

interface ReadableTopic {
  topic: CountedTopic
  filter: DocumentFilter
}

/** A term as a topic of its own. */
export function toTopic(term: string): CountedTopic {
  return { terms: [term], query: term }
}

/** Topics as filters; omits those whose search is not valid. */
export function toFilters(topics: readonly CountedTopic[], filter: DocumentFilter): ReadableTopic[] {
  return topics.flatMap((topic) => {
    const parsed = parseQuery(topic.query)
    return parsed.ok ? [{ topic, filter: { ...filter, ...toMatching(parsed.query) } }] : []
  })
}

/** Counts terms over the documents of a filter, and measures how they changed if there is something to compare. */
export async function measureTerms(
  { terms, filter, comparison }: { terms: readonly string[]; filter: DocumentFilter; comparison: Comparison | null },
  { documents }: TrendsDependencies,
): Promise<MeasuredTerm[]> {
  const topics = terms.map(toTopic)
  const readable = toFilters(topics, filter)
  const topicCounts = await documents.topicCounts.countTopics(
    readable.map((query) => query.filter),
    { windows: noWindows, topicsPerStatement: topicsInBackground },
  )
  const counts = byTopic(topicCounts, readable.length)
  const trends = new Map(
    comparison === null
      ? []
      : (await measureTrends({ topics }, comparison, { documents })).map((trend) => [trend.term, trend]),
  )
  return readable.map(({ topic }, index) => ({
    term: topic.query,
    documents: (counts[index] ?? []).reduce((sum, row) => sum + row.documents, 0),
    trend: trends.get(topic.query) ?? null,
  }))
}

/**
 * How the stories of topics changed between the windows; omits those that no document of either window contains. `tested` is the number of terms from
 * which these were selected: of the changes called certain at most one in twenty is expected to be chance.
 */
export async function measureTrends(
  {
    topics,
    tested = topics.length,
    choose = (trends) => trends,
  }: {
    topics: readonly CountedTopic[]
    tested?: number
    /** Which of them are returned: outlets and the year before are counted only for these. */
    choose?: (trends: Trend[]) => Trend[]
  },
  comparison: Comparison,
  { documents }: { documents: DocumentsModule },
): Promise<Trend[]> {
  const readable = toFilters(topics, comparison.filter)
  const counted = await documents.topicStories.countStories(
    readable.map(({ filter }) => filter),
    { middle: comparison.windows.middle, topicsPerStatement: topicsInBackground },
  )
  const counts = byTopic(counted, readable.length)
  const measured = (
    await runInTurns(mapInSteps(readable, (term, index) => measureStories(term, counts[index] ?? [], comparison)))
  ).filter((term) => term !== null)
  const areCertain = (chances: readonly number[]) => isDiscovery(chances, falseShare, tested)
  const certain = areCertain(measured.map(({ pValue }) => pValue))
  const bursts = areCertain(measured.map(({ storyChance }) => storyChance ?? 1))
  const sources = new Map(
    await runInTurns(
      mapInSteps(measured, (term, index): [Trend, MeasuredStories] => [
        toTrend(term, comparison, { isCertain: certain[index] ?? false, isBurst: bursts[index] ?? false }),
        term,
      ]),
    ),
  )
  const chosen = choose([...sources.keys()])
  const chosenSources = chosen.flatMap((trend) => sources.get(trend) ?? [])
  const outlets = await documents.topicStories.countOutlets(
    chosenSources.map(({ filter }) => ({ ...filter, fromDay: comparison.windows.middle })),
    { topicsPerStatement: topicsInBackground },
  )
  const yearsBefore = await measureYearBefore(chosenSources, comparison, documents)
  return chosen.map((trend, index) => ({
    ...trend,
    outlets: outlets[index] ?? trend.outlets,
    yearBefore: yearsBefore[index] ?? trend.yearBefore,
  }))
}

/** Pauses between two items: a topic takes half a millisecond, and there are hundreds. */
function* mapInSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Steps<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    results.push(map(item, index))
    yield
  }
  return results
}

/** False discovery rate of the changes that are called certain (Benjamini & Hochberg 1995). */
const falseShare = 0.05

interface MeasuredStories extends MeasuredTopic {
  topic: CountedTopic
  filter: DocumentFilter
  growth: NonNullable<MeasuredTopic['growth']>
  pValue: number
  counts: readonly TopicStories[]
}

/** Null when growth cannot be measured. */
function measureStories(
  { topic, filter }: ReadableTopic,
  counts: readonly TopicStories[],
  comparison: Comparison,
): MeasuredStories | null {
  const measured = measureTopic(toGroupCounts(counts), comparison)
  const { growth, pValue } = measured
  return growth === null || pValue === null ? null : { ...measured, growth, pValue, topic, filter, counts }
}

function toGroupCounts(counts: readonly TopicStories[]): GroupCount[] {
  return counts.map(({ day, source, kind, stories }) => ({ day, source, kind, count: stories }))
}

/** The last window of each topic against the same weeks of the year before. */
async function measureYearBefore(
  measured: readonly MeasuredStories[],
  { windows, yearBefore: { fromDay, toDay, groups } }: Comparison,
  documents: DocumentsModule,
): Promise<TrendYearBefore[]> {
  const isCovered = groups.some(({ runs }) => runs.some(({ from }) => from < windows.windowDays))
  if (!isCovered || windows.windowDays > yearDays)
    return measured.map(() => ({ fromDay, toDay, stories: null, growth: null, reason: reasons.uncovered }))
  const counted = byTopic(
    await documents.topicStories.countStories(
      measured.map(({ filter }) => ({ ...filter, fromDay, toDay })),
      { middle: fromDay, topicsPerStatement: topicsInBackground },
    ),
    measured.length,
  )
  const measureBefore = ({ counts }: MeasuredStories, index: number): TrendYearBefore => {
    const before = counted[index] ?? []
    // they take the place of the window before
    const moved = before.map((count) => ({ ...count, day: addDays(count.day, yearDays - windows.windowDays) }))
    const last = counts.filter(({ day }) => day >= windows.middle)
    const { growth } = measureTopic(toGroupCounts([...moved, ...last]), { windows, groups })
    const stories = before.reduce((sum, count) => sum + count.stories, 0)
    const hasEnoughStories = growth !== null && growth.n >= minStories
    return {
      fromDay,
      toDay,
      stories,
      growth: hasEnoughStories ? growth : null,
      reason: hasEnoughStories ? null : reasons.few,
    }
  }
  return runInTurns(mapInSteps(measured, measureBefore))
}

const reasons = {
  uncovered: 'The library does not cover these weeks.',
  few: 'Both together have too few pieces to tell.',
} as const

/** Maps a measured topic to the contract, without what is counted or read only for those that are shown. */
function toTrend(
  { topic, growth, counts, isUpNow, risesFrom, ...measured }: MeasuredStories,
  comparison: Comparison,
  certainty: { isCertain: boolean; isBurst: boolean },
): Trend {
  const { windows } = comparison
  const perDay = onDays(counts, windows, ({ stories }) => stories)
  const documents = sumWindows(
    onDays(counts, windows, (count) => count.documents),
    windows.windowDays,
  )
  const all = windowTotals(comparison)
  const change = changeOf(growth, certainty)
  const description = {
    stories: measured.current,
    previousStories: measured.previous,
    change,
    ...((change === 'grew' || change === 'burst') && { isUpNow }),
    isRatioTold: showableRatio(growth) !== null,
    momentum: growth,
  }
  const { fromDay, toDay } = comparison.yearBefore
  return {
    term: topic.terms[0] ?? topic.query,
    terms: [...topic.terms],
    query: topic.query,
    categories: [],
    ...description,
    documents: documents.current,
    previous: documents.previous,
    share: shareOf(documents.current, all.current),
    previousShare: shareOf(documents.previous, all.previous),
    outlets: 0,
    since: risesFrom === null ? null : addDays(windows.from, risesFrom),
    yearBefore: { fromDay, toDay, stories: null, growth: null, reason: reasons.uncovered },
    why: describeTrend(description, {
      windowDays: windows.windowDays,
      covered: sumWindows(
        measured.days.map((value) => (value === null ? 0 : 1)),
        windows.windowDays,
      ),
    }),
    headline: null,
    headlines: [],
    peakDay: peakDayOf(perDay, windows),
    days: sumSteps(measured.days, stepDaysOf(windows.windowDays)),
  }
}

function changeOf(
  { value, low, high, n }: Trend['momentum'],
  { isCertain, isBurst }: { isCertain: boolean; isBurst: boolean },
): TrendChange {
  if (n < minStories) return 'too-few'
  if (isCertain && (low > 1 || high < 1)) return low > 1 ? 'grew' : 'fell'
  return isBurst && value > 1 ? 'burst' : 'unclear'
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
