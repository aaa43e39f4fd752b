/** Days [from, to) that a source covers without a gap. */
export interface CoveredRun {
  from: number
  to: number
}

/** A silence in which a source should have had this many documents is a gap (probability below e^-10); a shorter one is a quiet time. */
const missedDocuments = 10
const aroundDays = 28
/** The tail of an archive is thin where a week has less than this share of the usual week of its fullest half year. */
const thinPart = 0.1
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
  const end = totals === undefined ? days.length : thickEnd(days)
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

function silenceEnd(days: readonly (number | null)[], from: number, end: number): number {
  let to = from + 1
  while (to < end && days[to] === 0) to++
  return to
}

/** Whether the silence [from, to) is too long for the pace of the weeks on both sides. */
function isMissing(days: readonly (number | null)[], from: number, to: number, end: number): boolean {
  const before = paceOf(days, Math.max(0, from - aroundDays), from)
  const after = to >= end ? before : paceOf(days, to, Math.min(end, to + aroundDays))
  return Math.min(before, after) * (to - from) >= missedDocuments
}

function paceOf(days: readonly (number | null)[], from: number, to: number): number {
  return sumOf(days, from, to) / Math.max(1, to - from)
}

/** The day after the last one whose week has the volume that a week of the source's fullest half year makes plausible. */
function thickEnd(days: readonly (number | null)[]): number {
  let end = days.length
  while (end > 0 && (days[end - 1] ?? 0) === 0) end--
  const minWeekDocuments = usualWeek(days, end) * thinPart
  if (minWeekDocuments * 10 < missedDocuments) return end
  let last = end
  while (last > week && sumOf(days, last - week, last) < minWeekDocuments) last--
  // that week may begin with full days and end with stragglers
  while (last > week && (days[last - 1] ?? 0) < minWeekDocuments / week) last--
  return last
}

/** Documents of the median week of the half year with the highest median. */
function usualWeek(days: readonly (number | null)[], end: number): number {
  const weeks = Array.from({ length: Math.floor(end / week) }, (_, at) => sumOf(days, at * week, (at + 1) * week))
  let highest = 0
  for (let from = 0; from < weeks.length; from += halfYear) {
    const part = weeks.slice(from, from + halfYear).toSorted((a, b) => a - b)
    if (part.length >= 4) highest = Math.max(highest, part[Math.floor(part.length / 2)] ?? 0)
  }
  return highest
}

function sumOf(days: readonly (number | null)[], from: number, to: number): number {
  let sum = 0
  for (let day = from; day < to; day++) sum += days[day] ?? 0
  return sum
}
