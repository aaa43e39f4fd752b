import type { Call, Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { absent, bodyCursor, bodyPages, cursor, pages } from './values.ts'

const entity = ['Anna Lindqvist']
const toneFilters = {
  'query.id': [] as unknown[],
  'query.entity': entity,
  'query.geo': ['DE'],
  'query.start_date_time': ['2026-11-10T00:00:00Z'],
  'query.end_date_time': ['2026-10-10T00:00:00Z'],
}

/** Plans for operations on a single signal. */
export function signalPlans({ ids, get, post }: World): Plans {
  const other = [ids['solar']]
  const toneList = (place: 'query' | 'path') => ({
    call: (): Call => ({
      ...(place === 'path' ? { path: { id: ids['oat'] ?? '' } } : {}),
      query: { ...(place === 'query' ? { id: ids['oat'] } : {}), perPage: 2 },
    }),
    values: {
      ...toneFilters,
      [`${place}.id`]: other,
      'query.tone_type': ['negative', 'positive'],
      ...pages,
      ...cursor,
    },
  })
  const aspects = {
    call: (): Call => ({ body: { id: ids['oat'] } }),
    values: {
      'body.id': other,
      'body.entity': entity,
      'body.geo': ['DE'],
      'body.startDate': ['2026-11-10'],
      'body.endDate': ['2026-10-10'],
    },
  }
  return {
    getSignalReport: {
      call: () => ({ path: { id: ids['oat'] ?? '' } }),
      values: { 'path.id': other, 'query.entity': entity, 'query.from': ['2026-11-01'], 'query.to': ['2026-10-30'] },
    },
    getSignalSection: {
      call: () => ({ path: { id: ids['oat'] ?? '', sub: 'volume' } }),
      values: {
        'path.id': other,
        'path.sub': ['tone'],
        'query.entity': entity,
        'query.interval': ['month', 'day'],
        'query.from': ['2026-11-01'],
        'query.to': ['2026-10-30'],
      },
    },
    getDocumentCount: { call: () => ({ path: { id: ids['oat'] ?? '' } }), values: { 'path.id': other } },
    getTone: { call: () => ({ query: { id: ids['oat'] } }), values: { ...toneFilters, 'query.id': other } },
    listTonePosts: toneList('query'),
    listToneArticles: toneList('path'),
    listToneComments: toneList('path'),
    getChatter: {
      call: () => ({ body: { id: ids['oat'], perPage: 2 } }),
      values: { ...aspects.values, ...bodyPages, ...bodyCursor },
    },
    fetchLocationMetrics: aspects,
    getInfluentialVoices: aspects,
    getExecutiveSummary: aspects,
    getContextSnippets: {
      call: () => ({
        isUrlEncoded: true,
        body: { 'document_ids[]': [ids['document'], ids['otherDocument']], x_term: 'oat milk' },
      }),
      values: {
        'body.source': ['reddit'],
        'body.document_ids[]': [[ids['document']]],
        'body.x_term': ['milk'],
        'body.y_term': ['spoke', 'unheard'],
        'body.geo': ['DE', 'SE', 'US'],
      },
    },
    getInflectionPointSummary: {
      call: () => ({ query: { id: ids['oat'] } }),
      values: { 'query.id': other, 'query.day': ['2026-09-02'] },
    },
    smartRedirect: {
      call: () => ({ body: { trend_name: 'oat milk' } }),
      values: {
        'body.trend_name': ['solar power'],
        'body.geo': ['DE'],
        'body.redirect_name': ['solar power', 'portfolio'],
      },
    },
    getTrendSummary: {
      call: () => ({ body: { trend: 'oat milk' } }),
      values: { 'body.trend': ['solar power'], 'body.input': ['tone', 'How is the tone?'] },
    },
    getInterests: {
      call: () => ({ path: { id: ids['oat'] ?? '' } }),
      values: { 'path.id': other, 'query.split': ['country', 'tone'] },
    },
    getAudienceEstimate: {
      call: () => ({ query: { id: ids['oat'], age_min: 18 } }),
      values: {
        'query.id': other,
        'query.name': ['solar power'],
        'query.platform': ['facebook', 'reddit', 'forums'],
        'query.age_min': [50],
        'query.age_max': [30],
        'query.geo': ['DE'],
        'query.from': ['2026-11-01'],
        'query.to': ['2026-10-10'],
      },
    },
    sendSignalMessage: {
      call: () => ({ body: { id: ids['oat'], to: [ids['jon']], message: 'Look' } }),
      stored: async () => ({
        jon: (await get('/users/inbox-list?perPage=1', 'jon')).items[0],
        mira: (await get('/users/inbox-list')).items.length,
      }),
      values: {
        'body.id': other,
        'body.to': [[ids['ana']], [ids['mira']]],
        'body.message': ['Listen', absent],
      },
    },
    generateContextSpace: {
      call: () => ({ body: { signalId: ids['oat'] } }),
      values: { 'body.signalId': other, 'body.limit': [5], 'body.kinds': [['entity']] },
    },
    addNewContextsToContextSpace: {
      call: async () => ({
        body: {
          id: (await post('/explore/generateContextSpace', { signalId: ids['oat'], limit: 5 })).id,
          terms: ['drought'],
        },
      }),
      values: {
        'body.id': [
          async () => (await post('/explore/generateContextSpace', { signalId: ids['solar'], limit: 5 })).id,
          'cs_unknown',
        ],
        'body.terms': [['harvest', 'farmers']],
      },
    },
    deleteContextSpaceData: {
      call: async () => ({ body: { id: (await post('/explore/generateContextSpace', { signalId: ids['oat'] })).id } }),
      values: { 'body.id': ['cs_unknown'] },
    },
    correlateStock: correlation('FJRD', 'FJVG'),
    correlateCrypto: correlation('BTC', 'ETH'),
    getStockForecast: {
      call: () => ({ body: { symbol: 'FJRD' } }),
      values: { 'body.symbol': ['FJVG'], 'body.horizonDays': [3] },
    },
    autocompleteStock: {
      call: () => ({ body: { query: 'fj' } }),
      values: { 'body.query': ['fjvg'], 'body.limit': [1] },
    },
  }

  function correlation(symbol: string, another: string) {
    return {
      call: (): Call => ({ body: { signalId: ids['oat'], symbol } }),
      values: {
        'body.signalId': other,
        'body.symbol': [another],
        'body.measure': ['tone'],
        'body.maxLagDays': [2],
        'body.startDate': ['2026-09-01'],
        'body.endDate': ['2026-11-01'],
      },
    }
  }
}
