import type { NewRegisteredClient, RegisteredClient } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  for (const as of ['mira', 'root'] as const) await api.request({ method: 'GET', path: '/users/me', as })
})
afterAll(() => api.close())

const board = {
  name: 'Coffee board',
  kind: 'web',
  redirectUris: ['https://board.example/signed-in'],
  origins: ['https://board.example'],
  scopes: ['read'],
}
const service = {
  name: 'Nightly import',
  kind: 'service',
  scopes: ['import'],
  organizationId: people.mira.organization,
}
const register = (body: object, as: 'root' | 'mira' = 'root') =>
  api.request({ method: 'POST', path: '/godmode/clients', as, body })
const list = async () => (await api.request({ method: 'GET', path: '/godmode/clients', as: 'root' })).json()
const lastAuditEntry = async () =>
  (await api.request({ method: 'GET', path: '/godmode/audit?perPage=1', as: 'root' })).json().items[0]
const preflight = (origin: string, headers: string) =>
  api.app.inject({
    method: 'OPTIONS',
    url: '/api/users/me',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
  })

describe('an administrator', () => {
  test('registers an app, sees it in the list, changes and removes it, and the audit trail says so', async () => {
    const registered = (await register(board)).json<NewRegisteredClient>()
    expect(registered).toMatchObject({ ...board, groupIds: [], organizationId: null, clientSecret: null })
    expect(await lastAuditEntry()).toMatchObject({
      operation: 'registerClient',
      target: { kind: 'client', id: registered.id, name: 'Coffee board' },
      changes: expect.arrayContaining([{ field: 'scopes', before: null, after: 'read' }]),
    })
    const path = `/godmode/clients/${registered.id}`
    const body = { scopes: ['read', 'write'] }
    const changed = await api.request({ method: 'PATCH', path, as: 'root', body })
    expect(changed.json<RegisteredClient>()).toMatchObject({ ...board, ...body })
    expect((await lastAuditEntry()).changes).toEqual([{ field: 'scopes', before: 'read', after: 'read, write' }])
    expect((await list()).items.map(({ id }: RegisteredClient) => id)).toContain(registered.id)
    expect((await api.request({ method: 'DELETE', path, as: 'root' })).json()).toEqual({
      id: registered.id,
      deleted: true,
    })
    expect(await lastAuditEntry()).toMatchObject({ operation: 'removeRegisteredClient' })
    expect((await api.request({ method: 'DELETE', path, as: 'root' })).json()).toMatchObject({
      status: 404,
      code: 'clients.not_found',
    })
  })

  test('sees the secret of a service once, and can renew it', async () => {
    const { id, clientSecret } = (await register(service)).json<NewRegisteredClient>()
    expect(clientSecret).toEqual(expect.any(String))
    expect(JSON.stringify(await list())).not.toContain(clientSecret)
    const path = `/godmode/clients/${id}/secret`
    const renewed = (await api.request({ method: 'POST', path, as: 'root' })).json()
    expect(renewed.clientSecret).not.toBe(clientSecret)
    expect(JSON.stringify(await lastAuditEntry())).not.toContain(renewed.clientSecret)
    const app = (await register(board)).json<NewRegisteredClient>()
    const refused = await api.request({ method: 'POST', path: `/godmode/clients/${app.id}/secret`, as: 'root' })
    expect(refused.json()).toMatchObject({ status: 409, code: 'clients.no_secret' })
  })

  test.each([
    ['an address without encryption', { redirectUris: ['http://board.example/x'] }, '/redirectUris/0'],
    ['an address that runs a script', { redirectUris: ['javascript:alert(1)'] }, '/redirectUris/0'],
    ['an address with a password', { redirectUris: ['https://a:b@board.example/'] }, '/redirectUris/0'],
    ["a web app with a phone's address", { redirectUris: ['com.example.app:/x'] }, '/redirectUris/0'],
    ['a phone scheme that anybody could claim', { kind: 'native', redirectUris: ['board:/x'] }, '/redirectUris/0'],
    ['no address', { redirectUris: [] }, '/redirectUris'],
    ['an origin with a path', { origins: ['https://board.example:443'] }, '/origins/0'],
    ["a service's scope", { scopes: ['import'] }, '/scopes/0'],
    ['an unknown group', { groupIds: ['grp_none'] }, '/groupIds/0'],
    ['an unknown organization', { organizationId: 'org_none' }, '/organizationId'],
    ['a device with an address', { kind: 'device', origins: [] }, '/redirectUris'],
    ['a service for nobody', { ...service, redirectUris: [], origins: [], organizationId: null }, '/organizationId'],
  ])('is told which setting does not fit: %s', async (_case, settings, pointer) => {
    const reply = (await register({ ...board, ...settings })).json()
    expect(reply).toMatchObject({ status: 422, code: 'clients.invalid', errors: [{ in: 'body', pointer }] })
  })

  test('cannot register anything with a personal access token, however much it may do', async () => {
    const created = await api.request({
      method: 'POST',
      path: '/users/me/personalAccessTokens',
      as: 'root',
      body: { name: 'Everything', scopes: ['read', 'write', 'administer'] },
    })
    const headers = { authorization: `Bearer ${created.json().token}` }
    const listed = await api.request({ method: 'GET', path: '/godmode/clients', headers })
    expect(listed.statusCode).toBe(200)
    const reply = await api.request({ method: 'POST', path: '/godmode/clients', headers, body: board })
    expect(reply.json()).toMatchObject({ status: 403, code: 'identity.insufficient_scope' })
  })

  test('is referred to the external identity provider if that manages the accounts', async () => {
    const other = await createTestApi({ openProviderClients: null })
    const listed = await other.request({ method: 'GET', path: '/godmode/clients', as: 'root' })
    expect(listed.json()).toEqual({ items: [], isAvailable: false })
    const refused = await other.request({ method: 'POST', path: '/godmode/clients', as: 'root', body: board })
    expect(refused.json()).toMatchObject({ status: 409, code: 'clients.elsewhere' })
    await other.close()
  })
})

test('only administrators see or register apps', async () => {
  expect((await register(board, 'mira')).statusCode).toBe(403)
  expect((await api.request({ method: 'GET', path: '/godmode/clients', as: 'mira' })).statusCode).toBe(403)
})

describe('pages of a registered app', () => {
  const origin = 'https://calls.example'
  const tooLate = 11_000

  test('may call the API from its origins while it is registered, with every header that the SDK sends', async () => {
    const sent = 'authorization,content-type,idempotency-key,last-event-id,x-request-id'
    expect((await preflight(origin, sent)).headers['access-control-allow-origin']).toBeUndefined()
    const { id } = (await register({ ...board, origins: [origin] })).json<NewRegisteredClient>()
    api.clock.set(new Date(api.clock.now().getTime() + tooLate).toISOString())
    const { headers } = await preflight(origin, sent)
    expect(headers['access-control-allow-origin']).toBe(origin)
    const allowed = String(headers['access-control-allow-headers']).split(', ')
    expect(allowed).toEqual(sent.split(','))
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect((await preflight('https://evil.example', sent)).headers['access-control-allow-origin']).toBeUndefined()
    await api.request({ method: 'DELETE', path: `/godmode/clients/${id}`, as: 'root' })
    api.clock.set(new Date(api.clock.now().getTime() + tooLate).toISOString())
    expect((await preflight(origin, sent)).headers['access-control-allow-origin']).toBeUndefined()
  })
})
