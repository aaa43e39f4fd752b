import type { TrendsDependencies } from './trends-dependencies.ts'
import type { Snapshot } from './trends.repository.ts'
import { addDays, headlineFurniture, headlineTerms, parseQuery, scoreContexts, tokens } from '@auspex/analytics'
import type { Category, RelatedTopic, TrendCountryList, TrendList } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import { type DocumentFilter, type DocumentsModule, toMatching } from '../../library/index.ts'
import { findCategories } from './categories-by-meaning.ts'
import { addHeadlines, readHeadlines } from './driving-headlines.ts'
import { findTrends, type TrendScope } from './find-trends.ts'
import { compareLibrary } from './library-comparison.ts'
import {
  emptyWindowDays,
  type MeasuredTerm,
  measureTerms,
  measureTrends,
  toTopic,
  toTrendList,
} from './measure-terms.ts'
import { byCertainGrowth } from './rank-trends.ts'
import { type StoredStory, rankStories } from './story-clusters.ts'
import { factor, plural } from './trend-words.ts'

const nameLimit = 20
const minHits = 3

const storyDays = 7

/** Days before the window that determine whether a word is usual in headlines. */
const daysBefore = 28

/** The contract's maximum. */
const maxItems = 100

/** Documents that a country needs in each window: with fewer, at best a doubling from 5 to 10 documents could be reported. */
const countryNeeds = 50

/** The terms of all categories, and the comparison they were measured by. */
export interface Catalogue {
  /** Without trends. */
  list: TrendList
  /** Counted in the whole library. */
  terms: MeasuredTerm[]
}

/** Window lengths offered (`windowDays` of the contract). */
const offeredWindows = [7, 28, 90, 365]

/** Recomputes everything; the trends of countries and of other days are computed on request. */
export async function refreshTrends(deps: TrendsDependencies): Promise<void> {
  const { snapshots } = deps
  await snapshots.renew('topics', () => measureCatalogue(deps))
  await snapshots.renew('countries', () => findCountries(deps))
  await snapshots.renew('stories', () => findStories(null, deps))
  await snapshots.renew('related', () => findRelated(deps))
  // a one-year window reads two years of headlines, too long for a request to wait
  const defaultWindowDays = (await compareLibrary({}, deps))?.windows.windowDays
  for (const windowDays of offeredWindows.filter((days) => days !== defaultWindowDays))
    await snapshots.renew(windowKey(windowDays), () => findTrends({ country: null, windowDays }, deps))
  await snapshots.renew('trends', () => findTrends({ country: null }, deps)) // last, because it records the revision of the whole computation
  await snapshots.forgetOldChoices()
}

