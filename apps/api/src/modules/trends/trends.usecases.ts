import type { Category, RelatedTopic, TrendCountryList, TrendList } from '@auspex/sdk/types'
import type { DocumentFilter } from '../documents/index.ts'
import { findCountries } from './find-countries.ts'
import { findRelated } from './find-related.ts'
import { findStories } from './find-stories.ts'
import { findTrends, type FindTrendsDependencies } from './find-trends.ts'
import { compareLibrary } from './library-comparison.ts'
import { type MeasuredTerm, measureTerms, measureTrends, toTrendList } from './measure-terms.ts'
import { byCertainGrowth } from './rank-trends.ts'
import type { Snapshots } from './snapshots.ts'
import type { StoredStory } from './story-clusters.ts'
import type { Snapshot } from './trends.repository.ts'

export interface TrendsDependencies extends FindTrendsDependencies {
  snapshots: Snapshots
  categories: readonly Category[]
}

/** The terms of all categories, and what was compared to measure them. */
export interface Catalogue {
  /** Without trends. */
  list: TrendList
  /** Counted in the whole library. */
  terms: MeasuredTerm[]
}

/** Computes everything anew; the trends of countries follow when they are asked for. */
export async function refreshTrends(deps: TrendsDependencies): Promise<void> {
  const { snapshots } = deps
  await snapshots.renew('topics', () => measureCatalogue(deps))
  await snapshots.renew('countries', () => findCountries(deps))
  await snapshots.renew('stories', () => findStories(deps))
  await snapshots.renew('related', () => findRelated(deps))
  await snapshots.renew('trends', () => findTrends(null, deps)) // last: it says what the whole was computed of
  await snapshots.forgetOlder('trends:')
}

/** When the trends were computed, whether the library changed since, and at which revision it is. */
export async function getTrendsAge({
  snapshots,
  documents,
}: Pick<TrendsDependencies, 'snapshots' | 'documents'>): Promise<{
  computedAt: Date | null
  isOld: boolean
  revision: number
}> {
  const computed = await snapshots.stateOf('trends')
  const { revision } = await documents.librarySummary()
  return { computedAt: computed?.at ?? null, isOld: computed?.libraryRevision !== revision, revision }
}

/** The stored trends and when they were computed; computed now only when there are none of the present provenance. */
export function readTrends(country: string | null, deps: TrendsDependencies): Promise<Snapshot<TrendList>> {
  return deps.snapshots.read(country === null ? 'trends' : `trends:${country}`, () => findTrends(country, deps))
}

/** The first of the stored trends. */
export async function listTrends(
  { limit, country = null }: { limit: number; country?: string | null },
  deps: TrendsDependencies,
): Promise<TrendList> {
  const list = (await readTrends(country, deps)).body
  return { ...list, items: list.items.slice(0, limit) }
}

/** How the terms of a category moved, fastest growth first; terms that no document of either window holds are left out. */
export async function listCategoryTrends(
  { terms }: Pick<Category, 'terms'>,
  country: string | null,
  deps: TrendsDependencies,
): Promise<TrendList> {
  if (country === null) {
    const { list, terms: measured } = (await readCatalogue(deps)).body
    const items = measured.flatMap(({ term, trend }) => (trend !== null && terms.includes(term) ? [trend] : []))
    return { ...list, items: items.toSorted(byCertainGrowth) }
  }
  const comparison = await compareLibrary(deps, { country })
  const items = comparison === null ? [] : await measureTrends(terms, comparison, deps)
  return toTrendList({ comparison, country, items: items.toSorted(byCertainGrowth) }, deps)
}

export function readCatalogue(deps: TrendsDependencies): Promise<Snapshot<Catalogue>> {
  return deps.snapshots.read('topics', () => measureCatalogue(deps))
}

/** How often the library names the terms of all categories, and how they moved. */
async function measureCatalogue(deps: TrendsDependencies): Promise<Catalogue> {
  const comparison = await compareLibrary(deps)
  const terms = [...new Set(deps.categories.flatMap((category) => category.terms))]
  const filter: DocumentFilter = { world: await deps.provenance(), tsquery: null }
  return {
    list: await toTrendList({ comparison, country: null, items: [] }, deps),
    terms: await measureTerms({ terms, filter, comparison }, deps),
  }
}

export async function listTrendCountries(deps: TrendsDependencies): Promise<TrendCountryList> {
  return (await deps.snapshots.read('countries', () => findCountries(deps))).body
}

export async function listStories(deps: TrendsDependencies): Promise<StoredStory[]> {
  return (await deps.snapshots.read('stories', () => findStories(deps))).body
}

/** Names that documents of a category mention; none for an unknown one. */
export async function listRelatedTopics(categoryId: string, deps: TrendsDependencies): Promise<RelatedTopic[]> {
  return (await deps.snapshots.read('related', () => findRelated(deps))).body[categoryId] ?? []
}
