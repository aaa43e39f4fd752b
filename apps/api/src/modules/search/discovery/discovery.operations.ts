import type { Category } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { categoryNotFound } from '../../markets/index.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'
import { measureTopics } from './lite-topics.ts'
import { findTopics, saveTopics, topicOrders } from './measured-topics.ts'
import { redirectTerm } from './redirect/smart-redirect.ts'
import { findSearchHelp } from './search-help.ts'
import { listSimilarDocuments } from './similar-documents.ts'
import { searchLibrary } from './smart-search.ts'

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
