import { createClient } from '@auspex/sdk'
import { listIndustriesMockHandler, listIndustriesResponseMock } from '@auspex/sdk/msw'
import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { patientQuery } from '../../lib/api/query.ts'
import { apiUrl } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { industriesOptions } from './trends.queries.ts'

/** A list from a server that responds this many times with that status before it succeeds. */
const createQuery = (failures: number, status = 503) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const requestedAt: number[] = []
  server.use(
    http.get(`${apiUrl}/explore/industries`, () => {
      requestedAt.push(Date.now())
      return requestedAt.length > failures ? undefined : HttpResponse.json({}, { status })
    }),
    listIndustriesMockHandler(),
  )
  const queryClient = new QueryClient()
  // The app's client, with the SDK's default retries.
  const query = industriesOptions(createClient({ baseUrl: apiUrl }))
  const answer = queryClient.fetchQuery(query).catch((error: unknown) => error)
  return { requestedAt, answer, queryClient, query }
}

/** Waits until the list was requested this many times, with time advancing as fast as possible. */
const untilRequested = async (requestedAt: readonly number[], times: number) => {
  for (let steps = 0; steps < 2000 && requestedAt.length < times; steps += 1) await vi.advanceTimersByTimeAsync(50)
  expect(requestedAt).toHaveLength(times)
}

describe('a list that screens depend on', () => {
  test('is retried three times, after 1, 2 and 4 s', async () => {
    const { requestedAt, answer } = createQuery(3)
    await untilRequested(requestedAt, 4)
    expect(await answer).toEqual(listIndustriesResponseMock())
    const waits = requestedAt.slice(1).map((at, index) => at - (requestedAt[index] ?? 0))
    for (const [index, minWait] of [1000, 2000, 4000].entries()) expect(waits[index]).toBeGreaterThanOrEqual(minWait)
  })

  test('fails after the fourth failure', async () => {
    const { requestedAt, answer } = createQuery(10)
    await untilRequested(requestedAt, 4)
    expect(await answer).toMatchObject({ name: 'UnavailableError' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requestedAt).toHaveLength(4)
  })

  test('is not retried if a retry cannot help', async () => {
    const { requestedAt, answer } = createQuery(10, 403)
    expect(await answer).toMatchObject({ name: 'ForbiddenError' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requestedAt).toHaveLength(1)
  })

  test('is cached for five minutes', async () => {
    const { requestedAt, answer, queryClient, query } = createQuery(0)
    await answer
    await vi.advanceTimersByTimeAsync(4.9 * 60_000)
    expect(queryClient.getQueryData(query.queryKey)).toBeDefined()
    await vi.advanceTimersByTimeAsync(0.2 * 60_000)
    expect(queryClient.getQueryData(query.queryKey)).toBeUndefined()
    expect(requestedAt).toHaveLength(1)
  })

  test('never waits longer than 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map(patientQuery.retryDelay)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })
})
