import { parseQuery, toTsquery } from '@auspex/analytics'
import type { Provenance, SourceKey, Trend, TrendList } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentFilter, DocumentsModule } from '../documents/index.ts'
import { byCertainGrowth, measureTrends, rankGrowth, type TermSeries } from './build-trends.ts'
import { createCandidates } from './trend-candidates.ts'
import { chooseWindows, type TrendWindows, windowDaysOf } from './trend-windows.ts'
import type { TrendsRepository } from './trends.repository.ts'

export interface TrendsDependencies {
  repository: TrendsRepository
  documents: Pick<DocumentsModule, 'librarySummary' | 'sourceDays'>
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** The days that are compared, of which documents, and how many there are of all. */
interface Comparison {
  windows: TrendWindows
  filter: DocumentFilter
  totals: number[]
}

const kept = 100
const emptyWindowDays = 28

export type TrendsUsecases = ReturnType<typeof createTrendsUsecases>

/** Finds what the library says more of than before. */
export function createTrendsUsecases({ repository, documents, provenance, clock }: TrendsDependencies) {
  let computing: Promise<TrendList> | null = null

  /**
   * Chooses what to compare. Complete sources are compared when there are any, because what searches fetched of the
   * others says more about the searches than about the world.
   */
  async function compare(): Promise<Comparison | null> {
    const world = await provenance()
    const { sources } = await documents.librarySummary()
    const held = sources.filter(
      ({ sourceKey, documents: count }) => (sourceKey === 'demo') === (world === 'demo') && count > 0,
    )
    const complete = held.filter((source) => source.complete)
    const compared = complete.length > 0 ? complete : held
    const fromDay = compared.map((source) => source.firstDay).toSorted()[0]
    const toDay = compared
      .map((source) => source.lastDay)
      .toSorted()
      .at(-1)
    if (fromDay === undefined || toDay === undefined) return null
    const keys: SourceKey[] = compared.map(({ sourceKey }) => sourceKey)
    const days = await documents.sourceDays({ sources: keys, fromDay, toDay })
    const windows = chooseWindows(addUp(days))
    if (windows === null) return null
    const filter: DocumentFilter = { world, tsquery: null, sources: keys, fromDay: windows.from, toDay: windows.asOf }
    return { windows, filter, totals: toSeries(days, windows) }
  }

  async function compute(): Promise<TrendList> {
    const { revision } = await documents.librarySummary()
    const comparison = await compare()
    const terms = comparison === null ? [] : await findCandidates(comparison)
    const list = await toList(comparison, async (found) => rankGrowth(await measure(found, terms)).slice(0, kept))
    await repository.save({ libraryRevision: revision, provenance: list.provenance, list }, clock.now())
    return list
  }

  /** A day at a time, so that searches come in between. */
  async function findCandidates({ windows, filter }: Comparison): Promise<string[]> {
    const candidates = createCandidates(windows)
    for (const day of windowDaysOf(windows)) {
      for (const headline of await repository.readHeadlines({ ...filter, fromDay: day, toDay: day }))
        candidates.add(headline)
    }
    return candidates.best()
  }

  async function measure({ windows, filter, totals }: Comparison, terms: readonly string[]): Promise<Trend[]> {
    const series: TermSeries[] = []
    for (const term of terms) {
      const read = parseQuery(term)
      if (!read.ok) continue
      const days = await repository.countByDay({ ...filter, tsquery: toTsquery(read.query) })
      series.push({ term, counts: toSeries(days, windows) })
    }
    return measureTrends({ series, totals, windowDays: windows.windowDays })
  }

  async function toList(
    comparison: Comparison | null,
    items: (comparison: Comparison) => Promise<Trend[]>,
  ): Promise<TrendList> {
    const world = await provenance()
    if (comparison === null) return { asOf: null, windowDays: emptyWindowDays, provenance: world, items: [] }
    const { asOf, windowDays } = comparison.windows
    return { asOf, windowDays, provenance: world, items: await items(comparison) }
  }

  /** Computes once at a time; who asks meanwhile shares it. */
  function refresh(): Promise<TrendList> {
    computing ??= compute().finally(() => {
      computing = null
    })
    return computing
  }

  return {
    refresh,

    /** The stored trends; computed now only when there are none of the present provenance. */
    async list(limit: number): Promise<TrendList> {
      const stored = await repository.find()
      const list = stored === null || stored.provenance !== (await provenance()) ? await refresh() : stored.list
      return { ...list, items: list.items.slice(0, limit) }
    },

    /** Whether the library changed since the trends were computed, and at which revision it is. */
    async isOld(): Promise<{ isOld: boolean; revision: number }> {
      const [stored, { revision }] = [await repository.find(), await documents.librarySummary()]
      return { isOld: stored?.libraryRevision !== revision, revision }
    },

    /** How given terms moved, fastest growth first; terms that no document of either window holds are left out. */
    async listOf(terms: readonly string[]): Promise<TrendList> {
      return toList(await compare(), async (comparison) => (await measure(comparison, terms)).toSorted(byCertainGrowth))
    },
  }
}

function addUp(days: readonly { day: string; documents: number }[]): { day: string; documents: number }[] {
  const sums = new Map<string, number>()
  for (const { day, documents } of days) sums.set(day, (sums.get(day) ?? 0) + documents)
  return [...sums].map(([day, documents]) => ({ day, documents }))
}

function toSeries(days: readonly { day: string; documents: number }[], windows: TrendWindows): number[] {
  const sums = new Map(addUp(days).map(({ day, documents }) => [day, documents]))
  return windowDaysOf(windows).map((day) => sums.get(day) ?? 0)
}
