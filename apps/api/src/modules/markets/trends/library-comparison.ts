import { type CoveredRun, daysBetween } from '@auspex/analytics'
import type { Provenance, SourceKey, TrendBasis } from '@auspex/sdk/types'
import type { DocumentFilter, LibraryGroup, TopicCount } from '../../library/index.ts'
import { type GroupHolding, toHoldings } from '../../reports/index.ts'
import { chooseWindows, type LibraryDay, type TrendWindows, windowDaysOf } from './trend-windows.ts'
import type { TrendsDependencies } from './trends-dependencies.ts'

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
  /** The first and the latest covered day of the compared sources, independent of the windows. */
  covered: { firstDay: string; latestDay: string }
}

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
  return {
    provenance: world,
    windows,
    filter,
    basis: compared.every((holding) => holding.complete) ? 'source-share' : 'library-share',
    country,
    groups: compared.map((holding) => toComparedGroup(holding, windows, counts)),
    covered: {
      firstDay: first.day,
      // a day with a few stray documents does not count
      latestDay: chooseWindows(days, 1)?.asOf ?? last.day,
    },
  }

  async function countDays(of: DocumentFilter, within: TrendWindows): Promise<readonly TopicCount[]> {
    return documents.topicCounts.countTopics([of], { windows: within, topicsPerStatement: 1 })
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
  return [...sums]
    .map(([day, documents]) => ({ day, documents }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/** `counts` are the documents of a country; null to compare all documents. */
function toComparedGroup(
  { source, kind, days, spans, fromDay, beforeDay }: GroupHolding,
  windows: TrendWindows,
  counts: readonly TopicCount[] | null,
): ComparedGroup {
  const length = 2 * windows.windowDays
  const totals =
    counts === null
      ? windowDaysOf(windows).map((day) => days.get(day) ?? 0)
      : onDays(
          counts.filter((count) => count.source === source && count.kind === kind && isOwn(count.day)),
          windows,
          ({ documents }) => documents,
        )
  // each archive of a kind has its own days
  function isOwn(day: string | null): boolean {
    return day !== null && (fromDay === null || day >= fromDay) && (beforeDay === null || day < beforeDay)
  }
  const runs = spans.flatMap(({ firstDay, lastDay }) => {
    const from = Math.max(0, daysBetween(windows.from, firstDay))
    const to = Math.min(length, daysBetween(windows.from, lastDay) + 1)
    return from < to ? [{ from, to }] : []
  })
  return { source, kind, totals, runs }
}

/** Sums a value of each day over both windows, oldest first; ignores other days. */
export function onDays<Count extends { day: string | null }>(
  counts: readonly Count[],
  { from, windowDays }: TrendWindows,
  valueOf: (count: Count) => number,
): number[] {
  const days = Array.from({ length: 2 * windowDays }, () => 0)
  for (const count of counts) {
    const dayIndex = count.day === null ? -1 : daysBetween(from, count.day)
    if (dayIndex >= 0 && dayIndex < days.length) days[dayIndex] = (days[dayIndex] ?? 0) + valueOf(count)
  }
  return days
}
