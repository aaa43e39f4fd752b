import { setImmediate } from 'node:timers/promises'
import { addDays, parseQuery, toTsquery } from '@auspex/analytics'
import type { Category, RelatedTopic, Trend, TrendCountryList, TrendList } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentFilter, DocumentsModule, Headline } from '../documents/index.ts'
import {
  type Comparison,
  compareLibrary,
  type ComparisonDependencies,
  type ComparisonPart,
} from './library-comparison.ts'
import { byTopic, measureTopic, toTrend, windowTotals } from './measure-topic.ts'
import { byCertainGrowth, rankGrowth } from './rank-trends.ts'
import { rankRelated } from './related-names.ts'
import { createSnapshots } from './snapshots.ts'
import { rankStories, type StoredStory } from './story-clusters.ts'
import { createCandidates, headlineTerms } from './trend-candidates.ts'
import { type TrendWindows, windowDaysOf } from './trend-windows.ts'
import type { TrendsRepository } from './trends.repository.ts'

export interface TrendsDependencies extends ComparisonDependencies {
  documents: ComparisonDependencies['documents'] & Pick<DocumentsModule, 'stories'>
  repository: TrendsRepository
  categories: readonly Category[]
  clock: Clock
}

/** A term of a category, counted in the whole library. */
export interface CatalogueTerm {
  term: string
  documents: number
  /** Null when no document of either window holds it. */
  trend: Trend | null
}

interface Catalogue {
  /** What was compared, without trends. */
  list: TrendList
  terms: CatalogueTerm[]
}

/** No day is in them. */
export const noWindows: TrendWindows = { asOf: '0001-01-01', from: '0001-01-02', windowDays: 28 }

const trendLimit = 100
/** Few, because nobody waits for these counts, and somebody may wait for a search. */
const topicsInBackground = 3
const emptyWindowDays = 28
/** Documents that a country needs in each window: below, a doubling from 5 to 10 documents is all that could be told. */
const countryNeeds = 50
const storyDays = 7
const daysBefore = 28

export type TrendsUsecases = ReturnType<typeof createTrendsUsecases>

