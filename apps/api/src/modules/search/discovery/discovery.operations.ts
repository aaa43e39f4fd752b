import type { Category } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { categoryNotFound, type Trends } from '../../markets/index.ts'
import type { createLiteTopics } from './lite-topics.ts'
import { type MeasuredTopics, topicOrders } from './measured-topics.ts'
import type { createSmartRedirect } from './redirect/smart-redirect.ts'
import type { createSmartSearch } from './smart-search.ts'

export type DiscoveryOperations = ReturnType<typeof createDiscoveryOperations>

export interface DiscoveryOperationsOptions {
  trends: Pick<Trends, 'listOf' | 'countries' | 'stories' | 'relatedTo'>
  categories: readonly Category[]
  topics: MeasuredTopics
  redirect: ReturnType<typeof createSmartRedirect>
  measureMany: ReturnType<typeof createLiteTopics>
  smartSearch: ReturnType<typeof createSmartSearch>
}

/** Number of terms shown with their growth per category. */
const shownTrends = 20

/** The operations of discovery without a search. All except the caller's own searches are the same for everyone. */
export function createDiscoveryOperations(options: DiscoveryOperationsOptions) {
  const { trends, categories, topics, redirect, measureMany, smartSearch } = options
  const findCategory = (id: string): Category => {
    const category = categories.find((one) => one.id === id)
    if (category === undefined) throw categoryNotFound()
    return category
  }
  return {
    smartRedirect: async ({ body }, { actor }) => ({ status: 200, body: await redirect(body, actor.userId) }),
    topicQueryLiteBulk: async ({ body }) => ({ status: 200, body: await measureMany(body) }),
    smartSearchLite: async ({ body }, { actor }) => ({ status: 200, body: await smartSearch(body, actor.userId) }),

    searchTopics: async ({ body }, { actor }) => {
      if (body.category != null) findCategory(body.category)
      const page = toPageRequest(body)
      const found = (await topics.find(actor.userId, body)).toSorted(topicOrders[body.sort ?? 'momentum'])
      const items = found.slice(pageOffset(page), pageOffset(page) + page.perPage)
      await topics.keep(items)
      return { status: 200, body: { items, page: toPageInfo(page, found.length) } }
    },

    listGlobalTrendsCountries: async () => ({ status: 200, body: await trends.countries() }),

    getClusters: async ({ query }) => {
      if (query.category !== undefined) findCategory(query.category)
      const page = toPageRequest(query)
      const found = (await trends.stories(query.asOf)).filter(
        ({ categories: about, countries }) =>
          (query.category === undefined || about.includes(query.category)) &&
          (query.geo === undefined || countries.includes(query.geo)),
      )
      const items = found.slice(pageOffset(page), pageOffset(page) + page.perPage).map(({ cluster }) => cluster)
      return { status: 200, body: { items, page: toPageInfo(page, found.length) } }
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
