import { describe, expect, test } from 'vitest'
import { type AuspexError, createClient, getMe, saveRecentSearch, UnauthenticatedError } from '../index.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'

const refusal = problem(401, 'identity.unauthenticated')

describe('a 401', () => {
  const message = async (replace?: (address: string) => Request) => {
    const server = await serve((_request, response) => sendJson(response, 401, refusal))
    const client = createClient({
      baseUrl: server.url,
      retry: false,
      hooks: { beforeRequest: ({ address }) => replace?.(address) },
    })
    return ((await failure(getMe({ client }))) as Error).message
  }

  test('is about the token of the request that was sent, also where a hook replaced it', async () => {
    const noToken = 'no access token was sent'
    expect(await message()).toContain(noToken)
    expect(await message((address) => new Request(address))).toContain(noToken)
    expect(
      await message((address) => new Request(address, { headers: { authorization: 'Bearer abc' } })),
    ).not.toContain(noToken)
  })
})

describe('an unreachable server', () => {
  test.each([
    [
      new TypeError('fetch failed', { cause: Object.assign(new AggregateError([]), { code: 'ENETUNREACH' }) }),
      'ENETUNREACH',
    ],
    [new TypeError('fetch failed', { cause: new AggregateError([]) }), 'fetch failed'],
    [Object.assign(new AggregateError([]), { code: 'EHOSTUNREACH' }), 'EHOSTUNREACH'],
    [new AggregateError([]), 'no reason given'],
  ])('has a reason, also of several addresses that failed without words', async (fault, reason) => {
    const fetch = () => Promise.reject(fault)
    const client = createClient({ baseUrl: 'http://h.example/api', fetch, retry: false })
    expect(((await failure(getMe({ client }))) as Error).message).toContain(`(${reason}: check baseUrl`)
  })
})

describe('tenants', () => {
  test('six hundred interleaved calls of two clients never mix tokens', async () => {
    let crossed = 0
    const seen = new Map<string, number>()
    const server = await serve((request, response) => {
      const { authorization = '' } = request.headers
      if (authorization !== `Bearer ${String(request.headers['x-who'])}`) crossed += 1
      seen.set(authorization, (seen.get(authorization) ?? 0) + 1)
      // Responses arrive in a different order than the calls.
      setImmediate(() => sendJson(response, 200, { who: authorization }))
    })
    const tenants = ['ada', 'bob'].map((name) => ({
      name,
      // The token arrives late, after calls of the other tenant have begun.
      client: createClient({
        baseUrl: server.url,
        auth: { getToken: () => new Promise((resolve) => setImmediate(() => resolve(name))) },
      }),
    }))
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        tenants.map(async ({ name, client }) => {
          const options = { client, headers: { 'x-who': name } }
          const data: unknown =
            index % 2 === 0 ? await getMe(options) : await saveRecentSearch({ query_term: name }, options)
          return (data as { who: string }).who === `Bearer ${name}`
        }),
      ).flat(),
    )
    expect(crossed).toBe(0)
    expect(Object.fromEntries(seen)).toEqual({ 'Bearer ada': 300, 'Bearer bob': 300 })
    expect(answers.filter(Boolean)).toHaveLength(600)
  })

  test("one tenant's refresh does not change the token of the other", async () => {
    const server = await serve((request, response) =>
      request.headers.authorization === 'Bearer old'
        ? sendJson(response, 401, refusal)
        : sendJson(response, 200, { token: request.headers.authorization }),
    )
    const ada = createClient({ baseUrl: server.url, auth: { getToken: () => 'old', refresh: async () => 'new' } })
    const bob = createClient({ baseUrl: server.url, auth: { getToken: () => 'bob' } })
    expect(await Promise.all([getMe({ client: ada }), getMe({ client: bob }), getMe({ client: ada })])).toEqual([
      { token: 'Bearer new' },
      { token: 'Bearer bob' },
      { token: 'Bearer new' },
    ])
  })
})

