import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const me = (as: Parameters<TestApi['tokenOf']>[0]) => api.request({ method: 'GET', path: '/users/me', as })

describe('getMe works', () => {
  test('the first call makes the profile from the token', async () => {
    const reply = await me('mira')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      profile: {
        id: expect.stringMatching(/^usr_/),
        email: 'mira@northwind.example',
        name: 'Mira Solberg',
        preferences: { params: { archetype: null, industry: null, goal: null, industry_id: null } },
      },
      organization: { id: 'org_northwind', name: 'Northwind Foods' },
      groups: [{ id: 'Insights', name: 'Insights' }],
      contacts: [],
      roles: ['member'],
      onboarding: { completedTasks: {}, currentTask: 'searchForSignal' },
    })
  })
})
