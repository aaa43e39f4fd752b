import {
  addDays,
  type Carrier,
  carriedDays,
  carriedParts,
  type CarryingGroup,
  type CoveredRun,
  daysBetween,
  outletRuns,
  runsCarried,
  runsWhere,
} from '@auspex/analytics'
import { type GroupFacts, type OutletWeeks, partOutlets } from '../../library/index.ts'
import type { Calendar } from './calendar.ts'
import type { GroupHolding } from './library.ts'

/** A group over the days of a topic, before checking whether the outlets that carry the topic were read. */
export interface HeldTopic {
  documents: number
  runs: CarryingGroup['runs']
  counts: Int32Array
  holding: GroupHolding
  /** The outlets that its matching documents come from. */
  outlets: GroupFacts['outlets']
}

/**
 * The days on which each group covers the topic: its own days on which enough was read both of the outlets that carry the topic in it and of all
 * outlets that carry the topic. Complete groups are judged separately from those filled by searches, because how much a search returns says more
 * about the search. A topic without documents is covered by every group.
 */
export function coverGroups(
  groups: readonly HeldTopic[],
  { days }: Calendar,
  weeks: readonly OutletWeeks[],
): (readonly CoveredRun[])[] {
  const carried = groups.map((group): CarryingGroup & HeldTopic => {
    const parts = partsOf(group, days, weeks)
    return { ...group, parts, runs: runsCarried(group.runs, parts) }
  })
  if (carried.every(({ documents }) => documents === 0)) return groups.map(({ runs }) => runs)
  const covered = [true, false].map((isComplete) =>
    carriedDays(
      carried.filter(({ holding }) => holding.complete === isComplete),
      days.length,
    ),
  )
  return carried.map(({ runs }) => runsWhere(runs, (day) => covered.some((some) => some[day] === 1)))
}

/** The part of a group's documents that comes from outlets read on each day. */
function partsOf({ holding, outlets }: HeldTopic, days: readonly string[], all: readonly OutletWeeks[]): Float64Array {
  const weeks = all.filter(({ source, kind }) => source === holding.source && kind === holding.kind)
  const { apart, together } = partOutlets(outlets)
  const others = together.reduce((sum, { documents }) => sum + documents, 0)
  const carriers = [...apart, { outlet: null, documents: others }].map(({ outlet, documents }): Carrier => {
    const outletWeeks = weeks.find((one) => one.outlet === outlet)
    // an outlet without known weeks counts as read wherever its group is
    if (outletWeeks === undefined) return { documents, runs: [{ from: 0, to: days.length }] }
    const inGroup = weeksWithin(outletWeeks, holding)
    // the topic's documents of one outlet are not counted separately for each of several archives
    return { documents: documents * partWithin(outletWeeks, inGroup), runs: runsAmong(inGroup, holding, days) }
  })
  return carriedParts(carriers, days.length)
}

/** The documents of an outlet by week. */
interface ReadWeeks {
  firstWeek: string
  documents: readonly number[]
}

/** The runs of topic days on which an outlet was read. */
function runsAmong(
  { firstWeek, documents }: ReadWeeks,
  { spans }: GroupHolding,
  days: readonly string[],
): CoveredRun[] {
  const [first, last, begin] = [spans[0]?.firstDay, spans.at(-1)?.lastDay, days[0]]
  if (first === undefined || last === undefined || begin === undefined) return []
  const offset = daysBetween(begin, first)
  const read = outletRuns({ weeks: documents, from: daysBetween(first, firstWeek) }, daysBetween(first, last) + 1)
  return read.flatMap((run) => {
    const [from, to] = [Math.max(0, run.from + offset), Math.min(days.length, run.to + offset)]
    return from < to ? [{ from, to }] : []
  })
}

/** The weeks of an outlet that belong to the archive. */
function weeksWithin({ firstWeek, documents }: OutletWeeks, { fromDay, beforeDay }: GroupHolding) {
  const from = fromDay === null ? 0 : Math.max(0, Math.floor(daysBetween(firstWeek, fromDay) / 7))
  const to = beforeDay === null ? documents.length : Math.max(from, Math.ceil(daysBetween(firstWeek, beforeDay) / 7))
  return { firstWeek: addDays(firstWeek, 7 * from), documents: documents.slice(from, to) }
}

function partWithin(all: ReadWeeks, some: ReadWeeks): number {
  const sumOf = (documents: readonly number[]) => documents.reduce((sum, n) => sum + n, 0)
  return sumOf(some.documents) / Math.max(1, sumOf(all.documents))
}
