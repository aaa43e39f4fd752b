import type {
  Category,
  SmartSearchInput,
  SmartSearchResult,
  NameMeaning,
  OtherName,
  SmartRedirect,
  SmartRedirectInput,
} from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { categoryNotFound } from '../../markets/index.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { measureTopics } from './lite-topics.ts'
import { findTopics, saveTopics, topicOrders, indexCategories } from './measured-topics.ts'
import { redirectTerm, findRedirect } from './redirect/smart-redirect.ts'
import { findSearchHelp, createHelpCache } from './search-help.ts'
import { listSimilarDocuments } from './similar-documents.ts'
import { foldText } from '../../../kernel/fold-text.ts'
import { readSignalQuery } from '../../reports/index.ts'
import { hasModules } from '../../people/index.ts'
import { suggestEntities, suggestTerms } from '../autocomplete/library-suggestions.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { createVocabularies } from './redirect/vocabulary.ts'

export type DiscoveryOperations = ReturnType<typeof createDiscoveryOperations>

/** Number of terms shown with their growth per category. */
const shownTrends = 20

/** The operations of discovery without a search. All except the caller's own searches are the same for everyone. */
export function createDiscoveryOperations(deps: DiscoveryDependencies) {
  const { trends, categories } = deps
  const findCategory = (id: string): Category => {
    const category = categories.find((eachCategory) => eachCategory.id === id)
    if (category === undefined) throw categoryNotFound()
    return category
  }
  return {
    smartRedirect: async ({ body }, { actor }) => ({ status: 200, body: await redirectTerm(body, actor, deps) }),
    topicQueryLiteBulk: async ({ body }) => ({ status: 200, body: await measureTopics(body, deps) }),
    getSearchHelp: async ({ body }, { actor }) => ({ status: 200, body: await findSearchHelp(body, actor, deps) }),
    listSimilarDocuments: async ({ body }) => ({ status: 200, body: await listSimilarDocuments(body, deps) }),
    smartSearchLite: async ({ body }, { actor }) => ({ status: 200, body: await searchLibrary(body, actor, deps) }),

    searchTopics: async ({ body }, { actor }) => {
      if (body.category != null) findCategory(body.category)
      const page = toPageRequest(body)
      const matching = (await findTopics(body, actor, deps)).toSorted(topicOrders[body.sort ?? 'momentum'])
      const items = matching.slice(pageOffset(page), pageOffset(page) + page.perPage)
      await saveTopics(items, deps)
      return { status: 200, body: { items, page: toPageInfo(page, matching.length) } }
    },

    listGlobalTrendsCountries: async () => ({ status: 200, body: await trends.countries() }),

    getClusters: async ({ query }) => {
      if (query.category !== undefined) findCategory(query.category)
      const page = toPageRequest(query)
      const matching = (await trends.stories(query.asOf)).filter(
        ({ categories: about, countries }) =>
          (query.category === undefined || about.includes(query.category)) &&
          (query.geo === undefined || countries.includes(query.geo)),
      )
      const items = matching.slice(pageOffset(page), pageOffset(page) + page.perPage).map(({ cluster }) => cluster)
      return { status: 200, body: { items, page: toPageInfo(page, matching.length) } }
    },

    getCategory: async ({ path }) => {
      const category = findCategory(path.id)
      const { asOf, windowDays, stepDays, items } = await trends.listOf(category)
      const related = await trends.relatedTo(category.id)
      return {
        status: 200,
        body: { ...category, asOf, windowDays, stepDays, trends: items.slice(0, shownTrends), related },
      }
    },
  } satisfies Partial<Handlers>
}

/** Finds signals, terms, names and documents for the typed text, in one fast response. */
async function searchLibrary(
  input: SmartSearchInput,
  { userId }: { userId: string },
  deps: DiscoveryDependencies,
): Promise<SmartSearchResult> {
  const { signals, documents } = deps
  const limit = input.limit ?? 5
  const query = readSignalQuery({ query_term: input.query, geo: input.geo ?? null })
  const { filter } = await signals.filterOf(query)
  const prefix = foldText(input.query)
  const hasSignals = await hasModules(deps.access, userId, ['signals'])
  const [topics, { documents: newest }, documentsTotal, terms, entities] = await Promise.all([
    hasSignals ? findTopics({ query: prefix, geo: input.geo ?? null }, { userId }, deps) : [],
    documents.findDocuments(filter, { limit }),
    documents.countDocuments(filter),
    suggestTerms(prefix, limit, deps),
    suggestEntities(prefix, limit, deps),
  ])
  const firstTopics = topics.toSorted(topicOrders.documents).slice(0, limit)
  await saveTopics(firstTopics, deps)
  return {
    query: query.echo.title,
    signals: firstTopics.map(({ signalId, title, documents: n, computedAt }) => ({
      signalId,
      title,
      documents: n,
      computedAt,
    })),
    terms,
    entities,
    documents: newest.map(({ documentId, title, outlet, url, publishedAt }) => ({
      id: documentId,
      title,
      outlet,
      url,
      publishedAt,
    })),
    documentsTotal,
  }
}

type DiscoveryModuleDependencies = Omit<
  DiscoveryDependencies,
  'vocabularies' | 'categoryIndex' | 'otherNames' | 'meanings'
> & {
  clock: Clock
  log: Logger
}

/** Discovery without a search: topics, stories, categories, and the intended wording. */
export function createDiscoveryModule(dependencies: DiscoveryModuleDependencies): {
  operations: DiscoveryOperations
  /** Another wording that was most likely intended by a term; null when it means itself. */
  findRedirect: (term: SmartRedirectInput, actor: { userId: string }) => Promise<SmartRedirect | null>
} {
  const { documents, clock, log } = dependencies
  const vocabularies = createVocabularies({
    words: documents.vocabulary,
    listLearned: async () =>
      (await documents.wordReaders.listAll()).flatMap(({ vectors: { terms, counts } }) =>
        terms.map((text, at) => ({ text, documents: counts[at] ?? 0 })),
      ),
    revision: async () => (await documents.librarySummary()).revision,
    nowMs: () => clock.now().getTime(),
    log,
  })
  const deps = {
    ...dependencies,
    vocabularies,
    categoryIndex: indexCategories(dependencies.categories),
    otherNames: createHelpCache<OtherName[]>(clock),
    meanings: createHelpCache<NameMeaning[]>(clock),
  }
  return {
    operations: createDiscoveryOperations(deps),
    findRedirect: (term, actor) => findRedirect(term, actor, deps),
  }
}
