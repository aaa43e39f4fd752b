import { describe, expect, test } from 'vitest'
import { addScenarios } from './scenarios.ts'
import { createMock } from '../create-mock.ts'
import { ScenarioError } from './parse-scenarios.ts'
import { call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const scenarios = addScenarios(mock)
const me = (headers: Record<string, string> = {}) =>
  call(mock.fetch, 'http://mock.example', { path: '/users/me', headers })

describe('scenarios of a mock without a port', () => {
  test('apply to one request by its header', async () => {
    expect((await me({ 'x-mock-scenario': 'rate-limited=7' })).headers.get('retry-after')).toBe('7')
    expect((await me()).status).toBe(200)
  })

  test('apply to every request until they are replaced or cleared', async () => {
    scenarios.set('forbidden;operation=listPortfolios, rate-limited')
    expect((await me()).status).toBe(429)
    scenarios.set('server-error=1')
    expect([(await me()).status, (await me()).status]).toEqual([500, 200])
    scenarios.set('reset')
    await expect(me()).rejects.toThrow('fetch failed')
    scenarios.clear()
    expect((await me()).status).toBe(200)
  })

  test('that are unknown leave the active ones unchanged', async () => {
    scenarios.set('rate-limited')
    // the compiler rejects it, but JavaScript callers can still send it
    expect(() => scenarios.set('nonsense' as 'slow')).toThrow(ScenarioError)
    expect((await me()).status).toBe(429)
    scenarios.clear()
  })
})
