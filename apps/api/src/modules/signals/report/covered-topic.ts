import { addDays, mostDays } from '@auspex/contract/days'
import { type CoveredRun, type CoveredSeries, daysBetween, joinCovered } from '@auspex/analytics'
import type { QueryEcho } from '@auspex/sdk/types'
import type { GroupFacts } from '../../documents/index.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { daysOf, type GroupHolding } from './library.ts'

/** What a measured group has of the topic, on the days of `CoveredTopic`. */
export interface TopicGroup {
  holding: GroupHolding
  /** Documents that match. */
  documents: number
  /** Of them those of days that the group does not cover. */
  uncoveredDocuments: number
  /** Documents a day; all of them, covered or not. */
  counts: Int32Array
  /** Of them those that told their story first in their week: copies count nowhere. */
  stories: Int32Array
  /** All documents of the group a day. */
  totals: Int32Array
  /** The days that it covers. */
  runs: readonly CoveredRun[]
}

/** A topic over days, in each of the groups that are measured. */
export interface CoveredTopic {
  /** Oldest first: from the first day on which a count is known, which may be before the report's, to the report's last. */
  days: readonly string[]
  /** Most matching documents first. */
  groups: readonly TopicGroup[]
  /** The stories of covered days, which can be compared over time; null where there is none. */
  series: CoveredSeries | null
  /** The last day of `series`; the last of all without one. */
  asOf: string
}

export interface CoveredTopicInput {
  facts: { groups: readonly GroupFacts[] }
  holdings: readonly GroupHolding[]
  echo: Pick<QueryEcho, 'startDate'>
  firstDay: string
  lastDay: string
}

/**
 * Puts what matches beside what is held, group by group. Of a complete group the days before the first match are true zeros; of
 * one that searches filled nobody knows what was said before its own first match. Days before a first day that was asked for
 * were not counted.
 */
export function coverTopic({ facts, holdings, echo, firstDay, lastDay }: CoveredTopicInput): CoveredTopic {
  const matching = new Map(facts.groups.map((group) => [keyOf(group.sourceKey, group.kind), group]))
  const matched = holdings.map((holding) => ({
    holding,
    own: matchesOf(holding, matching.get(keyOf(holding.source, holding.kind))),
  }))
  const telling = matched.filter(({ holding, own }) => holding.complete && own !== undefined)
  const begin = echo.startDate === null ? telling.flatMap(({ holding }) => holding.firstDay ?? []) : []
  const first = [firstDay, ...begin].toSorted()[0] ?? firstDay
  const reach = addDays(lastDay, 1 - mostDays)
  const calendar = calendarOf(first < reach ? reach : first, lastDay)
  const { days } = calendar
  const groups = matched
    .map(({ holding, own }) => toGroup(holding, own, calendar))
    .toSorted((a, b) => b.documents - a.documents)
  const series = joinCovered(
    // copies make no level, neither as what is counted nor as what it is divided by: decision 0143
    groups.map(({ holding, counts, stories, totals, runs }) => ({
      counts: stories,
      totals: holding.complete ? totals.map((total, day) => total - ((counts[day] ?? 0) - (stories[day] ?? 0))) : null,
      runs,
    })),
  )
  return { days, groups, series, asOf: days[(series?.counts.length ?? days.length) - 1] ?? lastDay }
}

function keyOf(source: string, kind: string): string {
  return `${source} ${kind}`
}

/** What of the matches of a source and kind belongs to one of its archives; undefined where nothing does. */
function matchesOf(holding: GroupHolding, facts: GroupFacts | undefined): TopicMatches | undefined {
  if (facts === undefined || holding.archive === null) return facts
  const days = daysOf(facts.days, holding)
  const documents = [...days.values()].reduce((sum, n) => sum + n, 0)
  return days.size === 0 ? undefined : { documents, days, storyDays: daysOf(facts.storyDays, holding) }
}

type TopicMatches = Pick<GroupFacts, 'documents' | 'days' | 'storyDays'>

function toGroup(holding: GroupHolding, facts: TopicMatches | undefined, calendar: Calendar): TopicGroup {
  const counts = onDays(facts?.days ?? new Map(), calendar)
  const runs = runsOf(holding, facts, calendar)
  const covered = runs.reduce((sum, { from, to }) => sum + sumOf(counts.subarray(from, to)), 0)
  const toCome = documentsAfter(calendar.days.at(-1) ?? '', facts)
  return {
    holding,
    documents: facts?.documents ?? 0,
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

/** The spans of a group as places among the days; a group of fetched documents begins with its first match. */
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

/** What a group holds is the same for every topic of a library, and mostly on the same days. Nobody may write into it. */
const knownTotals = new WeakMap<GroupHolding, { calendar: Calendar; totals: Int32Array }>()

function totalsOf(holding: GroupHolding, calendar: Calendar): Int32Array {
  const known = knownTotals.get(holding)
  if (known?.calendar === calendar) return known.totals
  const totals = onDays(holding.days, calendar)
  knownTotals.set(holding, { calendar, totals })
  return totals
}

function onDays(values: ReadonlyMap<string, number>, { places }: Calendar): Int32Array {
  const placed = new Int32Array(places.size)
  for (const [day, value] of values) {
    const place = places.get(day)
    if (place !== undefined) placed[place] = value
  }
  return placed
}

function sumOf(values: Int32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
