import type { CoveredRun } from './covered-runs.ts'

/** Minimum share of the topic's documents that the sources read on a day must carry. */
const minCarried = 0.25
/** A group with less than this share of a topic never represents it alone; `joinCovered` ends its series by the same threshold. */
const minAlone = 0.1
/** A single group represents a topic where it contributes this share of everything known about its days. */
const minShareOfItsDays = 0.5
/** Tolerance for floating-point sums of shares. */
const rounding = 1e-9

/** An outlet of some of a topic's documents. */
export interface Carrier {
  /** Documents of the topic. */
  documents: number
  /** The days on which it was read. */
  runs: readonly CoveredRun[]
}

/** The share of a topic's documents carried by the outlets that were read on each day; 1 on all days when there are no carriers. */
export function carriedParts(carriers: readonly Carrier[], length: number): Float64Array {
  const all = carriers.reduce((sum, { documents }) => sum + documents, 0)
  const parts = new Float64Array(length)
  if (all === 0) return parts.fill(1)
  for (const { documents, runs } of carriers)
    for (const { from, to } of runs)
      for (let day = from; day < Math.min(to, length); day++) parts[day] = (parts[day] ?? 0) + documents / all
  return parts
}

/** The days of runs on which enough of the topic's carriers was read. */
export function runsCarried(runs: readonly CoveredRun[], parts: ArrayLike<number>): CoveredRun[] {
  return runsWhere(runs, (day) => (parts[day] ?? 0) >= minCarried - rounding)
}

/** The days of runs that pass the predicate. */
export function runsWhere(runs: readonly CoveredRun[], passes: (day: number) => boolean): CoveredRun[] {
  const passingRuns: CoveredRun[] = []
  for (const { from, to } of runs) {
    let open: CoveredRun | null = null
    for (let day = from; day < to; day++) {
      if (!passes(day)) open = null
      else if (open === null) passingRuns.push((open = { from: day, to: day + 1 }))
      else open.to = day + 1
    }
  }
  return passingRuns
}

/** Documents that begin and end together, as far as they carry a topic. */
export interface CarryingGroup {
  /** Documents of the topic. */
  documents: number
  /** Documents of the topic by day. */
  counts: ArrayLike<number>
  /** The days that it covers. */
  runs: readonly CoveredRun[]
  /** The share of its documents carried by the outlets that were read on each day. */
  parts: ArrayLike<number>
}

/**
 * Marks the days on which a topic is covered: 1 where what was read carries at least a quarter of the topic's documents, or where it is a group of at
 * least a tenth that contributed most of what is known of all its days, such as a later archive beside which nothing else was collected. On other
 * days, silence cannot be distinguished from a source that ended.
 */
export function carriedDays(groups: readonly CarryingGroup[], length: number): Uint8Array {
  const all = groups.reduce((sum, { documents }) => sum + documents, 0)
  const carried = new Float64Array(length)
  const covered = new Uint8Array(length)
  if (all === 0) return covered
  for (const group of groups) {
    const isEnough = group.documents >= minAlone * all && isMostOfItsDays(group, groups)
    for (const { from, to } of group.runs)
      for (let day = from; day < Math.min(to, length); day++) {
        carried[day] = (carried[day] ?? 0) + (group.documents / all) * (group.parts[day] ?? 0)
        if (isEnough || (carried[day] ?? 0) >= minCarried - rounding) covered[day] = 1
      }
  }
  return covered
}

function isMostOfItsDays({ counts, runs }: CarryingGroup, groups: readonly CarryingGroup[]): boolean {
  const all = groups.reduce((sum, group) => sum + sumWithin(group.counts, runs), 0)
  return sumWithin(counts, runs) >= minShareOfItsDays * all
}

function sumWithin(counts: ArrayLike<number>, runs: readonly CoveredRun[]): number {
  let sum = 0
  for (const { from, to } of runs) for (let day = from; day < to; day++) sum += counts[day] ?? 0
  return sum
}
