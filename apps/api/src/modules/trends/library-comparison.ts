import type { Provenance, SourceKey, TrendBasis } from '@auspex/sdk/types'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import { chooseWindows, type TrendWindows, windowDaysOf } from './trend-windows.ts'

/** The days that are compared, of which documents, and how many there are of all. */
export interface Comparison {
  provenance: Provenance
  windows: TrendWindows
  /** Documents of both windows, of the compared sources and the country. */
  filter: DocumentFilter
  basis: TrendBasis
  country: string | null
  /** All documents a day over both windows, by compared source. */
  totals: ReadonlyMap<SourceKey, readonly number[]>
}

export interface ComparisonDependencies {
  documents: Pick<DocumentsModule, 'librarySummary' | 'sourceDays' | 'topicCounts'>
  provenance: () => Promise<Provenance>
}

/** What to compare; everything when nothing is said. */
export interface ComparisonPart {
  country?: string | null
  /** Only these sources, complete or not; chosen when absent or empty. */
  sources?: readonly SourceKey[]
  /** Days of a window; chosen by the age of the library when absent. */
  windowDays?: number
  /** The last window ends on this day at the latest. */
  until?: string | null
}

/**
 * Chooses what to compare, of the whole library or of one country; null when there are not two windows of documents.
 * Complete sources are compared when there are any, because what searches fetched of the others says more about the
 * searches than about the world. Complete sources may not tell the country, so a country is compared over all that is held.
 */
export async function compareLibrary(
  { documents, provenance }: ComparisonDependencies,
  { country = null, sources: only = [], windowDays, until = null }: ComparisonPart = {},
): Promise<Comparison | null> {
  const world = await provenance()
  const { sources } = await documents.librarySummary()
  const storedSources = sources.filter(
    ({ sourceKey, documents: count }) =>
      (sourceKey === 'demo') === (world === 'demo') && count > 0 && (only.length === 0 || only.includes(sourceKey)),
  )
  const complete = country === null && only.length === 0 ? storedSources.filter((source) => source.complete) : []
  const comparedSources = complete.length > 0 ? complete : storedSources
  const fromDay = comparedSources.map((source) => source.firstDay).toSorted()[0]
  const toDay = comparedSources
    .map((source) => source.lastDay)
    .toSorted()
    .at(-1)
  if (fromDay === undefined || toDay === undefined) return null
  const keys = comparedSources.map(({ sourceKey }) => sourceKey)
  const days = await documents.sourceDays({ sources: keys, fromDay, toDay: until ?? toDay })
  const windows = chooseWindows(addUp(days), windowDays)
  if (windows === null) return null
  const filter: DocumentFilter = {
    world,
    tsquery: null,
    sources: keys,
    country,
    fromDay: windows.from,
    toDay: windows.asOf,
  }
  const read =
    country === null ? days.map(({ sourceKey, ...day }) => ({ ...day, source: sourceKey })) : await countDays(filter)
  const isWhole = comparedSources.every((source) => source.complete)
  return {
    provenance: world,
    windows,
    filter,
    basis: isWhole ? 'source-share' : 'library-share',
    country,
    totals: bySource(read, windows),
  }

  async function countDays(of: DocumentFilter) {
    return windows === null ? [] : documents.topicCounts.countTopics([of], { windows, topicsAStatement: 1 })
  }
}

/** One day of one source. */
interface SourceCount {
  day: string | null
  source: SourceKey
  documents: number
}

/** Documents a day over both windows, oldest first, by source. */
export function bySource(counts: readonly SourceCount[], windows: TrendWindows): Map<SourceKey, number[]> {
  const places = new Map(windowDaysOf(windows).map((day, index) => [day, index]))
  const series = new Map<SourceKey, number[]>()
  for (const { day, source, documents } of counts) {
    const place = day === null ? undefined : places.get(day)
    if (place === undefined) continue
    const days = series.get(source) ?? Array.from({ length: places.size }, () => 0)
    days[place] = (days[place] ?? 0) + documents
    series.set(source, days)
  }
  return series
}

function addUp(days: readonly { day: string; documents: number }[]): { day: string; documents: number }[] {
  const sums = new Map<string, number>()
  for (const { day, documents } of days) sums.set(day, (sums.get(day) ?? 0) + documents)
  return [...sums].map(([day, documents]) => ({ day, documents }))
}
