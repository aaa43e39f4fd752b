/** Days [from, to) that a source covers without a gap. */
export interface CoveredRun {
  from: number
  to: number
}

/** A silence in which a source should have had this many documents is a gap (probability below e^-10); a shorter one is a quiet time. */
const minMissedDocuments = 10
const aroundDays = 28
/** The tail of an archive is thin where a week has less than this share of the usual week of its fullest half year. */
const minTailShare = 0.1
const week = 7
const halfYear = 26

/**
 * The runs of days that a source covers. Runs end at days that are null, at silences of the whole source that its own surrounding pace makes next to
 * impossible, and where the tail of an archive thins out: its last stragglers are not a sample of the source. Other days without a document are
 * covered.
 */
export function coveredRuns({
  counts,
  totals,
}: {
  counts: readonly (number | null)[]
  totals?: readonly (number | null)[]
}): CoveredRun[] {
  const days = counts.map((count, day) => {
    const total = totals === undefined ? 1 : (totals[day] ?? null)
    return count === null || total === null ? null : total
  })
  return runsUntil(days, totals === undefined ? days.length : thickEnd(days))
}

/** Documents of each day, null for a day that is not covered. */
type Days = ArrayLike<number | null>

function runsUntil(days: Days, end: number): CoveredRun[] {
  const runs: CoveredRun[] = []
  let open: CoveredRun | null = null
  for (let day = 0; day < end;) {
    const next = days[day] === 0 ? silenceEnd(days, day, end) : day + 1
    const isCovered = days[day] !== null && (days[day] !== 0 || (open !== null && !isMissing(days, day, next, end)))
    if (!isCovered) open = null
    else if (open === null) runs.push((open = { from: day, to: next }))
    else open.to = next
    day = next
  }
  return runs
}

function silenceEnd(days: Days, from: number, end: number): number {
  let to = from + 1
  while (to < end && days[to] === 0) to++
  return to
}

/** Whether the silence [from, to) is too long for the pace of the weeks on both sides. */
function isMissing(days: Days, from: number, to: number, end: number): boolean {
  const before = documentsPerDay(days, Math.max(0, from - aroundDays), from)
  const after = to >= end ? before : documentsPerDay(days, to, Math.min(end, to + aroundDays))
  return Math.min(before, after) * (to - from) >= minMissedDocuments
}

function documentsPerDay(days: Days, from: number, to: number): number {
  return sumOf(days, from, to) / Math.max(1, to - from)
}

/** The day after the last one whose week has the volume that a week of the source's fullest half year makes plausible. */
function thickEnd(days: Days): number {
  let end = days.length
  while (end > 0 && (days[end - 1] ?? 0) === 0) end--
  const minWeekDocuments = usualWeek(days, end) * minTailShare
  if (minWeekDocuments * 10 < minMissedDocuments) return end
  let last = end
  while (last > week && sumOf(days, last - week, last) < minWeekDocuments) last--
  // that week may begin with full days and end with stragglers
  while (last > week && (days[last - 1] ?? 0) < minWeekDocuments / week) last--
  return last
}

/** Documents of the median week of the half year with the highest median. */
function usualWeek(days: Days, end: number): number {
  const weeks = Array.from({ length: Math.floor(end / week) }, (_, index) =>
    sumOf(days, index * week, (index + 1) * week),
  )
  let highest = 0
  for (let from = 0; from < weeks.length; from += halfYear) {
    const part = weeks.slice(from, from + halfYear).toSorted((a, b) => a - b)
    if (part.length >= 4) highest = Math.max(highest, part[Math.floor(part.length / 2)] ?? 0)
  }
  return highest
}

function sumOf(days: Days, from: number, to: number): number {
  let sum = 0
  for (let day = from; day < to; day++) sum += days[day] ?? 0
  return sum
}

/** Documents a day in a group of documents that begin and end together, over days that all groups share, oldest first. */
export interface GroupSeries {
  /** Documents of the topic, or its stories. */
  counts: ArrayLike<number>
  /** All documents of the group; null when unknown. */
  totals: ArrayLike<number> | null
  /** The days that it covers. Other days are ignored, whatever `counts` contains for them. */
  runs: readonly CoveredRun[]
}

/** A topic in a form that can be compared over time. */
export interface CoveredSeries {
  /** The counts of the groups on the covered days, up to the last comparable one; null for a day that nothing covers. */
  counts: (number | null)[]
  /**
   * The possible volume of a day; null for a day that nothing covers. Basis share: documents of the groups, each weighted by how much more often than
   * the whole it names the topic, so that counts over exposure are a share. Basis count: 1 where all groups cover the day, less where some do not, so
   * that counts over exposure are documents a day.
   */
  exposure: (number | null)[]
  /** `share` where the totals of all groups with documents of the topic are known. */
  basis: 'share' | 'count'
}

/** A group with less of the topic does not extend the series: its last days would say nothing about the rest. */
const minPart = 0.1

/**
 * Joins groups over the days that each covers, so that one that ends, pauses, joins or thins out changes nothing. Indirect standardisation (Breslow &
 * Day 1987, Statistical Methods in Cancer Research II, §2.3): each group's documents are weighted by its own share of the topic over all its covered
 * days. The series ends with the last day covered by a group that has at least a tenth of the topic's covered documents: what remains after it is too
 * small a part to compare with. Null where no covered day has a document.
 */
