import { type CoveredRun, coveredRuns } from './covered-series.ts'

/** A shorter tail may be the last weeks of the archive before. */
const minDays = 182
/** The pace of stragglers is at most a hundredth of the pace before. */
const minPart = 0.01
/** Fewer documents in four weeks are stragglers whatever came before. */
const minDocuments = 10
/** Maximum ratio between four-week periods and their median, for three quarters of them, and between the first and the last third. */
const maxEvenFactor = 2
const minEvenShare = 0.75
const fourWeeks = 28

/**
 * Whether the thin tail after the covered days of an archive is a separate archive, collected at an even pace, rather than stragglers, which fade out
 * or appear now and then. `usual` is the pace of the fullest half year before it, in documents a day.
 */
function isSteadyTail(tail: readonly number[], usual: number): boolean {
  if (tail.length < minDays) return false
  const blocks = Array.from({ length: Math.floor(tail.length / fourWeeks) }, (_, index) =>
    total(tail.slice(index * fourWeeks, (index + 1) * fourWeeks)),
  )
  const median = blocks.toSorted((a, b) => a - b)[Math.floor(blocks.length / 2)] ?? 0
  if (median < minDocuments || median < minPart * usual * fourWeeks) return false
  const even = blocks.filter((block) => block * maxEvenFactor >= median && block <= maxEvenFactor * median).length
  const third = Math.floor(blocks.length / 3)
  const [first, last] = [total(blocks.slice(0, third)), total(blocks.slice(-third))]
  return even >= minEvenShare * blocks.length && Math.max(first, last) <= maxEvenFactor * Math.min(first, last)
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Documents that were collected together. The days [from, to) belong to it; it covers those of `runs`. */
export interface CoveredArchive {
  from: number
  to: number
  /** Oldest first; at least one. */
  runs: CoveredRun[]
}

/** A shorter lull is an outage or a season within one archive. */
const minLull = 91
/** What follows a lull this long was collected separately, whatever its pace. */
const minSeparatingLullDays = 730
/** During a lull, the volume is below this share of the four weeks on both sides. */
const maxLullShare = 0.1
/** Minimum ratio between the paces of two archives; what continues at its old pace after a lull is the same archive. */
const minDifference = 2
const week = 7
/** The fullest half year defines the volume of an archive. */
const halfYear = 182

/**
 * Separates the archives in a series of daily totals, one value a day, oldest first. Where a lull of at least a quarter of a year separates two
 * stretches of different pace, or a lull of two years any two, they were collected separately, and the rate of one says nothing about the other.
 * Stretches that overlap, adjoin, or continue at their old pace are one archive, except for a thin tail of even pace, which is separate
 * (`isSteadyTail`). Documents within a lull are stragglers of the archive before it.
 */
export function coveredArchives(days: readonly number[]): CoveredArchive[] {
  const sums = prefixSums(days)
  const begins: number[] = [0]
  const find = (from: number) => nextBegin(days, sums, from)
  for (let begin = find(0); begin !== null; begin = find(begin)) begins.push(begin)
  return begins.flatMap((from, index) => {
    const to = begins[index + 1] ?? days.length
    const runs = runsOf(days, from, to)
    const end = runs.at(-1)?.to
    if (end === undefined) return []
    if (!isSteadyTail(withoutEnd(days.slice(end, to)), fullestPace(sums, from, end))) return [{ from, to, runs }]
    return [
      { from, to: end, runs },
      { from: end, to, runs: runsOf(days, end, to) },
    ]
  })
}

function runsOf(days: readonly number[], from: number, to: number): CoveredRun[] {
  const totals = days.slice(from, to)
  return coveredRuns({ counts: totals, totals }).map((run) => ({ from: run.from + from, to: run.to + from }))
}

function fullestPace(sums: readonly number[], from: number, to: number): number {
  let fullest = paceOf(sums, Math.max(from, to - halfYear), to)
  for (let begin = from; begin + halfYear <= to; begin += fourWeeks)
    fullest = Math.max(fullest, paceOf(sums, begin, begin + halfYear))
  return fullest
}

/** Days up to the last non-empty one. */
function withoutEnd(days: readonly number[]): readonly number[] {
  return days.slice(0, days.findLastIndex((documents) => documents > 0) + 1)
}

/** The first day of the archive that follows the one containing `from`; null when there is none. */
function nextBegin(days: readonly number[], sums: readonly number[], from: number): number | null {
  const length = sums.length - 1
  for (let lull = from + week; lull + minLull < length; lull++) {
    const before = paceOf(sums, Math.max(from, lull - fourWeeks), lull)
    // most days are not a boundary, which this cheap test shows
    if (paceOf(sums, lull, lull + fourWeeks) > before * maxLullShare) continue
    // the first documents of an archive may be isolated
    if (sumOf(sums, Math.max(from, lull - fourWeeks), lull) < minDocuments) continue
    const end = lullEnd(sums, lull, before)
    if (end === null) continue
    const begin = steepestRise(sums, end)
    if (begin - lull >= minSeparatingLullDays || isDifferent(days, { from, lull, begin })) return begin
    lull = begin // it continues after a pause
  }
  return null
}

/** The end of a lull that began on a day, when the first four weeks after it have another pace. Null when it is not a lull, or never ends. */
function lullEnd(sums: readonly number[], lull: number, before: number): number | null {
  for (let end = lull + minLull; end + week < sums.length; end++) {
    const within = paceOf(sums, lull, end)
    if (within > before * maxLullShare) return null
    if (isBegin(sums, end, within)) return end
  }
  return null
}

/** Whether four weeks stand out from the lull before them, and not because of a single busy one. */
function isBegin(sums: readonly number[], index: number, lullPace: number): boolean {
  const minPace = lullPace / maxLullShare
  if (sumOf(sums, index, index + fourWeeks) < Math.max(minDocuments, minPace * fourWeeks)) return false
  let busy = 0
  for (let from = index; from < index + fourWeeks; from += week)
    if (sumOf(sums, from, from + week) >= Math.max(1, minPace * week)) busy++
  return busy >= 2
}

/** The day within four weeks on which the pace rises most. */
function steepestRise(sums: readonly number[], from: number): number {
  const riseOn = (day: number) => paceOf(sums, day, day + fourWeeks) - paceOf(sums, day - fourWeeks, day)
  let steepest = from
  for (let day = from + 1; day <= from + fourWeeks; day++) if (riseOn(day) > riseOn(steepest)) steepest = day
  return steepest
}

/** Whether the non-empty days differ in volume between the four weeks before the lull and those after it. */
function isDifferent(
  days: readonly number[],
  { from, lull, begin }: Record<'from' | 'lull' | 'begin', number>,
): boolean {
  const before = busyPace(days.slice(Math.max(from, lull - fourWeeks), lull))
  const after = busyPace(days.slice(begin, begin + fourWeeks))
  return Math.max(before, after) >= minDifference * Math.min(before, after)
}

function busyPace(days: readonly number[]): number {
  const busy = days.filter((documents) => documents > 0)
  return busy.reduce((sum, documents) => sum + documents, 0) / Math.max(1, busy.length)
}

function prefixSums(days: readonly number[]): number[] {
  const sums = [0]
  for (const [index, documents] of days.entries()) sums.push((sums[index] ?? 0) + documents)
  return sums
}

/** Days outside the series count as 0. */
function sumOf(sums: readonly number[], from: number, to: number): number {
  const last = sums.length - 1
  return (sums[Math.min(last, to)] ?? 0) - (sums[Math.max(0, Math.min(last, from))] ?? 0)
}

function paceOf(sums: readonly number[], from: number, to: number): number {
  return sumOf(sums, from, to) / Math.max(1, to - from)
}

/** Minimum share of the topic's documents that the sources read on a day must carry. */
const minCarried = 0.25
/** A group with less than this share of a topic never represents it alone; `joinCoveredGroups` ends its series by the same threshold. */
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
export function carriedShares(carriers: readonly Carrier[], length: number): Float64Array {
  const all = carriers.reduce((sum, { documents }) => sum + documents, 0)
  const parts = new Float64Array(length)
  if (all === 0) return parts.fill(1)
  for (const { documents, runs } of carriers)
    for (const { from, to } of runs)
      for (let day = from; day < Math.min(to, length); day++) parts[day] = (parts[day] ?? 0) + documents / all
  return parts
}

/** The days of runs on which enough of the topic's carriers was read. */
export function wellReadRuns(runs: readonly CoveredRun[], parts: ArrayLike<number>): CoveredRun[] {
  return filterDays(runs, (day) => (parts[day] ?? 0) >= minCarried - rounding)
}

/** The days of runs that pass the predicate. */
export function filterDays(runs: readonly CoveredRun[], passes: (day: number) => boolean): CoveredRun[] {
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
export function markCoveredDays(groups: readonly CarryingGroup[], length: number): Uint8Array {
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
