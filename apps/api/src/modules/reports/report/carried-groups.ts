import {
  addDays,
  type Carrier,
  markCoveredDays,
  carriedShares,
  type CarryingGroup,
  type CoveredRun,
  daysBetween,
  inferReadRuns,
  wellReadRuns,
  filterDays,
} from '@auspex/analytics'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import { type GroupFacts, type OutletWeeks, splitOutlets } from '../../library/index.ts'
import type { Calendar } from './day-range.ts'
import type { GroupHolding } from './library.ts'

/** A group over the days of a topic, before checking whether the outlets that carry the topic were read. */
export interface StoredGroup {
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
export function* coverGroups(
  groups: readonly StoredGroup[],
  { days }: Calendar,
  weeks: readonly OutletWeeks[],
): Steps<(readonly CoveredRun[])[]> {
  const carried: (CarryingGroup & StoredGroup)[] = []
  for (const group of groups) {
    const parts = yield* partsOf(group, days, weeks)
    carried.push({ ...group, parts, runs: wellReadRuns(group.runs, parts) })
    yield
  }
  if (carried.every(({ documents }) => documents === 0)) return groups.map(({ runs }) => runs)
  const covered = [true, false].map((isComplete) =>
    markCoveredDays(
      carried.filter(({ holding }) => holding.complete === isComplete),
      days.length,
    ),
  )
  return carried.map(({ runs }) => filterDays(runs, (day) => covered.some((some) => some[day] === 1)))
}

/** The part of a group's documents that comes from outlets read on each day. */
function* partsOf(
  { holding, outlets }: StoredGroup,
  days: readonly string[],
  all: readonly OutletWeeks[],
): Steps<Float64Array> {
  const weeks = all.filter(({ source, kind }) => source === holding.source && kind === holding.kind)
  const { individual, remaining } = splitOutlets(outlets)
  const others = remaining.reduce((sum, { documents }) => sum + documents, 0)
  const carriers: Carrier[] = []
  for (const { outlet, documents } of [...individual, { outlet: null, documents: others }]) {
    const outletWeeks = weeks.find((candidate) => candidate.outlet === outlet)
    if (outletWeeks === undefined) {
      // an outlet without known weeks counts as read wherever its group is
      carriers.push({ documents, runs: [{ from: 0, to: days.length }] })
      continue
    }
    const { part, runs } = readWithin(outletWeeks, holding)
    // the topic's documents of one outlet are not counted separately for each of several archives
    carriers.push({ documents: documents * part, runs: shiftRuns(runs, holding, days) })
    yield
  }
  return carriedShares(carriers, days.length)
}

/** What was read of an outlet in a group. */
interface ReadOutlet {
  /** The part of the outlet's documents that is in the group. */
  part: number
  /** The days on which it was read, counted from the first covered day of the group. */
  runs: readonly CoveredRun[]
}

/** The topics of one library share outlets and groups, and this took a seventh of a report's time. */
const readOutlets = new WeakMap<readonly number[], WeakMap<GroupHolding, ReadOutlet>>()

function readWithin(outletWeeks: OutletWeeks, holding: GroupHolding): ReadOutlet {
  let byHolding = readOutlets.get(outletWeeks.documents)
  if (byHolding === undefined) readOutlets.set(outletWeeks.documents, (byHolding = new WeakMap()))
  let holdingPart = byHolding.get(holding)
  if (holdingPart === undefined) {
    const inGroup = weeksWithin(outletWeeks, holding)
    holdingPart = { part: partWithin(outletWeeks, inGroup), runs: runsAmong(inGroup, holding) }
    byHolding.set(holding, holdingPart)
  }
  return holdingPart
}

/** The documents of an outlet by week. */
interface ReadWeeks {
  firstWeek: string
  documents: readonly number[]
}

/** The runs of a group's days on which an outlet was read. */
function runsAmong({ firstWeek, documents }: ReadWeeks, { spans }: GroupHolding): CoveredRun[] {
  const [first, last] = [spans[0]?.firstDay, spans.at(-1)?.lastDay]
  if (first === undefined || last === undefined) return []
  return inferReadRuns({ weeks: documents, from: daysBetween(first, firstWeek) }, daysBetween(first, last) + 1)
}

/** The same runs within the days of the topic. */
function shiftRuns(runs: readonly CoveredRun[], { spans }: GroupHolding, days: readonly string[]): CoveredRun[] {
  const [first, begin] = [spans[0]?.firstDay, days[0]]
  if (first === undefined || begin === undefined) return []
  const offset = daysBetween(begin, first)
  return runs.flatMap((run) => {
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
