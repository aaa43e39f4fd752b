import { type CoveredRun, coveredRuns } from './covered-runs.ts'

/** A silence is a gap when its probability is below e^-10. */
const gapThreshold = 10
/** Days beside a silence that define an outlet's pace. */
const aroundDays = 182
const week = 7

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
export function outletRuns({ weeks, from }: OutletPace, length: number): CoveredRun[] {
  const days = spreadWeeks(weeks, from, length)
  const found = coveredRuns({ counts: days, totals: days })
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return []
  const [begin, end] = [first.from, last.to]
  if (isLikely(days.slice(begin, Math.min(first.to, begin + aroundDays)), begin)) first.from = 0
  if (isLikely(days.slice(Math.max(last.from, end - aroundDays), end), length - end)) last.to = length
  return found
}

/**
 * Whether a silence of this many days beside days of a given pace can be chance: the chance that all documents of both fall into the days beside it.
 */
function isLikely(neighbouringDays: readonly number[], silence: number): boolean {
  const documents = neighbouringDays.reduce((sum, one) => sum + one, 0)
  return documents * Math.log(1 + silence / Math.max(1, neighbouringDays.length)) < gapThreshold
}

/** Documents a day; a week beside a silent one covers only as many days as its documents fill at the pace of its other neighbour. */
function spreadWeeks(weeks: readonly number[], from: number, length: number): number[] {
  const days = Array.from({ length }, () => 0)
  weeks.forEach((documents, at) => {
    if (documents === 0) return
    const [before, after] = [weeks[at - 1] ?? 0, weeks[at + 1] ?? 0]
    const usual = before === 0 || after === 0 ? Math.max(before, after) : 0
    const filled = usual === 0 ? week : Math.min(week, Math.ceil((week * documents) / usual))
    const begin = from + at * week + (before === 0 && after > 0 ? week - filled : 0)
    for (let day = Math.max(0, begin); day < Math.min(length, begin + filled); day++) days[day] = documents / filled
  })
  return days
}
