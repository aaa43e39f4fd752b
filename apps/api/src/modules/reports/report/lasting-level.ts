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
/** The days of a topic, and those of each group. */
export type ReportVolume = Pick<DailyReport['volume'], 'days' | 'groups'>
export type NounOf = (from: string, until: string | null) => PieceNoun

/** Posts where forums alone published anything, articles where news did; else pieces. */
export function createNounOf({ days, groups }: ReportVolume): NounOf {
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
  volume: ReportVolume
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
/** and chance does not explain it, in standard deviations over all years; most of twelve beginnings and eight lengths were tried. */
const minDeviations = 5

/** The months of a season: its first, 0 for January, and how many there are. */
interface SeasonMonths {
  begin: number
  length: number
}

/** The season that a topic comes with: the months that have the largest part of it compared with those before and after, year for year. */
export function findSeason({ days, groups }: ShiftSections['volume'], nounOf: NounOf): ReportedSeason | null {
  const months = countMonths(days)
  let best: (SeasonMonths & { times: number }) | null = null
  for (let length = minMonths; length <= maxMonths; length += 1)
    for (let begin = 0; begin < 12; begin += 1) {
      const found = compareYears(months, { begin, length })
      if (isSeason(found) && (best === null || found.times > best.times)) best = { begin, length, times: found.times }
    }
  if (best === null || groups.length === 0) return null
  const trimmed = trimSeason(best, months)
  // a gap beside the months that were cut off may leave no year to compare
  const { begin, length } = compareYears(months, trimmed).seasons === 0 ? best : trimmed
  const found = compareYears(months, { begin, length })
  return {
    firstMonth: begin,
    lastMonth: (begin + length - 1) % 12,
    firstYear: found.firstYear,
    lastYear: found.lastYear,
    ratio: toRatio(found),
    noun: nounOf(days[0]?.day ?? '', null),
  }
}

/** A month at the edge of a season with a smaller part of its mean belongs to the rest of the year. */
const minPartOfSeason = 0.5

/** The months of a season that are clearly of it. */
function trimSeason({ begin, length }: SeasonMonths, months: ReadonlyMap<number, MonthCount>): SeasonMonths {
  const rates = Array.from({ length }, (_, at) =>
    meanOf(
      [...months].flatMap(([month, { documents, total }]) =>
        month % 12 === (begin + at) % 12 ? documents / total : [],
      ),
    ),
  )
  const isClear = (rate: number) => rate >= minPartOfSeason * meanOf(rates)
  const [first, last] = [rates.findIndex(isClear), rates.findLastIndex(isClear)]
  return { begin: (begin + first) % 12, length: last - first + 1 }
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
              { documents: sumOf(within.map(storiesOfTotal)), total: sumOf(within.map(({ total }) => total ?? 0)) },
            ],
          ],
    ),
  )
}

/**
 * The stories of a day among its `total`, which is of complete groups alone: what searches found says when they were made. Stories are known of all
 * groups together, so those of some groups are estimated as if the others had as many copies.
 */
function storiesOfTotal({ documents, firstTellings, share, total }: ShiftSections['volume']['days'][number]): number {
  const matched = Math.round((share ?? 0) * (total ?? 0))
  return matched < documents ? (firstTellings * matched) / documents : firstTellings
}

/** How large a part the topic has of some months of each year, and of the rest of the year before and after them. */
interface SeasonComparison {
  /** Seasons that are compared with what is before or after, and those that are compared with both. */
  seasons: number
  years: number
  /** The years in which the first and the last of these seasons began. */
  firstYear: number
  lastYear: number
  /** How many times as large the part is in a mean season as in the rest of a mean year. */
  times: number
  documents: number
  /** Documents of the rest of the year. Where it is between two seasons, each has half of them, so that none counts twice. */
  quiet: number
  /** The sum over the seasons of how unlikely each is, in standard deviations. */
  deviations: number
  /** Whether the topic is as large in each season as it must be. */
  isInEach: boolean
}

