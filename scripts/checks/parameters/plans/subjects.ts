import type { Call, Plans } from '../plan.types.ts'
import { cursor, pages } from './values.ts'

/** Plans for trials, articles and hashtags. */
export function subjectPlans(): Plans {
  const hashtags = (query: Record<string, unknown> = {}) => ({
    call: (): Call => ({ path: { tag: 'oatmilk' }, query: { origin: 'import', period: 30, ...query } }),
    values: {
      'path.tag': ['solar'],
      'query.geo': ['SE'],
      'query.period': [7, 120],
      'query.origin': ['demo', 'mastodon'],
    },
  })
  const list = hashtags({ perPage: 2 })
  return {
    searchClinicalTrials: {
      call: () => ({ path: { a: 'condition', query: 'hypertension' }, query: { perPage: 2 } }),
      values: {
        'path.a': ['title', 'intervention'],
        'path.query': ['asthma'],
        'query.status': ['COMPLETED'],
        'query.phase': ['PHASE3'],
        'query.sponsorClass': ['INDUSTRY'],
        'query.country': ['Sweden'],
        'query.startYear': [2025],
        ...pages,
        ...cursor,
      },
    },
    autocompleteClinicalTerm: { call: () => ({ path: { q: 'hyper' } }), values: { 'path.q': ['asth'] } },
    listPubmedArticles: {
      call: () => ({ query: { condition: 'hypertension', perPage: 2 } }),
      values: { 'query.condition': ['asthma'], 'query.year': [2021], ...pages },
    },
    getPubmedTimeSeries: {
      call: () => ({ query: { condition: 'hypertension' } }),
      values: { 'query.condition': ['asthma'], 'query.fromYear': [2022] },
    },
    getHashtagTrends: hashtags(),
    listHashtagVideos: { ...list, values: { ...list.values, 'query.sort': ['newest', 'engagement'], ...pages } },
    listHashtagCreators: { ...list, values: { ...list.values, 'query.sort': ['videos', 'engagement'], ...pages } },
  }
}
