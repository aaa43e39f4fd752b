import type { Category, RelatedTopic, TrendCountryList, TrendList } from '@auspex/sdk/types'
import type { DocumentFilter } from '../documents/index.ts'
import { findCountries } from './find-countries.ts'
import { findRelated } from './find-related.ts'
import { findStories } from './find-stories.ts'
import { addHeadlines } from './driving-headlines.ts'
import { findTrends, type FindTrendsDependencies, type TrendScope } from './find-trends.ts'
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

/** Windows that are offered (`windowDays` of the contract). */
const offeredWindows = [7, 28, 90, 365]

/** Computes everything anew; the trends of countries and of other days follow when they are asked for. */
export async function refreshTrends(deps: TrendsDependencies): Promise<void> {
  const { snapshots } = deps
  await snapshots.renew('topics', () => measureCatalogue(deps))
  await snapshots.renew('countries', () => findCountries(deps))
  await snapshots.renew('stories', () => findStories(null, deps))
  await snapshots.renew('related', () => findRelated(deps))
  // a window of a year reads two years of headlines, for which nobody should wait
  const own = (await compareLibrary(deps))?.windows.windowDays
  for (const windowDays of offeredWindows.filter((days) => days !== own))
    await snapshots.renew(windowKey(windowDays), () => findTrends({ country: null, windowDays }, deps))
  await snapshots.renew('trends', () => findTrends({ country: null }, deps)) // last: it says what the whole was computed of
  await snapshots.forgetOldChoices()
}

/** When the trends were computed, whether the library changed since or a day of it ended, and at which revision it is. */
export async function getTrendsAge({
  snapshots,
  documents,
  clock,
}: Pick<TrendsDependencies, 'snapshots' | 'documents' | 'clock'>): Promise<{
  computedAt: Date | null
  isOld: boolean
  revision: number
}> {
  const computed = await snapshots.stateOf('trends')
  const { revision, sources } = await documents.librarySummary()
  if (computed === null) return { computedAt: null, isOld: true, revision }
  const [computedOn, today] = [dayOf(computed.at), dayOf(clock.now())]
  // the day on which it was computed is covered once it is over
  const hasEndedDay = computedOn < today && sources.some(({ lastDay }) => lastDay !== null && lastDay >= computedOn)
  return { computedAt: computed.at, isOld: computed.libraryRevision !== revision || hasEndedDay, revision }
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** The stored trends and when they were computed; computed now only when there are none of the present provenance. */
export async function readTrends(scope: TrendScope, deps: TrendsDependencies): Promise<Snapshot<TrendList>> {
  const { snapshots } = deps
  const compute = () => findTrends(scope, deps)
  const { country, windowDays, until = null } = scope
  if (country !== null || until !== null) return snapshots.readChosen(keyOf('all', scope), compute)
  const own = await snapshots.read('trends', () => findTrends({ country }, deps))
  // the window that the library has by itself is the same list
  return windowDays === undefined || windowDays === own.body.windowDays
    ? own
    : snapshots.read(windowKey(windowDays), compute)
}

function windowKey(windowDays: number): string {
  return `window:${windowDays}`
}

function keyOf(name: string, { country, windowDays, until }: TrendScope): string {
  return [name, country ?? 'everywhere', windowDays ?? 'own', until ?? 'latest'].join(':')
}

function isPlain({ country, windowDays, until = null }: TrendScope): boolean {
  return country === null && windowDays === undefined && until === null
}

/** The first of the stored trends. */
export async function listTrends(
  { limit, country = null, ...scope }: { limit: number } & Partial<TrendScope>,
  deps: TrendsDependencies,
): Promise<TrendList> {
  const list = (await readTrends({ ...scope, country }, deps)).body
  return { ...list, items: list.items.slice(0, limit) }
}

/** How the terms of a category moved, certain growth first; terms that no document of either window holds are left out. */
export async function listCategoryTrends(
  { id, terms }: Pick<Category, 'id' | 'terms'>,
  scope: TrendScope,
  deps: TrendsDependencies,
): Promise<TrendList> {
  if (!isPlain(scope))
    return (await deps.snapshots.readChosen(keyOf(id, scope), () => findCategoryTrends(terms, scope, deps))).body
  const { list, terms: measured } = (await readCatalogue(deps)).body
  const items = measured.flatMap(({ term, trend }) => (trend !== null && terms.includes(term) ? [trend] : []))
  return { ...list, items: items.toSorted(byCertainGrowth) }
}

async function findCategoryTrends(
  terms: readonly string[],
  scope: TrendScope,
  deps: TrendsDependencies,
): Promise<TrendList> {
  const { country } = scope
  const comparison = await compareLibrary(deps, scope)
  if (comparison === null) return toTrendList({ comparison, country, items: [] }, deps)
  const items = (await measureTrends({ terms }, comparison, deps)).toSorted(byCertainGrowth)
  return toTrendList({ comparison, country, items: await addHeadlines(items, comparison, deps) }, deps)
}

export function readCatalogue(deps: TrendsDependencies): Promise<Snapshot<Catalogue>> {
  return deps.snapshots.read('topics', () => measureCatalogue(deps))
}

/** How often the library names the terms of all categories, and how they moved. */
async function measureCatalogue(deps: TrendsDependencies): Promise<Catalogue> {
  const comparison = await compareLibrary(deps)
  const terms = [...new Set(deps.categories.flatMap((category) => category.terms))]
  const filter: DocumentFilter = { world: await deps.provenance(), tsquery: null }
  const measured = await measureTerms({ terms, filter, comparison }, deps)
  const found = measured.flatMap(({ trend }) => trend ?? [])
  const told = comparison === null ? found : await addHeadlines(found, comparison, deps)
  const trends = new Map(told.map((trend) => [trend.term, trend]))
  return {
    list: await toTrendList({ comparison, country: null, items: [] }, deps),
    terms: measured.map((one) => ({ ...one, trend: trends.get(one.term) ?? null })),
  }
}

export async function listTrendCountries(deps: TrendsDependencies): Promise<TrendCountryList> {
  return (await deps.snapshots.read('countries', () => findCountries(deps))).body
}

export async function listStories(until: string | null, deps: TrendsDependencies): Promise<StoredStory[]> {
  const compute = () => findStories(until, deps)
  const { snapshots } = deps
  return (
    until === null ? await snapshots.read('stories', compute) : await snapshots.readChosen(`stories:${until}`, compute)
  ).body
}

/** Names that documents of a category mention; none for an unknown one. */
export async function listRelatedTopics(categoryId: string, deps: TrendsDependencies): Promise<RelatedTopic[]> {
  return (await deps.snapshots.read('related', () => findRelated(deps))).body[categoryId] ?? []
}
