import { addDays, maxDays } from '@auspex/contract/days'
import { type CoveredRun, type CoveredSeries, daysBetween, joinCoveredGroups, filterDays } from '@auspex/analytics'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import type { GroupFacts, OutletWeeks, TopicCarriers } from '../../library/index.ts'
import { type Calendar, calendarOf } from './day-range.ts'
import { coverGroups, type StoredGroup } from './carried-groups.ts'
import { daysOf, type GroupHolding } from './library.ts'

/** The part of a topic in one measured group, on the days of `CoveredTopic`. */
export interface TopicGroup {
  holding: GroupHolding
  /** Matching documents. */
  documents: number
  /** Matching documents on days that the group does not cover. */
  uncoveredDocuments: number
  /** Matching documents of each day, covered or not. */
  counts: Int32Array
  /** Those of `counts` that were the first of their story in their week; copies are excluded. */
  stories: Int32Array
  /** All documents of the group on each day. */
  totals: Int32Array
  /** The days on which it covers the topic: its own days on which enough was read of the outlets that carry the topic. */
  runs: readonly CoveredRun[]
}

/** A topic over days, by measured group. */
export interface CoveredTopic {
  /** Oldest first: from the first day with a known count, which may be before the report's first day, to the report's last. */
  days: readonly string[]
  /** Sorted by matching documents, descending. */
  groups: readonly TopicGroup[]
  /** The stories of covered days, which can be compared over time; null when there are none. */
  series: CoveredSeries | null
  /** The last day of `series`, or the last day of all without one. */
  asOf: string
}

export interface CoveredTopicInput {
  facts: { groups: readonly GroupFacts[] }
  holdings: readonly GroupHolding[]
  /** What the library holds of the outlets that carry the topic. */
  outletWeeks: readonly OutletWeeks[]
  /** The outlets that carry the topic over all days, when `facts` are of some days only; otherwise null. */
  carriers: readonly TopicCarriers[] | null
  echo: { startDate: string | null }
  firstDay: string
  lastDay: string
}

/**
 * Relates the matches to the holdings, group by group. In a complete group the days before the first match are true zeros; in one filled by searches
 * nothing is known about the days before its first match. Days before a requested first day were not counted. Pauses between groups and their outlets.
 */
export function* coverTopic(input: CoveredTopicInput): Steps<CoveredTopic> {
  const { facts, holdings, outletWeeks, carriers, echo, firstDay, lastDay } = input
  const matching = new Map(facts.groups.map((group) => [keyOf(group.sourceKey, group.kind), group]))
  const matched = holdings.map((holding) => ({
    holding,
    own: matchesOf(holding, matching.get(keyOf(holding.source, holding.kind))),
  }))
  const completeGroups = matched.filter(({ holding, own }) => holding.complete && own !== undefined)
  const begin = echo.startDate === null ? completeGroups.flatMap(({ holding }) => holding.firstDay ?? []) : []
  const first = [firstDay, ...begin].toSorted()[0] ?? firstDay
  const reach = addDays(lastDay, 1 - maxDays)
  const calendar = calendarOf(first < reach ? reach : first, lastDay)
  const { days } = calendar
  const topics = matched.map(({ holding, own }): StoredGroup & { facts: TopicMatches | undefined } => ({
    holding,
    facts: own,
    documents: own?.documents ?? 0,
    counts: onDays(own?.days ?? new Map(), calendar),
    outlets: own?.outlets ?? [],
    runs: runsOf(holding, own, calendar),
  }))
  const covered =
    carriers === null
      ? yield* coverGroups(topics, calendar, outletWeeks)
      : yield* coverDays(topics, calendar, { ...input, carriers })
  const groups = topics
    .map((group, index) => toGroup(group, covered[index] ?? [], calendar))
    .toSorted((a, b) => b.documents - a.documents)
  const series = joinCoveredGroups(
    // copies count neither in the numerator nor in the denominator: docs/decisions/changes-and-events.md
    groups.map(({ holding, counts, stories, totals, runs }) => ({
      counts: stories,
      totals: holding.complete ? totals.map((total, day) => total - ((counts[day] ?? 0) - (stories[day] ?? 0))) : null,
      runs,
    })),
  )
  return { days, groups, series, asOf: days[(series?.counts.length ?? days.length) - 1] ?? lastDay }
}

/**
 * The days on which each group covers the topic, judged over all days: judged over some days alone, groups that continue would seem to carry the
 * whole topic.
 */
