import {
  addDays,
  type DailyReport,
  daysBetween,
  type PieceNoun,
  type ReportedSeason,
  type ReportedShift,
  supportThresholds,
} from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import type { InflectionMarker, SignalReport } from '@auspex/sdk/types'
import { type GroupFacts, type OutletWeeks, splitOutlets } from '../../library/index.ts'

/** Levels that lasted no longer than this were passing: coming down from one is not a fall. */
const maxPassingDays = 180

/** A level that is younger may be a passing one. */
const minLevelDays = 120

/** The 97.5 % quantile, for 95 % intervals. */
const normalQuantile = 1.96

/** What the documents of some days are called, the last ones without an end. */
export type NounOf = (from: string, until: string | null) => PieceNoun

/** Posts where forums alone published anything, articles where news did; else pieces. */
export function createNounOf({ days, groups }: Pick<DailyReport['volume'], 'days' | 'groups'>): NounOf {
  const kinds = groups.map(({ kind }) => kind)
  return (from, until) => {
    const groupKeys = new Set<string>()
    for (const { day, groups: counts } of days)
      if (from <= day && (until === null || day <= until))
        counts.forEach((count, at) => {
          if (count > 0) groupKeys.add(kinds[at] ?? '')
        })
    const [kind] = groupKeys
    return groupKeys.size === 1 && kind === 'post'
      ? 'posts'
      : groupKeys.size === 1 && kind === 'article'
        ? 'articles'
        : 'pieces'
  }
}

export interface ShiftSections {
  lastDay: string
  inflections: SignalReport['inflections']
  stage: SignalReport['stage']
  volume: Pick<DailyReport['volume'], 'days' | 'groups'>
}

type Change = ReportedShift['change']

/**
 * The last lasting change that still holds, if any. A higher level is not reported for a topic that fell silent, nor a fall to next to nothing, which
 * may only reflect what its archives chose to hold. The change is measured against the last level that lasted, since the end of a month of headlines
 * is not a fall; if the level is back to the one before them, nothing has changed.
 */
export function lastShift(
  { lastDay, inflections, stage, volume }: ShiftSections,
  nounOf: NounOf,
): ReportedShift | null {
  const index = inflections.points.findLastIndex(({ kind }) => kind === 'shift')
  const shift = inflections.points[index]
  if (shift === undefined || shift.change === null) return null
  const lastCovered = lastDayOfSameSources(shift.day, volume) ?? lastDay
  // some weeks are no lasting level yet
  if (countDays(shift.day, lastCovered) < minLevelDays) return null
  const recent = inflections.points.filter(
    ({ kind, day }) => kind === 'shift' && day >= addDays(shift.day, -maxPassingDays) && day <= shift.day,
  )
  const first = recent[0] ?? shift
  const isOfPassingLevel = first.day !== shift.day
  const change = isOfPassingLevel ? joinChanges(recent) : shift.change
  if (change === null || (isOfPassingLevel && change.low <= 1 && change.high >= 1)) return null
  // spikes are not part of a level
  const spikes = inflections.points.filter(({ kind }) => kind === 'spike')
  const isLevel = (day: string) =>
    day >= shift.day && !spikes.some((spike) => spike.day <= day && (spike.endDay === null || day <= spike.endDay))
  const storiesSince = volume.days.reduce(
    (sum, { day, firstTellings, isCovered }) => sum + (isCovered && isLevel(day) ? firstTellings : 0),
    0,
  )
  const isOver = change.value > 1 ? stage.stage === 'dormant' : storiesSince < supportThresholds.fallenLevel.min
  if (isOver) return null
  return {
    day: shift.day,
    before: isOfPassingLevel ? first.day : null,
    change,
    basis: inflections.basis,
    noun: nounOf(volume.days[0]?.day ?? shift.day, null),
    lastDay: lastCovered,
    pointer: isOfPassingLevel ? null : `/inflections/points/${index}/change/value`,
  }
}

/** The last day that all the groups cover that covered a day: what others published later is no continuation of a level. */
function lastDayOfSameSources(day: string, { groups }: ShiftSections['volume']): string | null {
  const ends = groups.flatMap(({ documents, spans }) => {
    const isCovering = documents > 0 && spans.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    return isCovering ? (spans.at(-1)?.lastDay ?? []) : []
  })
  return ends.length === 0 ? null : ends.reduce((first, end) => (end < first ? end : first))
}

/**
 * The ratio of the level after several changes to the one before them: the product of the ratios. The levels in between cancel out, but their
 * variances are added as if they did not, so the interval is rather too wide. Null when a change has no ratio.
 */
