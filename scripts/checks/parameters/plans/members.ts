import type { Plans } from '../plan.types.ts'
import type { World } from '../world.ts'
import { cursor, onlyOnce, pages } from './values.ts'

/** Plans for a person's inbox, first steps and activity. */
export function memberPlans({ ids, get, send }: World): Plans {
  const once = onlyOnce()
  const restart = () => send('mira', 'PUT', '/onboarding/reset', {})
  const steps = async () => (await get('/users/me')).onboarding
  const recordTwo = async () => {
    for (const event of ['opened', 'closed', 'opened', 'closed'])
      await send('mira', 'POST', '/events/', {
        data: { category_broad: 'signals', category_narrow: 'report', event },
        time: '2026-11-20T07:00:00Z',
        userAgent: 'Walk/1',
      })
  }
  return {
    listInbox: {
      call: once('listInbox', async () => {
        for (const message of ['One', 'Two', 'Three'])
          await send('mira', 'POST', '/signal/sendSignalMessage', { id: ids['oat'], to: [ids['jon']], message })
        return { query: { perPage: 2 } }
      }),
      as: 'jon',
      values: { ...pages, ...cursor },
    },
    updatePreferences: {
      call: () => ({ body: { params: { industry: 'Food and drink', industry_id: 'food_beverage' } } }),
      stored: async () => get('/users/me'),
      values: { 'body.params': [{ industry: 'Energy', industry_id: 'energy' }] },
    },
    completeTask: {
      call: async () => {
        await restart()
        return { body: { taskId: 'searchForSignal', currentTask: 'addSignalToYourPortfolio' } }
      },
      stored: steps,
      values: { 'body.taskId': ['compareSignals'], 'body.currentTask': ['compareSignals'] },
    },
    updateCurrentTask: {
      call: async () => {
        await restart()
        return { body: { currentTask: 'compareSignals' } }
      },
      stored: steps,
      values: { 'body.currentTask': ['addSignalToYourPortfolio'] },
    },
    getSuggestions: {
      call: () => ({
        body: {
          archetype: 'Strategist',
          industry: 'Food and beverage',
          goal: 'Spot trends early',
          industry_id: 'food_beverage',
        },
      }),
      calls: { 'body.industry': () => ({ body: { industry: 'Food and beverage' } }) },
      values: {
        'body.archetype': ['Marketer'],
        'body.industry': ['Energy'],
        'body.goal': ['Watch competitors'],
        'body.industry_id': ['energy', 'health'],
      },
    },
    listActivity: {
      call: once('listActivity', async () => {
        await recordTwo()
        return { query: { perPage: 2 } }
      }),
      values: { ...pages, ...cursor, 'query.userId': [ids['jon'], '-'], 'query.searchTerm': ['opened'] },
    },
    getActivityHeatmap: {
      call: once('getActivityHeatmap', async () => {
        await recordTwo()
        return {}
      }),
      values: { 'query.userId': [ids['jon'], '-'], 'query.days': [1] },
    },
    recordEvent: {
      call: () => ({
        body: {
          data: { category_broad: 'signals', category_narrow: 'report', event: 'read' },
          time: '2026-11-21T07:58:12Z',
          userAgent: 'Walk/1',
        },
      }),
      stored: async () => (await get('/activity?perPage=1')).items,
      values: {
        'body.data': [{ category_broad: 'signals', category_narrow: 'report', event: 'shared' }],
        'body.time': ['2026-11-21T06:00:00Z'],
        'body.userAgent': ['Walk/2'],
      },
    },
  }
}
