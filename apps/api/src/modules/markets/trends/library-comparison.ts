import { addDays, type CoveredRun, daysBetween, type TrendWindows } from '@auspex/analytics'
import type { Provenance, SourceKey, TrendBasis } from '@auspex/sdk/types'
import type { DocumentFilter, LibraryGroup, TopicCount } from '../../library/index.ts'
import { type GroupHolding, toHoldings } from '../../reports/index.ts'
import { chooseWindows, type LibraryDay, windowDaysOf } from './trend-windows.ts'
import type { TrendsDependencies } from './trends-dependencies.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'

/** An archive of documents of one kind of one source, which begin and end together, over the days of both windows. */
export interface CoveredGroup {
  source: GroupHolding['source']
  kind: GroupHolding['kind']
  /** The days that it covers. Other days are unknown. */
  runs: readonly CoveredRun[]
}

export interface ComparedGroup extends CoveredGroup {
  /** All its documents of each day. */
  totals: readonly number[]
}

/** The days to compare, the documents to count, and the totals. */
export interface Comparison {
  provenance: Provenance
  windows: TrendWindows
  /** Documents of both windows, of the compared sources and the country. */
  filter: DocumentFilter
  basis: TrendBasis
  country: string | null
  groups: readonly ComparedGroup[]
  /** The last window compared with the same weeks a year before, which replace the earlier window. */
  yearBefore: YearBefore
  /** The first and the latest covered day of the compared sources, independent of the windows. */
  covered: { firstDay: string; latestDay: string }
}

/** What the weeks of the year before are compared by. */
export interface YearBefore {
  fromDay: string
  toDay: string
  /** As those of the comparison, with the days of the year before first. */
  groups: readonly ComparedGroup[]
}

/** 52 weeks, so that weekdays agree. */
export const yearDays = 364

/** What to compare; everything by default. */
export interface ComparisonPart {
  country?: string | null
  /** Only these sources, complete or not; chosen automatically when absent or empty. */
  sources?: readonly SourceKey[]
  /** Window length in days; chosen by the age of the library when absent. */
  windowDays?: number | undefined
  /** The last window ends on this day at the latest. */
  until?: string | null
}

/**
 * Chooses what to compare, for the whole library or one country; null when there are not two windows of documents. If there are complete sources,
 * only these are compared, because the documents that searches fetched from the others reflect the searches rather than the world. Complete sources
 * may have no countries, so a country is compared over all documents. The windows end on a covered day: an archive is compared as of its last covered
 * day.
 */
export async function compareLibrary(
  { country = null, sources: only = [], windowDays, until = null }: ComparisonPart,
  { documents, provenance, clock }: TrendsDependencies,
): Promise<Comparison | null> {
  const world = await provenance()
  const { groups: libraryGroups } = await documents.readGroups()
  const holdings = toHoldings(
    libraryGroups.filter((group) => isOfWorld(group, world) && isChosen(group, only)),
    clock.now().toISOString().slice(0, 10),
  )
  const complete = country === null && only.length === 0 ? holdings.filter((holding) => holding.complete) : []
  const compared = complete.length > 0 ? complete : holdings
  const days = coveredDays(compared)
  const [first, last] = [days[0], days.at(-1)]
  const windows = chooseWindows(until === null ? days : days.filter(({ day }) => day <= until), windowDays)
  if (windows === null || first === undefined || last === undefined) return null
  const filter: DocumentFilter = {
    world,
    tsquery: null,
    sources: [...new Set(compared.map(({ source }) => source))],
    country,
    fromDay: windows.from,
    toDay: windows.asOf,
  }
  const counts = country === null ? null : await countDays(filter, windows)
  const earlier = { fromDay: addDays(windows.middle, -yearDays), toDay: addDays(windows.asOf, -yearDays) }
  const earlierCounts =
    country === null ? null : await countDays({ ...filter, ...earlier }, { from: earlier.fromDay, asOf: earlier.toDay })
  const both = counts === null || earlierCounts === null ? null : [...earlierCounts, ...counts]
  return {
    provenance: world,
    windows,
    filter,
    basis: compared.every((holding) => holding.complete) ? 'source-share' : 'library-share',
    country,
    groups: compared.map((holding) => toComparedGroup(holding, windowDaysOf(windows), counts)),
    yearBefore: {
      ...earlier,
      groups: compared.map((holding) => toComparedGroup(holding, yearBeforeDays(windows), both)),
    },
    covered: {
      firstDay: first.day,
      // a day with a few stray documents does not count
      latestDay: chooseWindows(days, 1)?.asOf ?? last.day,
    },
  }

  async function countDays(
    groups: DocumentFilter,
    within: Pick<TrendWindows, 'from' | 'asOf'>,
  ): Promise<readonly TopicCount[]> {
    return documents.topicCounts.countTopics([groups], { windows: within, topicsPerStatement: 1 })
  }
}