function joinChanges(points: readonly InflectionMarker[]): Change | null {
  let [logValue, variance, n] = [0, 0, Infinity]
  for (const { change } of points) {
    if (change === null || change.low <= 0) return null
    logValue += Math.log(change.value)
    variance += ((Math.log(change.high) - Math.log(change.low)) / (2 * normalQuantile)) ** 2
    n = Math.min(n, change.n)
  }
  const reach = normalQuantile * Math.sqrt(variance)
  return { value: Math.exp(logValue), low: Math.exp(logValue - reach), high: Math.exp(logValue + reach), n }
}

/** The outlets made a change if they explain this part of its logarithm. */
const minExplainedPart = 0.5
/** Where the library holds this many times as much a day as before, or as little, it is another selection, of which a part says nothing of the topic. */
const maxTotalTimes = 2

/**
 * The days on which a level changed with what the library holds: it holds much more of everything, or the level changed as it would have if each outlet
 * had always had the same part of its documents about the topic, as where it begins to hold the forum of a topic.
 */
export function findSampleShifts({
  inflections: { points, basis },
  volume,
  groups,
  outletWeeks,
}: {
  inflections: Pick<SignalReport['inflections'], 'points' | 'basis'>
  volume: Pick<DailyReport['volume'], 'days'>
  groups: readonly Pick<GroupFacts, 'sourceKey' | 'kind' | 'outlets'>[]
  outletWeeks: readonly OutletWeeks[]
}): string[] {
  const outlets = outletWeeks.map((weeks) => {
    const group = groups.find(({ sourceKey, kind }) => sourceKey === weeks.source && kind === weeks.kind)
    const { individual, remaining } = splitOutlets(group?.outlets ?? [])
    const own = weeks.outlet === null ? remaining : individual.filter(({ outlet }) => outlet === weeks.outlet)
    const topic = own.reduce((sum, { documents }) => sum + documents, 0)
    return { ...weeks, part: topic / Math.max(1, sumOf(weeks.documents)) }
  })
  const totalsIn = (from: string, until: string) =>
    volume.days.flatMap(({ day, isCovered, total }) =>
      isCovered && total !== null && from <= day && day < until ? total : [],
    )
  /** Documents on the topic that the outlets would have in some days, as a part of all documents or as a number. */
  const expectedIn = (from: string, until: string) => {
    const expected = outlets.reduce((sum, { firstWeek, documents, part }) => {
      const [first, last] = [from, until].map((day) => Math.round(daysBetween(firstWeek, day) / 7))
      return sum + part * sumOf(documents.slice(Math.max(0, first ?? 0), Math.max(0, last ?? 0)))
    }, 0)
    return basis === 'count' ? expected : expected / Math.max(1, sumOf(totalsIn(from, until)))
  }
  const shifts = points.filter(({ kind }) => kind === 'shift')
  const first = volume.days[0]?.day ?? ''
  const end = addDays(volume.days.findLast(({ isCovered }) => isCovered)?.day ?? first, 1)
  return shifts.flatMap(({ day, change }, at) => {
    if (change === null || change.value <= 0) return []
    // the levels that are compared last from one change to the next
    const [from, until] = [shifts[at - 1]?.day ?? first, shifts[at + 1]?.day ?? end]
    const [totalBefore, totalAfter] = [meanOf(totalsIn(from, day)), meanOf(totalsIn(day, until))]
    const isOther =
      totalBefore > 0 && totalAfter > 0 && Math.abs(Math.log(totalAfter / totalBefore)) >= Math.log(maxTotalTimes)
    const [before, after] = [expectedIn(from, day), expectedIn(day, until)]
    const ofOutlets = after === 0 ? 0 : before === 0 ? Infinity : Math.log(after / before)
    const ofTopic = Math.log(change.value)
    const isOfOutlets = ofOutlets * Math.sign(ofTopic) >= minExplainedPart * Math.abs(ofTopic)
    return isOther || isOfOutlets ? [day] : []
  })
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / Math.max(1, values.length)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** The lengths of a season in months, and how many years must show it. */
const [minMonths, maxMonths, minYears] = [1, 8, 2]
/** A month of which fewer days are covered is unknown; a season has this many documents a year at least. */
const [minCoveredDays, minInSeason] = [20, 8]
/** In each year the topic has this many times as large a part of all documents as before and after the season, in all of them this many times, */
const [minEachTimes, minTimes] = [1.3, 1.6]
/** and chance does not explain it, in standard deviations over all years; most of twelve beginnings and six lengths were tried. */
const minDeviations = 5

/** The season that a topic comes with: the months that have the largest part of it compared with those before and after, year for year. */
export function findSeason({ days, groups }: ShiftSections['volume'], nounOf: NounOf): ReportedSeason | null {
  const months = countMonths(days)
  const [first] = months.keys()
  const last = [...months.keys()].at(-1)
  if (first === undefined || last === undefined) return null
  let best: ReportedSeason | null = null
  for (let length = minMonths; length <= maxMonths; length += 1)
    for (let begin = 0; begin < 12; begin += 1) {
      const found = measureSeason(months, { begin, length, first, last })
      if (found === null || (best !== null && found.ratio <= best.ratio)) continue
      const noun = nounOf(days[0]?.day ?? '', null)
      best = { ...found, firstMonth: begin, lastMonth: (begin + length - 1) % 12, noun }
    }
  return best === null || groups.length === 0 ? null : trimSeason(best, months)
}

/** A month at the edge of a season with a smaller part of its mean belongs to the rest of the year. */
const minPartOfSeason = 0.5

/** The months of a season that are clearly of it, with how much larger the topic is then than in all other months of the year. */
function trimSeason(season: ReportedSeason, months: ReadonlyMap<number, MonthCount>): ReportedSeason {
  const rates = Array.from({ length: 12 }, (_, month) =>
    meanOf([...months].flatMap(([at, { documents, total }]) => (at % 12 === month ? documents / total : []))),
  )
  const rateOf = (month: number) => rates[(month + 12) % 12] ?? 0
  const monthsOf = (first: number, last: number) =>
    Array.from({ length: ((last - first + 12) % 12) + 1 }, (_, at) => (first + at) % 12)
  let [first, last] = [season.firstMonth, season.lastMonth]
  const least = minPartOfSeason * meanOf(monthsOf(first, last).map(rateOf))
  while (first !== last && rateOf(first) < least) first = (first + 1) % 12
  while (first !== last && rateOf(last) < least) last = (last + 11) % 12
  const within = monthsOf(first, last)
  const outside = rates.filter((_, month) => !within.includes(month))
  return { ...season, firstMonth: first, lastMonth: last, ratio: meanOf(within.map(rateOf)) / meanOf(outside) }
}

interface MonthCount {
  documents: number
  total: number
}

/** What was published in the months that are covered, by their number since year 0. */
function countMonths(days: ShiftSections['volume']['days']): Map<number, MonthCount> {
  const months = Map.groupBy(
    days.filter(({ isCovered, total }) => isCovered && total !== null && total > 0),
    ({ day }) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1,
  )
  return new Map(
    [...months].flatMap(([month, within]) =>
      within.length < minCoveredDays
        ? []
        : [
            [
              month,
              {
                documents: sumOf(within.map(({ firstTellings }) => firstTellings)),
                total: sumOf(within.map(({ total }) => total ?? 0)),
              },
            ],
          ],
    ),
  )
}

/** How much larger the topic is in some months of each year; null where a year does not show it. */
function measureSeason(
  months: ReadonlyMap<number, MonthCount>,
  { begin, length, first, last }: { begin: number; length: number; first: number; last: number },
): { years: number; ratio: number } | null {
  const sum = (from: number, count: number): MonthCount | null => {
    const found = Array.from({ length: count }, (_, at) => months.get(from + at)).flatMap((month) => month ?? [])
    if (found.length < count) return null
    return { documents: sumOf(found.map(({ documents }) => documents)), total: sumOf(found.map(({ total }) => total)) }
  }
  let [years, deviations, within, outside] = [0, 0, 0, 0]
  for (let from = first + ((begin - first + 1200) % 12); from <= last; from += 12) {
    const rest = 12 - length
    const [before, season, after] = [sum(from - rest, rest), sum(from, length), sum(from + length, rest)]
    if (season === null || (before === null && after === null)) continue
    const others = [before, after].flatMap((one) => one ?? [])
    const rateOf = ({ documents, total }: MonthCount) => (documents + 0.5) / total
    if (season.documents < minInSeason) return null
    if (others.some((one) => rateOf(season) < minEachTimes * rateOf(one))) return null
    const rate = sumOf(others.map(rateOf)) / others.length
    const quiet = sumOf(others.map(({ documents }) => documents))
    deviations += Math.log(rateOf(season) / rate) / Math.sqrt(1 / season.documents + 1 / (quiet + 0.5))
    within += rateOf(season)
    outside += rate
    if (others.length === 2) years += 1
  }
  const isSeasonal = years >= minYears && within >= minTimes * outside && deviations >= minDeviations * Math.sqrt(years)
  return isSeasonal ? { years, ratio: within / outside } : null
}