function* coverDays(
  held: readonly StoredGroup[],
  { days }: Calendar,
  { holdings, outletWeeks, carriers, firstDay, lastDay }: CoveredTopicInput & { carriers: readonly TopicCarriers[] },
): Steps<(readonly CoveredRun[])[]> {
  const groups = carriers.map((group) => ({ ...group, days: new Map(group.days), storyDays: new Map() }))
  const dated = groups.flatMap((group) => [...group.days.keys()])
  const ends = holdings.flatMap(({ spans }) => spans.at(-1)?.lastDay ?? [])
  const coverage = yield* coverTopic({
    facts: { groups },
    holdings,
    outletWeeks,
    carriers: null,
    echo: { startDate: null },
    firstDay: [firstDay, ...dated].reduce((a, b) => (a < b ? a : b)),
    lastDay: [lastDay, ...ends].reduce((a, b) => (a > b ? a : b)),
  })
  const offset = daysBetween(coverage.days[0] ?? firstDay, days[0] ?? firstDay)
  const runsByHolding = new Map(coverage.groups.map(({ holding, runs }) => [holding, runs]))
  return held.map(({ holding, runs }) => {
    const covered = runsByHolding.get(holding) ?? []
    return filterDays(runs, (day) => covered.some(({ from, to }) => from <= day + offset && day + offset < to))
  })
}

function keyOf(source: string, kind: string): string {
  return `${source} ${kind}`
}

/** The matches of a source and kind that belong to one of its archives; undefined when there are none. */
function matchesOf(holding: GroupHolding, facts: GroupFacts | undefined): TopicMatches | undefined {
  if (facts === undefined || holding.archive === null) return facts
  const days = daysOf(facts.days, holding)
  const documents = [...days.values()].reduce((sum, n) => sum + n, 0)
  const { outlets } = facts
  return days.size === 0 ? undefined : { documents, days, storyDays: daysOf(facts.storyDays, holding), outlets }
}

interface TopicMatches {
  documents: number
  days: GroupFacts['days']
  storyDays: GroupFacts['storyDays']
  outlets: GroupFacts['outlets']
}

function toGroup(
  { holding, facts, documents, counts }: StoredGroup & { facts: TopicMatches | undefined },
  runs: readonly CoveredRun[],
  calendar: Calendar,
): TopicGroup {
  const covered = runs.reduce((sum, { from, to }) => sum + sumOf(counts.subarray(from, to)), 0)
  const toCome = documentsAfter(calendar.days.at(-1) ?? '', facts)
  return {
    holding,
    documents,
    uncoveredDocuments: Math.max(0, sumOf(counts) + toCome - covered),
    counts,
    stories: onDays(facts?.storyDays ?? new Map(), calendar),
    totals: totalsOf(holding, calendar),
    runs,
  }
}

function documentsAfter(lastDay: string, facts: TopicMatches | undefined): number {
  let sum = 0
  for (const [day, documents] of facts?.days ?? []) if (day > lastDay) sum += documents
  return sum
}

/** The spans of a group as indexes of the days; a group filled by searches begins with its first match. */
function runsOf({ spans, complete }: GroupHolding, facts: TopicMatches | undefined, { days }: Calendar): CoveredRun[] {
  const [first] = days
  if (first === undefined) return []
  const [firstMatch] = facts?.days.keys() ?? []
  if (!complete && firstMatch === undefined) return []
  return spans.flatMap((span) => {
    const begin = complete || firstMatch === undefined || firstMatch < span.firstDay ? span.firstDay : firstMatch
    const from = Math.max(0, daysBetween(first, begin))
    const to = Math.min(days.length, daysBetween(first, span.lastDay) + 1)
    return from < to ? [{ from, to }] : []
  })
}

/** A group's totals are the same for every topic of a library, and mostly over the same days. Callers must not modify them. */
const knownTotals = new WeakMap<GroupHolding, { calendar: Calendar; totals: Int32Array }>()

function totalsOf(holding: GroupHolding, calendar: Calendar): Int32Array {
  const cached = knownTotals.get(holding)
  if (cached?.calendar === calendar) return cached.totals
  const totals = onDays(holding.days, calendar)
  knownTotals.set(holding, { calendar, totals })
  return totals
}

function onDays(values: ReadonlyMap<string, number>, { places }: Calendar): Int32Array {
  const series = new Int32Array(places.size)
  for (const [day, value] of values) {
    const dayIndex = places.get(day)
    if (dayIndex !== undefined) series[dayIndex] = value
  }
  return series
}

function sumOf(values: Int32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