describe('access tokens', () => {
  test('fifty calls that are refused at once refresh the token once and then succeed', async () => {
    let current = 'old'
    let refreshes = 0
    const server = await serve((request, response) =>
      request.headers.authorization === 'Bearer new'
        ? sendJson(response, 200, { ok: true })
        : sendJson(response, 401, refusal),
    )
    const client = createClient({
      baseUrl: server.url,
      auth: {
        getToken: () => current,
        refresh: async () => {
          refreshes += 1
          current = await Promise.resolve('new')
          return current
        },
      },
    })
    await Promise.all(Array.from({ length: 50 }, () => getMe({ client })))
    expect(refreshes).toBe(1)
    expect(server.requests).toHaveLength(100)
  })

  test('a provider that ignores the new token is not called again', async () => {
    let refreshes = 0
    const server = await serve((request, response) =>
      request.headers.authorization === 'Bearer new' ? sendJson(response, 200, {}) : sendJson(response, 401, refusal),
    )
    const auth = { getToken: () => 'old', refresh: async () => (refreshes++, 'new') }
    const client = createClient({ baseUrl: server.url, auth })
    await getMe({ client })
    await getMe({ client })
    expect(refreshes).toBe(1)
    expect(server.requests.map(({ token }) => token)).toEqual(['old', 'new', 'new'])
  })

  test('a refresh that fails rejects all fifty calls, is tried once, and notifies the app once', async () => {
    let refreshes = 0
    let notifications = 0
    const server = await serve((_request, response) => sendJson(response, 401, refusal))
    const client = createClient({
      baseUrl: server.url,
      auth: {
        getToken: () => 'old',
        refresh: async () => {
          refreshes += 1
          throw new Error('The provider is gone')
        },
        onUnauthorized: () => (notifications += 1),
      },
    })
    const errors = await Promise.all(Array.from({ length: 50 }, () => failure(getMe({ client }))))
    expect(errors.every((error) => error instanceof UnauthenticatedError)).toBe(true)
    expect({ refreshes, notifications, requests: server.requests.length }).toEqual({
      refreshes: 1,
      notifications: 1,
      requests: 50,
    })
    expect((errors[0] as AuspexError).cause).toMatchObject({ message: 'The provider is gone' })
  })

  test('a refused refresh causes no loop, and a later call may refresh again', async () => {
    let refreshes = 0
    let notifications = 0
    const server = await serve((_request, response) => sendJson(response, 401, refusal))
    const client = createClient({
      baseUrl: server.url,
      auth: { getToken: () => 'a', refresh: async () => `b${++refreshes}`, onUnauthorized: () => (notifications += 1) },
    })
    expect(await failure(getMe({ client }))).toBeInstanceOf(UnauthenticatedError)
    expect(server.requests.map(({ token }) => token)).toEqual(['a', 'b1'])
    await failure(getMe({ client }))
    expect({ refreshes, notifications, requests: server.requests.length }).toEqual({
      refreshes: 2,
      notifications: 2,
      requests: 4,
    })
  })

  test('a refresh that returns the refused token again causes no loop', async () => {
    let refreshes = 0
    const server = await serve((_request, response) => sendJson(response, 401, refusal))
    const auth = { getToken: () => 'a', refresh: async () => (refreshes++, 'a') }
    const client = createClient({ baseUrl: server.url, auth })
    expect(await failure(getMe({ client }))).toBeInstanceOf(UnauthenticatedError)
    expect({ refreshes, requests: server.requests.length }).toEqual({ refreshes: 1, requests: 2 })
  })

  test('without a refresh, fifty refusals notify the app once', async () => {
    let notifications = 0
    const server = await serve((_request, response) => sendJson(response, 401, refusal))
    const auth = { getToken: () => 'a', onUnauthorized: () => (notifications += 1) }
    const client = createClient({ baseUrl: server.url, auth })
    await Promise.all(Array.from({ length: 50 }, () => failure(getMe({ client }))))
    expect({ notifications, requests: server.requests.length }).toEqual({ notifications: 1, requests: 50 })
  })

  test('a signed-out call has no token and reports the refusal to the app', async () => {
    let notifications = 0
    const server = await serve((_request, response) => sendJson(response, 401, refusal))
    const auth = { getToken: () => undefined, refresh: async () => 'x', onUnauthorized: () => (notifications += 1) }
    await failure(getMe({ client: createClient({ baseUrl: server.url, auth }) }))
    expect(notifications).toBe(1)
    expect(server.requests.map(({ token }) => token)).toEqual([undefined])
  })

  test('a call that receives its refusal late uses the token that another call got', async () => {
    let refreshes = 0
    let current = 'old'
    const waiting: (() => void)[] = []
    const server = await serve((request, response, count) => {
      if (request.headers.authorization === 'Bearer new') return sendJson(response, 200, {})
      const answer = (): void => sendJson(response, 401, refusal)
      return count === 1 ? void waiting.push(answer) : answer()
    })
    const auth = { getToken: () => current, refresh: async () => (refreshes++, (current = 'new')) }
    const client = createClient({ baseUrl: server.url, auth })
    const late = getMe({ client })
    await getMe({ client })
    waiting.forEach((answer) => answer())
    await late
    expect(refreshes).toBe(1)
  })

  test('after another user has signed in, no call has the renewed token of the first', async () => {
    let current: string | undefined = 'ada-old'
    const server = await serve((request, response) =>
      request.headers.authorization === 'Bearer ada-old'
        ? sendJson(response, 401, refusal)
        : sendJson(response, 200, {}),
    )
    const client = createClient({ baseUrl: server.url, auth: { getToken: () => current, refresh: () => 'ada-new' } })
    await getMe({ client })
    await getMe({ client })
    current = 'bob'
    await getMe({ client })
    current = undefined
    await getMe({ client })
    expect(server.requests.map(({ token }) => token)).toEqual(['ada-old', 'ada-new', 'ada-new', 'bob', undefined])
  })

  test('a refresh that ends after another user signed in does not restore the first', async () => {
    let current = 'ada-old'
    const server = await serve((request, response) =>
      request.headers.authorization === 'Bearer ada-old'
        ? sendJson(response, 401, refusal)
        : sendJson(response, 200, {}),
    )
    const refresh = async (): Promise<string> => {
      current = await Promise.resolve('bob')
      return 'ada-new'
    }
    const client = createClient({ baseUrl: server.url, auth: { getToken: () => current, refresh } })
    await getMe({ client })
    await getMe({ client })
    expect(server.requests.map(({ token }) => token)).toEqual(['ada-old', 'bob', 'bob'])
  })
})