/** When the trends were computed, whether the library has changed or one of its days has ended since, and its current revision. */
export async function getTrendsAge({ snapshots, documents, clock }: TrendsDependencies): Promise<{
  computedAt: Date | null
  isOld: boolean
  revision: number
}> {
  const computed = await snapshots.stateOf('trends')
  const { revision, sources } = await documents.librarySummary()
  if (computed === null) return { computedAt: null, isOld: true, revision }
  const [computedOn, today] = [dayOf(computed.at), dayOf(clock.now())]
  // the day on which it was computed becomes covered once it is over
  const hasEndedDay = computedOn < today && sources.some(({ lastDay }) => lastDay !== null && lastDay >= computedOn)
  return { computedAt: computed.at, isOld: computed.libraryRevision !== revision || hasEndedDay, revision }
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** The stored trends and when they were computed; computed now only if there are none of the current provenance. */
export async function readTrends(scope: TrendScope, deps: TrendsDependencies): Promise<Snapshot<TrendList>> {
  const { snapshots } = deps
  const compute = () => findTrends(scope, deps)
  const { country, windowDays, until = null } = scope
  if (country !== null || until !== null) return snapshots.readChosen(keyOf('all', scope), compute)
  const defaultSnapshot = await snapshots.read('trends', () => findTrends({ country }, deps))
  // the library's default window gives the same list
  return windowDays === undefined || windowDays === defaultSnapshot.body.windowDays
    ? defaultSnapshot
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

/**
 * How the terms of a category and the growing topics that belong to it changed, certain growth first; omits terms that no document of either window
 * contains.
 */
export async function listCategoryTrends(
  category: Category,
  scope: TrendScope,
  deps: TrendsDependencies,
): Promise<TrendList> {
  const list = await measureCategory(category, scope, deps)
  const growing = (await readTrends(scope, deps)).body.items.filter(({ categories }) =>
    categories.includes(category.id),
  )
  // a topic says more than one of its terms
  const covered = new Set(growing.flatMap(({ terms }) => terms.map((term) => foldText(term))))
  const alone = list.items.filter(({ term }) => !covered.has(foldText(term)))
  return { ...list, items: [...alone, ...growing].toSorted(byCertainGrowth).slice(0, maxItems) }
}

async function measureCategory(
  { id, terms }: Category,
  scope: TrendScope,
  deps: TrendsDependencies,
): Promise<TrendList> {
  if (!isPlain(scope))
    return (await deps.snapshots.readChosen(keyOf(id, scope), () => findCategoryTrends(terms, scope, deps))).body
  const { list, terms: measured } = (await readCatalogue(deps)).body
  const items = measured.flatMap(({ term, trend }) => (trend !== null && terms.includes(term) ? [trend] : []))
  return { ...list, items }
}

async function findCategoryTrends(
  terms: readonly string[],
  scope: TrendScope,
  deps: TrendsDependencies,
): Promise<TrendList> {
  const { country } = scope
  const comparison = await compareLibrary(scope, deps)
  if (comparison === null) return toTrendList({ comparison, country, items: [] }, deps)
  const measured = await measureTrends({ topics: terms.map(toTopic) }, comparison, deps)
  const items = await findCategories(await addHeadlines(measured, comparison, deps), deps)
  return toTrendList({ comparison, country, items }, deps)
}

export function readCatalogue(deps: TrendsDependencies): Promise<Snapshot<Catalogue>> {
  return deps.snapshots.read('topics', () => measureCatalogue(deps))
}

/** How often the library mentions the terms of all categories, and how they changed. */
async function measureCatalogue(deps: TrendsDependencies): Promise<Catalogue> {
  const comparison = await compareLibrary({}, deps)
  const terms = [...new Set(deps.categories.flatMap((category) => category.terms))]
  const filter: DocumentFilter = { world: await deps.provenance(), tsquery: null }
  const measured = await measureTerms({ terms, filter, comparison }, deps)
  const measuredTrends = measured.flatMap(({ trend }) => trend ?? [])
  const withHeadlines = comparison === null ? measuredTrends : await addHeadlines(measuredTrends, comparison, deps)
  const withCategories = await findCategories(withHeadlines, deps)
  const trends = new Map(withCategories.map((trend) => [trend.term, trend]))
  return {
    list: await toTrendList({ comparison, country: null, items: [] }, deps),
    terms: measured.map((term) => ({ ...term, trend: trends.get(term.term) ?? null })),
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

/** Names that documents of a category mention; empty for an unknown one. */
export async function listRelatedTopics(categoryId: string, deps: TrendsDependencies): Promise<RelatedTopic[]> {
  return (await deps.snapshots.read('related', () => findRelated(deps))).body[categoryId] ?? []
}

/** Countries with enough documents for their own trends. */
async function findCountries(deps: TrendsDependencies): Promise<TrendCountryList> {
  const comparison = await compareLibrary({}, deps)
  if (comparison === null) return { asOf: null, windowDays: emptyWindowDays, needed: countryNeeds, items: [] }
  const { windows, filter } = comparison
  const counts = await deps.documents.topicCounts.countCountries({ ...filter, sources: null }, windows.middle)
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return {
    asOf: windows.asOf,
    windowDays: windows.windowDays,
    needed: countryNeeds,
    items: counts
      .filter((row) => row.documents >= countryNeeds && row.previous >= countryNeeds)
      .map((row) => ({
        country: row.country,
        name: names.of(row.country) ?? row.country,
        documents: row.documents + row.previous,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

/** Story clusters of the last week up to a day, the highest-ranked first. */
async function findStories(until: string | null, deps: TrendsDependencies): Promise<StoredStory[]> {
  const comparison = await compareLibrary({ until }, deps)
  if (comparison === null) return []
  const { asOf } = comparison.windows
  const filter: DocumentFilter = { ...comparison.filter, sources: null, toDay: asOf }
  const first = addDays(asOf, 1 - storyDays)
  const headlineCounts = new Map<string, number>()
  await readHeadlines(
    { filter, days: Array.from({ length: daysBefore }, (_, index) => addDays(first, index - daysBefore)) },
    ({ title }) => {
      for (const term of headlineTerms(title)) headlineCounts.set(term, (headlineCounts.get(term) ?? 0) + 1)
    },
    deps,
  )
  return rankStories({
    documents: await deps.documents.stories.readStories({ ...filter, fromDay: first }),
    asOf,
    headlineCounts,
    isYoung: comparison.windows.windowDays < daysBefore,
  })
}

/** Names that the documents of each category mention, by category id. */
async function findRelated(
  deps: TrendsDependencies & { categories: readonly Category[] },
): Promise<Record<string, RelatedTopic[]>> {
  const comparison = await compareLibrary({}, deps)
  const related: Record<string, RelatedTopic[]> = {}
  if (comparison === null) return related
  for (const category of deps.categories) {
    const query = parseQuery(category.terms.map((term) => `"${term}"`).join(' OR '))
    if (!query.ok) continue
    const filter = { ...comparison.filter, ...toMatching(query.query) }
    related[category.id] = rankRelated(await deps.documents.stories.readNames(filter), category)
  }
  return related
}

/** The names that belong to a category: those its documents mention more often than by chance. */
function rankRelated(
  { names, documents, library }: Awaited<ReturnType<DocumentsModule['stories']['readNames']>>,
  { terms }: Category,
): RelatedTopic[] {
  const categoryWords = new Set(terms.flatMap(tokens))
  // a name made of these words only, such as "Latest", is not a real name
  const realNames = names.filter(({ term }) =>
    tokens(term).some((word) => !categoryWords.has(word) && !headlineFurniture.has(word)),
  )
  return scoreContexts({
    candidates: realNames,
    hitsTotal: documents,
    backgroundTotal: library,
    minHits,
    exclude: new Set(),
  })
    .filter(({ isSignificant }) => isSignificant)
    .slice(0, nameLimit)
    .map(({ term, hits, lift }) => ({
      term,
      documents: hits,
      lift: Math.min(lift, 1_000_000_000),
      why: `${plural(hits, 'document')} of the category ${hits === 1 ? 'names' : 'name'} it in the two windows, ${factor(lift)} times as often as other documents of the library.`,
    }))
}