export function joinCoveredGroups(groups: readonly GroupSeries[]): CoveredSeries | null {
  const matchingGroups = groups
    .map((group) => ({ group, matched: sumCovered(group.counts, group.runs) }))
    .filter(({ matched }) => matched > 0)
  const all = matchingGroups.reduce((sum, { matched }) => sum + matched, 0)
  if (all === 0) return null
  const basis = matchingGroups.every(({ group }) => group.totals !== null) ? 'share' : 'count'
  const length = Math.max(
    ...matchingGroups.map(({ group, matched }) => (matched >= minPart * all ? (group.runs.at(-1)?.to ?? 0) : 0)),
  )
  const sizes = matchingGroups.map(({ group: { totals, runs } }) => sumCovered(basis === 'share' ? totals : null, runs))
  const rates = matchingGroups.map(({ matched }, index) => matched / Math.max(1, sizes[index] ?? 1))
  const size = sizes.reduce((sum, one) => sum + one, 0)
  const usual = basis === 'share' ? all / size : rates.reduce((sum, rate) => sum + rate, 0)
  const counts = [...new Float64Array(length)]
  const exposure = [...new Float64Array(length)]
  matchingGroups.forEach(({ group }, index) => {
    const weight = (rates[index] ?? 0) / usual
    for (const { from, to } of group.runs)
      for (let day = from; day < Math.min(to, length); day++) {
        counts[day] = (counts[day] ?? 0) + (group.counts[day] ?? 0)
        const groupExposure = basis === 'count' || group.totals === null ? 1 : (group.totals[day] ?? 0)
        exposure[day] = (exposure[day] ?? 0) + weight * groupExposure
      }
  })
  const isCovered = (day: number) => (exposure[day] ?? 0) > 0
  return {
    counts: counts.map((count, day) => (isCovered(day) ? count : null)),
    exposure: exposure.map((dayExposure, day) => (isCovered(day) ? dayExposure : null)),
    basis,
  }
}

/** Documents of each day and all that its sources had, null for a day that is not covered. */
interface DayCounts {
  counts: (number | null)[]
  exposure: (number | null)[]
}

/** The series in the form that `momentum` and `stage` take: no day has more documents than exposure, which a ratio of rates does not depend on. */
export function toComparable({ counts, exposure }: DayCounts): DayCounts {
  const maxRate = Math.max(1, ...counts.map((count, day) => (count ?? 0) / (exposure[day] ?? Infinity)))
  // slightly above, because rounding must not leave a day with more documents than exposure
  const scale = maxRate === 1 ? 1 : maxRate * (1 + 1e-9)
  return { counts, exposure: exposure.map((held) => (held === null ? null : held * scale)) }
}

/** Without values, each day counts 1. */
function sumCovered(values: ArrayLike<number> | null, runs: readonly CoveredRun[]): number {
  let sum = 0
  for (const { from, to } of runs) for (let day = from; day < to; day++) sum += values === null ? 1 : (values[day] ?? 0)
  return sum
}

/** A silence is a gap when its probability is below e^-10. */
const minGapSurprise = 10
/** Days beside a silence that define an outlet's pace. */
const outletAroundDays = 182

/** All documents of an outlet in the library, by week. */
export interface OutletPace {
  /** Documents of each week, oldest first. */
  weeks: readonly number[]
  /** The first day of the first week, relative to the first day of the period; negative when it is before it. */
  from: number
}

/**
 * The days [from, to) of `length` on which an outlet was read, inferred from its own pace. Weeks before its first document, after its last one and
 * between them are quiet where its pace makes that likely, as for a paper with an article a month; and not read where it does not, as for a forum
 * with a hundred posts a day. The thinning tail of an archive was not read either. Empty where it has no document.
 */
export function inferReadRuns({ weeks, from }: OutletPace, length: number): CoveredRun[] {
  const days = spreadWeeks(weeks, from, length)
  const found = runsUntil(days, thickEnd(days))
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return []
  const [begin, end] = [first.from, last.to]
  if (isLikely(days.subarray(begin, Math.min(first.to, begin + outletAroundDays)), begin)) first.from = 0
  if (isLikely(days.subarray(Math.max(last.from, end - outletAroundDays), end), length - end)) last.to = length
  return found
}

/**
 * Whether a silence of this many days beside days of a given pace can be chance: the chance that all documents of both fall into the days beside it.
 */
function isLikely(neighbouringDays: Float64Array, silence: number): boolean {
  const documents = neighbouringDays.reduce((sum, one) => sum + one, 0)
  return documents * Math.log(1 + silence / Math.max(1, neighbouringDays.length)) < minGapSurprise
}

/** Documents a day; a week beside a silent one covers only as many days as its documents fill at the pace of its other neighbour. */
function spreadWeeks(weeks: readonly number[], from: number, length: number): Float64Array {
  const days = new Float64Array(length)
  weeks.forEach((documents, index) => {
    if (documents === 0) return
    const [before, after] = [weeks[index - 1] ?? 0, weeks[index + 1] ?? 0]
    const usual = before === 0 || after === 0 ? Math.max(before, after) : 0
    const filled = usual === 0 ? week : Math.min(week, Math.ceil((week * documents) / usual))
    const begin = from + index * week + (before === 0 && after > 0 ? week - filled : 0)
    for (let day = Math.max(0, begin); day < Math.min(length, begin + filled); day++) days[day] = documents / filled
  })
  return days
}
