import type { DayFacts } from '../../library/index.ts'
import type { CoveredTopic, TopicGroup } from './covered-topic.ts'
import { buildWeekdays, type DailyVolume, filterDays, type VolumeDay, type IntervalFacts } from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import type { CoverageGroup, DaySpan, SourceKey, VolumeSection } from '@auspex/sdk/types'
import { nameGroup } from './group-names.ts'

export interface VolumeInput {
  firstDay: string
  lastDay: string
  /** A group cannot end before a completed day has shown it. */
  yesterday: string
  /** Days that have matching documents. */
  days: readonly DayFacts[]
  weeks: readonly IntervalFacts[]
  months: readonly IntervalFacts[]
  topic: CoveredTopic
  sources: VolumeSection['sources']
  kinds: VolumeSection['kinds']
  labelOf: (source: SourceKey) => string
}

/** Maximum number of spans reported of a group: one that was read only now and then has hundreds. */
const maxSpans = 400

/** Documents of every day, and their share of all documents of complete groups on the days that these cover. */
export function buildVolume(input: VolumeInput): DailyVolume {
  const { firstDay, lastDay, yesterday, days, weeks, months, topic, sources, kinds, labelOf } = input
  const offset = topic.days.length - countDays(firstDay, lastDay)
  const byDay = new Map(days.map((facts) => [facts.day, facts]))
  const covered = topic.groups.map(({ runs }) => markDays(runs, topic.days.length))
  const hasComplete = topic.groups.some(({ holding }) => holding.complete)
  const volumeDays = topic.days.slice(offset).map((day, index): VolumeDay => {
    const facts = byDay.get(day)
    const at = offset + index
    let [total, matched, firstTellings, isCovered] = [0, 0, 0, false]
    for (const [group, { holding, counts, stories, totals }] of topic.groups.entries()) {
      firstTellings += stories[at] ?? 0
      if (covered[group]?.[at] !== 1) continue
      isCovered = true
      if (!holding.complete) continue
      total += totals[at] ?? 0
      matched += counts[at] ?? 0
    }
    return {
      day,
      documents: facts?.documents ?? 0,
      storyClusters: facts === undefined ? 0 : facts.clusters,
      firstTellings,
      outlets: facts === undefined ? 0 : facts.outlets,
      total: hasComplete ? total : null,
      share: !hasComplete || total === 0 ? null : Math.min(1, matched / total),
      isCovered,
      groups: topic.groups.map(({ counts }) => counts[at] ?? 0),
    }
  })
  return {
    section: 'volume',
    days: volumeDays,
    before: spansBefore(covered, topic.days.slice(0, offset)),
    weeks,
    months,
    groups: topic.groups.map((group) =>
      presentGroup(group, { days: topic.days, firstDay, lastDay, yesterday, labelOf }),
    ),
    weekdays: buildWeekdays(volumeDays.filter(({ day }) => day <= yesterday)),
    sources,
    kinds,
  }
}

function markDays(runs: TopicGroup['runs'], length: number): Uint8Array {
  const marked = new Uint8Array(length)
  for (const { from, to } of runs) marked.fill(1, from, to)
  return marked
}

/** The runs of days that any group covers. */
function spansBefore(covered: readonly Uint8Array[], days: readonly string[]): DaySpan[] {
  const isCovered = (day: number) => covered.some((marks) => marks[day] === 1)
  return filterDays([{ from: 0, to: days.length }], isCovered).map(({ from, to }) => ({
    firstDay: days[from] ?? '',
    lastDay: days[to - 1] ?? '',
  }))
}

interface ShownDays {
  /** Of the topic; the report shows those from `firstDay` to `lastDay`. */
  days: readonly string[]
  firstDay: string
  lastDay: string
  yesterday: string
  labelOf: (source: SourceKey) => string
}

/** A group with the part of its covered days that the report shows. */
function presentGroup(
  { holding, documents, uncoveredDocuments, runs }: TopicGroup,
  { days, firstDay, lastDay, yesterday, labelOf }: ShownDays,
): CoverageGroup {
  const { source, kind, archive, total, complete } = holding
  const covered =
    documents === 0
      ? holding.spans
      : runs.map(({ from, to }) => ({ firstDay: days[from] ?? firstDay, lastDay: days[to - 1] ?? lastDay }))
  const spans = covered
    .filter((span) => span.lastDay >= firstDay && span.firstDay <= lastDay)
    .map((span) => ({
      firstDay: span.firstDay > firstDay ? span.firstDay : firstDay,
      lastDay: span.lastDay < lastDay ? span.lastDay : lastDay,
    }))
  const end = covered.at(-1)?.lastDay ?? null
  const lastWholeDay = lastDay < yesterday ? lastDay : yesterday
  return {
    source,
    kind,
    label: nameGroup({ source, kind, archive }, labelOf),
    documents,
    total,
    complete,
    spans: spans.slice(-maxSpans),
    endsOn: end !== null && end < lastWholeDay ? end : null,
    uncoveredDocuments,
  }
}
