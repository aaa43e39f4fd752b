import type { Call, Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { bodyCursor, bodyPages, pages } from './values.ts'

/** Plans for what people discover without a query: trends, categories, news. */
export function discoveryPlans({ ids, get, post }: World): Plans {
  const trendValues = { 'query.geo': ['DE'], 'query.windowDays': [7, 90], 'query.asOf': ['2026-10-15'] }
  const feed = async (): Promise<string> => {
    const { items } = await get('/newsfeed/feeds')
    const known = items.find((one: { subject?: string }) => one.subject === 'solar power')
    return known?.id ?? (await post('/newsfeed/feeds', { kind: 'term', subject: 'solar power' })).id
  }
  const news = {
    call: (): Call => ({ body: { terms: ['oat milk'], perPage: 2 } }),
    values: {
      'body.signalIds': [[ids['solar']]],
      'body.terms': [['solar power']],
      'body.categories': [['health', 'energy']],
      'body.geo': ['DE'],
      'body.feedId': [feed, 'all', 'nf_unknown'],
      'body.portfolioIds': [[ids['otherPf']]],
      'body.outlets': [['outlet1.example']],
      'body.clusterId': [
        async () => (await post('/newsfeed/clusters', { terms: ['solar power'] })).items?.[0]?.id ?? 'nw_unknown',
        'nw_unknown',
      ],
      'body.state': ['saved', 'unread'],
      'body.withMuted': [true],
      'body.startDate': ['2026-11-10'],
      'body.endDate': ['2026-10-10'],
      ...bodyPages,
      ...bodyCursor,
    },
  }
  return {
    listGeneralTrends: { call: () => ({}), values: { ...trendValues, 'query.limit': [1] } },
    listCategoryTrends: {
      call: () => ({ query: { category: 'food_drink' } }),
      values: { ...trendValues, 'query.category': ['fashion', 'unknown'] },
    },
    getClusters: {
      call: () => ({ query: { perPage: 2 } }),
      values: {
        'query.category': ['food_drink', 'unknown'],
        'query.geo': ['DE'],
        'query.asOf': ['2026-10-15'],
        ...pages,
      },
    },
    getCategory: { call: () => ({ path: { id: 'food_drink' } }), values: { 'path.id': ['fashion', 'unknown'] } },
    listNews: {
      ...news,
      call: async () => {
        await muteOnce()
        return { body: { terms: ['oat milk'], perPage: 2 } }
      },
    },
    listNewsClusters: {
      ...news,
      call: async () => {
        await muteOnce()
        return { body: { terms: ['oat milk'], perPage: 1 } }
      },
      values: { ...news.values, 'body.perPage': [2] },
    },
  }

  async function muteOnce() {
    const { items } = await get('/newsfeed/mutes')
    if (items.length === 0) await post('/newsfeed/mutes', { kind: 'word', subject: 'barista' })
  }
}