function isOfWorld({ sourceKey, days }: LibraryGroup, world: Provenance): boolean {
  return (sourceKey === 'demo') === (world === 'demo') && days.size > 0
}

function isChosen({ sourceKey }: LibraryGroup, only: readonly SourceKey[]): boolean {
  return only.length === 0 || only.includes(sourceKey)
}

/** Documents of each covered day, oldest first. */
function coveredDays(holdings: readonly GroupHolding[]): LibraryDay[] {
  const sums = new Map<string, number>()
  for (const { days, spans } of holdings) {
    let dayIndex = 0
    for (const [day, documents] of days) {
      while (dayIndex < spans.length && day > (spans[dayIndex]?.lastDay ?? '')) dayIndex++
      const span = spans[dayIndex]
      if (span !== undefined && day >= span.firstDay) sums.set(day, (sums.get(day) ?? 0) + documents)
    }
  }
  return [...sums].map(([day, documents]) => ({ day, documents })).toSorted((a, b) => compareAscending(a.day, b.day))
}

/** The days of the last window a year before, then those of the last window. */
function yearBeforeDays(windows: TrendWindows): string[] {
  const last = windowDaysOf(windows).slice(windows.windowDays)
  return [...last.map((day) => addDays(day, -yearDays)), ...last]
}

/** A group over the given days, oldest first. `counts` are the documents of a country; null to compare all documents. */
function toComparedGroup(
  { source, kind, days, spans, fromDay, beforeDay }: GroupHolding,
  compared: readonly string[],
  counts: readonly TopicCount[] | null,
): ComparedGroup {
  // each archive of a kind has its own days
  const isOwn = (day: string) => (fromDay === null || day >= fromDay) && (beforeDay === null || day < beforeDay)
  const counted = new Map<string, number>()
  for (const count of counts ?? [])
    if (count.source === source && count.kind === kind && count.day !== null && isOwn(count.day))
      counted.set(count.day, (counted.get(count.day) ?? 0) + count.documents)
  const totals = compared.map((day) => (counts === null ? days : counted).get(day) ?? 0)
  const isCovered = compared.map((day) => spans.some(({ firstDay, lastDay }) => day >= firstDay && day <= lastDay))
  const runs: CoveredRun[] = []
  isCovered.forEach((covered, day) => {
    const run = runs.at(-1)
    if (!covered) return
    if (run?.to === day) run.to = day + 1
    else runs.push({ from: day, to: day + 1 })
  })
  return { source, kind, totals, runs }
}

/** The place of each day that was looked up in some windows: reading a date took a third of measuring a topic. */
const placesOf = new WeakMap<TrendWindows, Map<string, number>>()

/** Sums a value of each day over both windows, oldest first; ignores other days. */
export function onDays<Count extends { day: string | null }>(
  counts: readonly Count[],
  windows: TrendWindows,
  valueOf: (count: Count) => number,
): number[] {
  const days = Array.from({ length: 2 * windows.windowDays }, () => 0)
  const places = placesOf.get(windows) ?? new Map<string, number>()
  placesOf.set(windows, places)
  for (const count of counts) {
    if (count.day === null) continue
    const place = places.get(count.day) ?? daysBetween(windows.from, count.day)
    places.set(count.day, place)
    if (place >= 0 && place < days.length) days[place] = (days[place] ?? 0) + valueOf(count)
  }
  return days
}