function compareYears(months: ReadonlyMap<number, MonthCount>, { begin, length }: SeasonMonths): SeasonComparison {
  const sum = (from: number, count: number): MonthCount[] => {
    const found = Array.from({ length: count }, (_, at) => months.get(from + at)).flatMap((month) => month ?? [])
    if (found.length < count) return []
    return [
      { documents: sumOf(found.map(({ documents }) => documents)), total: sumOf(found.map(({ total }) => total)) },
    ]
  }
  const rateOf = ({ documents, total }: MonthCount) => (documents + 0.5) / total
  const rest = 12 - length
  const seasons = [...months.keys()]
    .filter((month) => month % 12 === begin)
    .flatMap((from) => {
      const others = [...sum(from - rest, rest), ...sum(from + length, rest)]
      return others.length === 0 ? [] : sum(from, length).map((season) => ({ from, season, others }))
    })
    .map(({ from, season, others }) => {
      const [within, outside] = [rateOf(season), meanOf(others.map(rateOf))]
      const documentsOutside = sumOf(others.map(({ documents }) => documents))
      const quiet = documentsOutside / 2
      return {
        year: Math.floor(from / 12),
        isBetween: others.length === 2,
        documents: season.documents,
        documentsOutside,
        total: season.total,
        totalOutside: sumOf(others.map(({ total }) => total)),
        quiet,
        deviations: Math.log(within / outside) / Math.sqrt(1 / Math.max(1, season.documents) + 1 / (quiet + 0.5)),
        isLarge: season.documents >= minInSeason && others.every((one) => within >= minEachTimes * rateOf(one)),
      }
    })
  return {
    seasons: seasons.length,
    years: seasons.filter(({ isBetween }) => isBetween).length,
    firstYear: Math.min(...seasons.map(({ year }) => year)),
    lastYear: Math.max(...seasons.map(({ year }) => year)),
    times:
      sumOf(seasons.map(({ documents, total }) => documents / total)) /
      // half a document more in all, since none of other months does not make a season infinitely larger
      sumOf(seasons.map((one) => (one.documentsOutside + 0.5 / seasons.length) / one.totalOutside)),
    documents: sumOf(seasons.map(({ documents }) => documents)),
    quiet: sumOf(seasons.map(({ quiet }) => quiet)),
    deviations: sumOf(seasons.map(({ deviations }) => deviations)),
    isInEach: seasons.every(({ isLarge }) => isLarge),
  }
}

function isSeason({ seasons, years, times, deviations, isInEach }: SeasonComparison): boolean {
  const isBeyondChance = deviations >= minDeviations * Math.sqrt(seasons)
  return isInEach && years >= minYears && times >= minTimes && isBeyondChance
}

/** How many times as large the part is in the season, with 95 % bounds. */
function toRatio({ times, documents, quiet }: SeasonComparison): ReportedSeason['ratio'] {
  const reach = Math.exp(normalQuantile * Math.sqrt(1 / Math.max(1, documents) + 1 / (quiet + 0.5)))
  return { value: times, low: times / reach, high: times * reach, n: Math.round(documents + quiet) }
}

/** A rise that has not lasted a year may be a season, unless it is to this many times the level before, by its lower bound. */
const minTitleDays = 365
const minSteepTimes = 2
/** A level that began longer ago is no news, and archives that began then selected differently. */
export const maxLevelDays = 1200

/** A fall to more than this part of the level before is what attention does. */
const maxFallRatio = 0.5

export function isSmallFall({ change: { value } }: ReportedShift): boolean {
  return value > maxFallRatio && value < 1
}

/** Whether a level heads its report where no event does. A fall does not: attention that ends is no news. */
export function isLasting({ day, lastDay, change: { value, low } }: ReportedShift): boolean {
  const days = countDays(day, lastDay)
  const least = low >= minSteepTimes ? minLevelDays : minTitleDays
  return value > 1 && least <= days && days <= maxLevelDays
}
