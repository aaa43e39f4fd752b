import type { Trends } from '../../markets/index.ts'
import type { Trend, TrendList } from '@auspex/sdk/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { people, type PersonName } from '../../../testing/people.ts'
import { stub } from '../../../testing/stub.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { categories, industries } from '../../library/index.ts'
import { suggestTopics } from './onboarding.operations.ts'

describe('onboarding api', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  type Caller = Parameters<TestApi['tokenOf']>[0]
  const put = (operation: string, body?: object, as: Caller = 'mira') =>
    api.request({ method: 'PUT', path: `/onboarding/${operation}`, as, ...(body && { body }) })
  const profile = async (as: Caller = 'mira') => (await api.request({ method: 'GET', path: '/users/me', as })).json()
  const complete = (taskId: string, currentTask: string | null, as: Caller = 'mira') =>
    put('completeTask', { taskId, currentTask }, as)

  beforeEach(async () => {
    for (const person of ['mira', 'jon'] as PersonName[]) await put('reset', undefined, person)
  })

  describe('the checklist', () => {
    test('is completed step by step, with progress in the profile', async () => {
      expect((await complete('searchForSignal', 'addSignalToYourPortfolio')).json()).toEqual({
        completedTasks: { searchForSignal: true },
        currentTask: 'addSignalToYourPortfolio',
      })
      await complete('addSignalToYourPortfolio', 'compareSignals')
      expect((await profile()).onboarding).toEqual({
        completedTasks: { searchForSignal: true, addSignalToYourPortfolio: true },
        currentTask: 'compareSignals',
      })
    })

    test('omits sharing until there are two colleagues to share with', async () => {
      const of = (sub: string) => ({
        ...people.ana,
        sub,
        name: sub,
        organization: 'org_trio',
        organization_name: 'Trio',
      })
      await complete('searchForSignal', 'addSignalToYourPortfolio', of('first'))
      await complete('addSignalToYourPortfolio', 'compareSignals', of('first'))
      expect((await complete('compareSignals', null, of('first'))).json().currentTask).toBeNull()
      for (const sub of ['second', 'third']) await profile(of(sub))
      expect((await profile(of('first'))).onboarding.currentTask).toBe('shareInsightsWithYourTeam')
    })

    test('counts a task once when two browsers complete it', async () => {
      const replies = await Promise.all([1, 2].map(() => complete('searchForSignal', 'addSignalToYourPortfolio')))
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    })

    test('starts over on reset, including preferences', async () => {
      await complete('searchForSignal', 'compareSignals')
      await put('updatePreferences', { params: { goal: 'Spot trends early' } })
      expect((await put('reset')).json()).toEqual({ completedTasks: {}, currentTask: 'searchForSignal' })
      expect((await profile()).profile.preferences.params.goal).toBeNull()
    })
  })

  describe('preferences', () => {
    test('keep omitted fields, and clear a choice with null', async () => {
      await put('updatePreferences', { params: { archetype: 'Strategist', industry: 'Finance and insurance' } })
      const reply = await put('updatePreferences', { params: { goal: 'Spot trends early', industry: null } })
      const params = { archetype: 'Strategist', industry: null, goal: 'Spot trends early', industry_id: null }
      expect(reply.json()).toEqual({ params })
      expect((await profile()).profile.preferences).toEqual({ params })
    })
  })

  describe('the checklist refuses', () => {
    test('a task other than the current one, naming the current one, and changes nothing', async () => {
      const reply = await complete('compareSignals', null)
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toMatchObject({
        code: 'onboarding.not_the_current_task',
        detail: expect.stringContaining('searchForSignal'),
      })
      expect((await profile()).onboarding.completedTasks).toEqual({})
    })
  })

  describe('the checklist protects', () => {
    test("a person's checklist and preferences from colleagues", async () => {
      await complete('searchForSignal', 'addSignalToYourPortfolio', 'mira')
      await put('updatePreferences', { params: { goal: 'Spot trends early' } }, 'mira')
      const jon = await profile('jon')
      expect(jon.onboarding).toEqual({ completedTasks: {}, currentTask: 'searchForSignal' })
      expect(jon.profile.preferences.params.goal).toBeNull()
    })
  })

  describe('suggestions', () => {
    test('are empty for an empty library, and never fail', async () => {
      const reply = await api.request({ method: 'POST', path: '/onboarding/suggestions', as: 'mira', body: {} })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ items: [] })
    })
  })
})

describe('suggest topics', () => {
  const trend = (term: string, change: Trend['change'], low: number) =>
    ({
      term,
      change,
      documents: 40,
      isRatioTold: change !== 'too-few',
      momentum: { value: low + 0.4, low, high: low + 1, n: 60, method: 'quasi-Poisson log ratio' },
    }) as Trend // no other field of a trend is read

  const listOf = (...items: Trend[]) => ({ items }) as TrendList // nor of a list

  const byCategory: Record<string, TrendList> = {
    food_drink: listOf(trend('oat milk', 'grew', 1.3), trend('kefir', 'unclear', 0.8), trend('soda', 'fell', 0.2)),
    fashion: listOf(trend('linen', 'grew', 1.6), trend('oat milk', 'grew', 1.3)),
  }
  /** Terms of the whole library, independent of its last weeks. */
  const stock = [
    { term: 'coffee', documents: 310, trend: null },
    { term: 'protein', documents: 12, trend: null },
    { term: 'plant based', documents: 0, trend: null },
    { term: 'cruise', documents: 40, trend: null },
  ]
  const deps = {
    industries,
    categories,
    trends: stub<Trends>({
      list: async () => listOf(trend('heat pump', 'grew', 1.2), trend('tram', 'too-few', 0.1)),
      catalogue: async () => ({ libraryRevision: 1, at: new Date(0), body: { list: listOf(), terms: stock } }),
      listOf: async ({ id }: { id: string }) => byCategory[id] ?? listOf(),
    }),
  }

  describe('topics to begin with', () => {
    test('list significant growth of the industry first, fastest first, then uncertain growth', async () => {
      const topics = await suggestTopics({ industry_id: 'consumer_goods' }, deps)
      expect(topics.map(({ term }) => term).slice(0, 3)).toEqual(['linen', 'oat milk', 'kefir'])
      expect(topics[0]?.reason).toBe('Grows in Consumer goods')
      expect(topics[2]?.reason).toBe('Talked about in Consumer goods')
    })

    test("are also found by the industry's name, as in older profiles", async () => {
      const topics = await suggestTopics({ industry: ' food and BEVERAGE ' }, deps)
      expect(topics.map(({ term }) => term)).toEqual(['oat milk', 'kefir', 'coffee', 'protein'])
    })

    test('fall back to industry terms with documents if none has changed', async () => {
      expect(await suggestTopics({ industry_id: 'travel' }, deps)).toEqual([
        { term: 'cruise', reason: '40 documents in your library', documents: 40, momentum: null },
      ])
    })

    test.each([{}, { industry_id: 'unknown' }, { industry: null }])(
      'come from the whole library for %j',
      async (preferred) => {
        expect((await suggestTopics(preferred, deps)).map(({ term, reason }) => [term, reason])).toEqual([
          ['heat pump', 'Grows in your library'],
        ])
      },
    )
  })
})
