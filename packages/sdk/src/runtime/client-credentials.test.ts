import { describe, expect, test } from 'vitest'
import { clientCredentials } from '../auth.ts'
import { createClient, getMe } from '../index.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'

/** A provider whose tokens are numbered and have a lifetime. */
const serveProvider = async (answer: (count: number) => [number, object]) => {
  const tokenRequests: { authorization: string | undefined; body: string }[] = []
  const server = await serve(async (request, response) => {
    if (request.url?.endsWith('/.well-known/openid-configuration'))
      return sendJson(response, 200, { token_endpoint: `${server.url}/token` })
    let body = ''
    for await (const chunk of request) body += String(chunk)
    tokenRequests.push({ authorization: request.headers.authorization, body })
    return sendJson(response, ...answer(tokenRequests.length))
  })
  return { url: server.url, tokenRequests }
}

const service = { clientId: 'my service', clientSecret: 'top:secret', scope: 'search' }

describe('service tokens', () => {
  test('serve many calls, and are renewed before they expire', async () => {
    let now = 0
    const provider = await serveProvider((count) => [200, { access_token: `t${count}`, expires_in: 300 }])
    const api = await serve((_request, response) => sendJson(response, 200, {}))
    const auth = clientCredentials({ ...service, issuer: `${provider.url}/`, now: () => now })
    const client = createClient({ baseUrl: api.url, auth })
    await Promise.all(Array.from({ length: 20 }, () => getMe({ client })))
    expect(provider.tokenRequests).toHaveLength(1)
    now = 269_000
    await getMe({ client })
    expect(provider.tokenRequests).toHaveLength(1)
    now = 271_000
    await getMe({ client })
    expect(api.requests.map(({ token }) => token)).toEqual([...Array.from({ length: 21 }, () => 't1'), 't2'])
  })

  test('are requested as the standard says', async () => {
    const provider = await serveProvider(() => [200, { access_token: 't', expires_in: 300 }])
    expect(await clientCredentials({ ...service, issuer: provider.url }).getToken()).toBe('t')
    const [{ authorization = '', body } = { body: '' }] = provider.tokenRequests
    expect(atob(authorization.replace('Basic ', ''))).toBe('my%20service:top%3Asecret')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ grant_type: 'client_credentials', scope: 'search' })
  })

  test('are renewed once for all calls when the API refuses them early', async () => {
    const provider = await serveProvider((count) => [200, { access_token: `t${count}`, expires_in: 300 }])
    const api = await serve(({ headers }, response) =>
      headers.authorization === 'Bearer t1'
        ? sendJson(response, 401, problem(401, 'identity.unauthenticated'))
        : sendJson(response, 200, {}),
    )
    const client = createClient({ baseUrl: api.url, auth: clientCredentials({ ...service, issuer: provider.url }) })
    await Promise.all(Array.from({ length: 10 }, () => getMe({ client })))
    expect(provider.tokenRequests).toHaveLength(2)
  })

  test('fail the call by name without the secret when refused, and the next call tries again', async () => {
    const provider = await serveProvider((count) =>
      count === 1 ? [401, { error: 'invalid_client' }] : [200, { access_token: 't', expires_in: 300 }],
    )
    const api = await serve((_request, response) => sendJson(response, 200, { ok: true }))
    const client = createClient({ baseUrl: api.url, auth: clientCredentials({ ...service, issuer: provider.url }) })
    const error = await failure(getMe({ client }))
    expect(error).toMatchObject({ name: 'TokenError', message: expect.stringContaining('invalid_client') })
    expect(`${String(error)} ${String((error as Error).cause)}`).not.toMatch(/top(:|%3A)secret/)
    expect(await getMe({ client })).toEqual({ ok: true })
  })

  test.each([
    [401, 'invalid_client', /check the client ID and the secret/],
    [400, 'invalid_scope', /a scope that this app does not have/],
  ])('refused with %i %s say what to do about it', async (status, code, advice) => {
    const provider = await serveProvider(() => [status, { error: code }])
    const auth = clientCredentials({ ...service, issuer: provider.url })
    const error = await failure(getMe({ client: createClient({ baseUrl: provider.url, auth }) }))
    expect((error as Error).message).toMatch(advice)
    expect((error as Error).message).toContain('/admin/apps')
  })
})