/** Finds what the library says more of than before, and keeps what was found. */
export function createTrendsUsecases(deps: TrendsDependencies) {
  const { documents, provenance, categories } = deps
  const snapshots = createSnapshots(deps)
  const compare = (part?: ComparisonPart): Promise<Comparison | null> => compareLibrary(deps, part)

  async function findTrends(country: string | null): Promise<TrendList> {
    const comparison = await compare({ country })
    if (comparison === null) return toList(null, country, [])
    const measured = await measure(comparison, await findCandidates(comparison))
    return toList(comparison, country, rankGrowth(measured).slice(0, trendLimit))
  }

  /** A day at a time, so that searches come in between. */
  async function findCandidates({ windows, filter }: Comparison): Promise<string[]> {
    const candidates = createCandidates(windows)
    for (const day of windowDaysOf(windows)) {
      await inTurns(await documents.stories.readHeadlines({ ...filter, fromDay: day, toDay: day }), candidates.add)
    }
    return candidates.best()
  }

  async function measure(comparison: Comparison, terms: readonly string[]): Promise<Trend[]> {
    const counted = await countTerms(comparison, terms, comparison.filter)
    return counted.flatMap(({ trend }) => (trend === null ? [] : [trend]))
  }

  /** Counts terms over the documents of a filter, and measures what of it is compared, when anything is. */
  async function countTerms(
    comparison: Comparison | null,
    terms: readonly string[],
    filter: DocumentFilter,
  ): Promise<CatalogueTerm[]> {
    const readable = terms.flatMap((term) => {
      const read = parseQuery(term)
      return read.ok ? [{ term, filter: { ...filter, tsquery: toTsquery(read.query) } }] : []
    })
    const filters = readable.map((one) => one.filter)
    const counted = await documents.topicCounts.countTopics(filters, {
      windows: comparison?.windows ?? noWindows,
      topicsAStatement: topicsInBackground,
    })
    const counts = byTopic(counted, readable.length)
    return readable.map(({ term }, index) => {
      const found = counts[index] ?? []
      return {
        term,
        documents: found.reduce((sum, row) => sum + row.documents, 0),
        trend: comparison === null ? null : toTrend(term, measureTopic(found, comparison), comparison),
      }
    })
  }

  async function toList(
    comparison: Comparison | null,
    country: string | null,
    items: readonly Trend[],
  ): Promise<TrendList> {
    return {
      asOf: comparison?.windows.asOf ?? null,
      windowDays: comparison?.windows.windowDays ?? emptyWindowDays,
      provenance: comparison?.provenance ?? (await provenance()),
      basis: comparison?.basis ?? 'library-share',
      country,
      ...(comparison === null ? { documents: 0, previous: 0 } : windowTotals(comparison)),
      items: [...items],
    }
  }

  /** How often the library names the terms of all categories, and how they moved. */
  async function measureCatalogue(): Promise<Catalogue> {
    const comparison = await compare()
    const terms = [...new Set(categories.flatMap((category) => category.terms))]
    const everywhere: DocumentFilter = { world: await provenance(), tsquery: null }
    return {
      list: await toList(comparison, null, []),
      terms: await countTerms(comparison, terms, everywhere),
    }
  }

  async function findCountries(): Promise<TrendCountryList> {
    const comparison = await compare()
    if (comparison === null) return { asOf: null, windowDays: emptyWindowDays, needed: countryNeeds, items: [] }
    const { windows, filter } = comparison
    const middle = addDays(windows.from, windows.windowDays)
    const counted = await documents.topicCounts.countCountries({ ...filter, sources: null }, middle)
    const names = new Intl.DisplayNames('en', { type: 'region' })
    return {
      asOf: windows.asOf,
      windowDays: windows.windowDays,
      needed: countryNeeds,
      items: counted
        .filter((row) => row.documents >= countryNeeds && row.previous >= countryNeeds)
        .map((row) => ({
          country: row.country,
          name: names.of(row.country) ?? row.country,
          documents: row.documents + row.previous,
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    }
  }

  async function findRelated(): Promise<Record<string, RelatedTopic[]>> {
    const comparison = await compare()
    const related: Record<string, RelatedTopic[]> = {}
    for (const category of comparison === null ? [] : categories) {
      const query = parseQuery(category.terms.map((term) => `"${term}"`).join(' OR '))
      if (comparison === null || !query.ok) continue
      const filter: DocumentFilter = { ...comparison.filter, tsquery: toTsquery(query.query) }
      related[category.id] = rankRelated(await documents.stories.readNames(filter), category)
    }
    return related
  }

  async function findStories(): Promise<StoredStory[]> {
    const comparison = await compare()
    if (comparison === null) return []
    const { asOf } = comparison.windows
    const filter: DocumentFilter = { ...comparison.filter, sources: null, toDay: asOf }
    const first = addDays(asOf, 1 - storyDays)
    const named = new Map<string, number>()
    for (let back = daysBefore; back >= 1; back -= 1) {
      const day = addDays(first, -back)
      await inTurns(await documents.stories.readHeadlines({ ...filter, fromDay: day, toDay: day }), ({ title }) => {
        for (const term of headlineTerms(title)) named.set(term, (named.get(term) ?? 0) + 1)
      })
    }
    return rankStories({
      documents: await documents.stories.readStories({ ...filter, fromDay: first }),
      asOf,
      headlineCounts: named,
      isYoung: comparison.windows.windowDays < daysBefore,
      categories,
    })
  }

  const listed = (country: string | null) =>
    snapshots.read(country === null ? 'trends' : `trends:${country}`, () => findTrends(country))
  const catalogue = () => snapshots.read('topics', measureCatalogue)

  return {
    compare,

    /** Computes everything anew; the trends of countries follow when they are asked for. */
    async refresh(): Promise<void> {
      await snapshots.renew('topics', measureCatalogue)
      await snapshots.renew('countries', findCountries)
      await snapshots.renew('stories', findStories)
      await snapshots.renew('related', findRelated)
      await snapshots.renew('trends', () => findTrends(null)) // last: it says what the whole was computed of
      await snapshots.forgetOlder('trends:')
    },

    /** The stored trends; computed now only when there are none of the present provenance. */
    async list(limit: number, country: string | null = null): Promise<TrendList> {
      const list = (await listed(country)).body
      return { ...list, items: list.items.slice(0, limit) }
    },

    /** When the trends were computed, whether the library changed since, and at which revision it is. */
    async age(): Promise<{ computedAt: Date | null; isOld: boolean; revision: number }> {
      const [computed, { revision }] = [await snapshots.stateOf('trends'), await documents.librarySummary()]
      return { computedAt: computed?.at ?? null, isOld: computed?.libraryRevision !== revision, revision }
    },

    /** How the terms of a category moved, fastest growth first; terms that no document of either window holds are left out. */
    async listOf({ terms }: Pick<Category, 'terms'>, country: string | null = null): Promise<TrendList> {
      if (country === null) {
        const { list, terms: measured } = (await catalogue()).body
        const items = measured.flatMap(({ term, trend }) => (trend !== null && terms.includes(term) ? [trend] : []))
        return { ...list, items: items.toSorted(byCertainGrowth) }
      }
      const comparison = await compare({ country })
      const items = comparison === null ? [] : await measure(comparison, terms)
      return toList(comparison, country, items.toSorted(byCertainGrowth))
    },

    /** The trends and when they were computed. */
    listed,
    catalogue,
    countries: async () => (await snapshots.read('countries', findCountries)).body,
    stories: async () => (await snapshots.read('stories', findStories)).body,
    relatedTo: async (categoryId: string): Promise<RelatedTopic[]> =>
      (await snapshots.read('related', findRelated)).body[categoryId] ?? [],
  }
}

/** Headlines that are read before others have a turn: some ten milliseconds. */
const headlinesATurn = 150

async function inTurns(headlines: readonly Headline[], read: (headline: Headline) => void): Promise<void> {
  for (let first = 0; first < headlines.length; first += headlinesATurn) {
    headlines.slice(first, first + headlinesATurn).forEach((headline) => read(headline))
    await setImmediate()
  }
}
