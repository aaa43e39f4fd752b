import type { Call, Plan, Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { absent, onlyOnce, pages } from './values.ts'

/** Plans for searches of the library. */
export function searchPlans({ ids, get, post }: World): Plans {
  const values: Plan['values'] = {
    'body.query_term': ['solar power'],
    'body.x_term': ['latte'],
    'body.y_term': ['harvest'],
    'body.isCompound': [true],
    'body.geo': ['DE'],
    'body.entity': ['Anna Lindqvist'],
    'body.sources': [['reddit'], ['hacker_news']],
    'body.startDate': ['2026-11-01'],
    'body.endDate': ['2026-10-10'],
    'body.feeds': [['https://feeds.example/atom.xml']],
    'body.check_cache': [false],
    'body.force': [true],
  }
  const pair = () => ({ body: { x_term: 'barista', y_term: 'foam' } })
  const calls = { 'body.isCompound': pair, 'body.y_term': pair, 'body.x_term': pair }
  const reportOf = async (answer: { signal_id: string; status: string }) => [
    answer.status,
    (await get(`/signal/json/${answer.signal_id}`)).counts,
  ]
  const monitor = (channels: string[], webhookUrl: string | null) => ({
    body: {
      query: { query_term: 'oat milk', isCompound: false },
      rule: { kind: 'volume-above', documents: 1_000_000, windowDays: 7 },
      channels,
      webhookUrl,
      name: 'Oats',
    },
  })
  const endDigests = async () => {
    for (const { id } of (await get('/explore/getGlobalTrendsSubscriptions?perPage=200')).items)
      await post('/explore/deleteGlobalTrendsSubscription', { id })
  }
  const once = onlyOnce()
  return {
    topicQuery: { call: () => ({ body: { query_term: 'oat milk' } }), calls, values, stored: reportOf },
    signalBySources: { call: () => ({ body: { query_term: 'oat milk' } }), calls, values },
    getQueryStatus: {
      call: () => ({ body: { request_id: ids['request'] } }),
      values: {
        'body.request_id': [ids['otherRequest'], 'req_unknown'],
        'body.query_term': ['solar power'],
        'body.socketID': ['socket-1'],
      },
    },
    saveRecentSearch: {
      call: async (): Promise<Call> => {
        await post('/explore/clearRecentSearches')
        return { body: { query_term: 'oat milk' } }
      },
      calls,
      values,
      stored: async () => (await get('/recentSearches')).items,
    },
    topicQueryLiteBulk: {
      call: () => ({ body: { queries: [{ query_term: 'oat milk' }] } }),
      values: {
        'body.queries': [[{ query_term: 'solar power' }]],
        'body.startDate': ['2026-11-01'],
        'body.endDate': ['2026-10-10'],
        'body.windowDays': [7],
      },
    },
    smartSearchLite: {
      call: () => ({ body: { query: 'oat milk' } }),
      values: { 'body.query': ['solar'], 'body.geo': ['DE'], 'body.limit': [1] },
    },
    searchTopics: {
      call: () => ({ body: { perPage: 2 } }),
      values: {
        'body.query': ['solar'],
        'body.category': ['food_drink'],
        'body.geo': ['DE'],
        'body.sort': ['documents', 'newest'],
        'body.page': [2],
        'body.perPage': [1],
      },
    },
    autocompleteTerm: { call: () => ({ path: { term: 'oa' } }), values: { 'path.term': ['sol'] } },
    autocompleteEntity: { call: () => ({ path: { term: 'ann' } }), values: { 'path.term': ['jon'] } },
    createMonitorSubscription: {
      call: () => monitor(['inbox'], null),
      calls: { 'body.webhookUrl': () => monitor(['webhook'], 'https://hooks.example/1') },
      stored: async (answer) =>
        (await get('/explore/getMonitorSubscriptions?perPage=200')).items.find(
          ({ id }: { id: string }) => id === answer.id,
        ),
      values: {
        'body.query': [{ query_term: 'solar power', isCompound: false }],
        'body.rule': [{ kind: 'volume-above', documents: 5, windowDays: 7 }],
        'body.channels': [['webhook'], ['inbox', 'email']],
        'body.webhookUrl': ['https://hooks.example/2'],
        'body.cooldownHours': [5],
        'body.name': ['Other', absent],
        'body.isPaused': [true],
        'body.snoozedUntil': ['2026-12-24T08:00:00Z'],
      },
    },
    getMonitorSubscriptions: {
      call: once('monitors', async () => {
        for (const name of ['One', 'Two', 'Three'])
          await post('/explore/createMonitorSubscription', {
            query: { query_term: name, isCompound: false },
            rule: { kind: 'volume-above', documents: 1, windowDays: 7 },
            channels: ['inbox'],
            webhookUrl: null,
            name,
          })
        return { query: { perPage: 2 } }
      }),
      values: pages,
    },
    deleteMonitorSubscription: {
      call: async () => ({
        body: {
          id: (
            await post('/explore/createMonitorSubscription', {
              query: { query_term: 'gone', isCompound: false },
              rule: { kind: 'volume-above', documents: 1, windowDays: 7 },
              channels: ['inbox'],
              webhookUrl: null,
            })
          ).id,
        },
      }),
      values: { 'body.id': ['sub_unknown'] },
    },
    createGlobalTrendsSubscription: {
      call: async () => {
        await endDigests()
        return { body: { country: 'NO', category: null, frequency: 'weekly', channels: ['inbox'] } }
      },
      stored: async (answer) =>
        (await get('/explore/getGlobalTrendsSubscriptions?perPage=200')).items.find(
          ({ id }: { id: string }) => id === answer.id,
        ),
      values: {
        'body.country': ['SE', null],
        'body.category': ['food_drink'],
        'body.frequency': ['daily'],
        'body.channels': [['inbox', 'email']],
      },
    },
    getGlobalTrendsSubscriptions: {
      call: once('digests', async () => {
        for (const country of ['DK', 'FI', 'DE'])
          await post('/explore/createGlobalTrendsSubscription', {
            country,
            category: null,
            frequency: 'daily',
            channels: ['inbox'],
          })
        return { query: { perPage: 2 } }
      }),
      values: pages,
    },
    deleteGlobalTrendsSubscription: {
      call: async () => {
        await endDigests()
        const digest = { country: 'PT', category: null, frequency: 'daily', channels: ['inbox'] }
        return { body: { id: (await post('/explore/createGlobalTrendsSubscription', digest)).id } }
      },
      values: { 'body.id': ['sub_unknown'] },
    },
  }
}
