import type { NewPersonalAccessToken } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'
import { isTokenValid } from './access-tokens.usecases.ts'

let api: TestApi
const accountsDisabledElsewhere = new Set<string>()

beforeAll(async () => {
  api = await createTestApi({
    providerAccounts: {
      remove: async () => {},
      setDisabled: async () => {},
      isSuspended: async ({ subject }) => accountsDisabledElsewhere.has(subject),
    },
  })
  for (const person of ['mira', 'jon', 'ana', 'root'] as const) await me(person)
})
afterAll(() => api.close())

const me = async (as: PersonName) => (await api.request({ method: 'GET', path: '/users/me', as })).json()
const create = (as: PersonName, body: object = {}) =>
  api.request({
    method: 'POST',
    path: '/users/me/personalAccessTokens',
    as,
    body: { name: 'Nightly import', scopes: ['read'], ...body },
  })
const tokenOf = async (as: PersonName, ...scopes: string[]) =>
  (await create(as, { scopes })).json<NewPersonalAccessToken>()
/** Sends a request with a token instead of a signed-in person. */
const send = (token: string, method: TestRequest['method'], path: string, body?: unknown) =>
  api.request({
    method,
    path,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
  })
const list = async (as: PersonName) =>
  (await api.request({ method: 'GET', path: '/users/me/personalAccessTokens', as })).json()
const inDays = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString()
const allowTokens = (allowsAccessTokens: boolean) =>
  api.request({
    method: 'PATCH',
    path: '/godmode/organization/org_northwind',
    as: 'root',
    body: { allowsAccessTokens },
  })
const lastAuditEntry = async () =>
  (await api.request({ method: 'GET', path: '/godmode/audit?perPage=1', as: 'root' })).json().items[0]

describe('a personal access token', () => {
  test('lets a script call the API as its owner', async () => {
    const { token } = await tokenOf('mira', 'read')
    expect((await send(token, 'GET', '/users/me')).json()).toMatchObject({ profile: { name: 'Mira Solberg' } })
  })

  test('is shown once and stored only as a hash', async () => {
    const { token, id } = await tokenOf('mira', 'read')
    expect(token).toMatch(/^auspex_pat_[0-9A-Za-z]{46}$/)
    const { items } = await list('mira')
    expect(items.find((item: { id: string }) => item.id === id)).toEqual({
      id,
      name: 'Nightly import',
      scopes: ['read'],
      createdAt: api.clock.now().toISOString(),
      expiresAt: inDays(90),
      lastUsedAt: null,
    })
    const { rows } = await api.database.pool.query<{ row: string }>(
      'select to_jsonb(t)::text as row from personal_access_token as t union all select to_jsonb(r)::text from idempotent_request as r',
    )
    expect(JSON.stringify(rows)).not.toContain(token.slice('auspex_pat_'.length))
  })

  test('expires after 90 days unless its owner says otherwise, and never later than after a year', async () => {
    expect((await create('mira')).json().expiresAt).toBe(inDays(90))
    expect((await create('mira', { expiresInDays: 365 })).json().expiresAt).toBe(inDays(365))
    expect((await create('mira', { expiresInDays: 366 })).statusCode).toBe(422)
  })

  test('shows when it was last used', async () => {
    const { token, id } = await tokenOf('jon', 'read')
    await send(token, 'GET', '/users/me')
    expect((await list('jon')).items).toEqual([
      expect.objectContaining({ id, lastUsedAt: api.clock.now().toISOString() }),
    ])
  })

  test('is refused once it has expired, was revoked, or was changed by a letter', async () => {
    const { token } = (await create('ana', { expiresInDays: 1 })).json()
    const refusalOf = async (secret: string) => (await send(secret, 'GET', '/users/me')).json()
    const before = api.clock.now()
    api.clock.set(inDays(1))
    expect(await refusalOf(token)).toMatchObject({
      code: 'identity.invalid_token',
      detail: 'The access token has expired.',
    })
    api.clock.set(before.toISOString())
    const other = await tokenOf('ana', 'read')
    const changed = other.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    expect(await refusalOf(changed)).toMatchObject({ status: 401, code: 'identity.invalid_token' })
    await api.request({ method: 'DELETE', path: `/users/me/personalAccessTokens/${other.id}`, as: 'ana' })
    expect(await refusalOf(other.token)).toMatchObject({ status: 401, code: 'identity.invalid_token' })
  })

  test('lets background work go on only until it expires, is revoked or is forbidden', async () => {
    const { id } = (await create('ana', { expiresInDays: 1 })).json<NewPersonalAccessToken>()
    const ofMira = await tokenOf('mira', 'read')
    expect([await isTokenValid(id, api), await isTokenValid(ofMira.id, api)]).toEqual([true, true])
    await allowTokens(false)
    expect(await isTokenValid(ofMira.id, api)).toBe(false)
    await allowTokens(true)
    const before = api.clock.now()
    api.clock.set(inDays(1))
    expect(await isTokenValid(id, api)).toBe(false)
    api.clock.set(before.toISOString())
    await api.request({ method: 'DELETE', path: `/users/me/personalAccessTokens/${id}`, as: 'ana' })
    expect(await isTokenValid(id, api)).toBe(false)
  })

  test('of one tenant reads nothing of another', async () => {
    const portfolio = (
      await api.request({ method: 'POST', path: '/portfolio/create', as: 'mira', body: { title: 'Breakfast' } })
    ).json()
    const { token } = await tokenOf('ana', 'read')
    expect((await send(token, 'GET', `/portfolio/${portfolio.id}`)).statusCode).toBe(404)
  })

  test('of somebody else can be neither seen nor revoked', async () => {
    const { id } = await tokenOf('mira', 'read')
    expect(JSON.stringify(await list('jon'))).not.toContain(id)
    const revoked = await api.request({ method: 'DELETE', path: `/users/me/personalAccessTokens/${id}`, as: 'jon' })
    expect(revoked.json()).toMatchObject({ status: 404, code: 'access_tokens.not_found' })
  })

  test('stops working when its owner is disabled, here or at the identity provider', async () => {
    const { token } = await tokenOf('ana', 'read')
    accountsDisabledElsewhere.add('ana')
    expect((await send(token, 'GET', '/users/me')).statusCode).toBe(401)
    accountsDisabledElsewhere.clear()
    const { profile } = await me('ana')
    const disable = (disabled: boolean) =>
      api.request({ method: 'PATCH', path: `/godmode/users/${profile.id}`, as: 'root', body: { disabled } })
    await disable(true)
    expect((await send(token, 'GET', '/users/me')).json()).toMatchObject({ status: 403, code: 'identity.disabled' })
    await disable(false)
    expect((await send(token, 'GET', '/users/me')).statusCode).toBe(200)
  })

  test('cannot be created once there are 50', async () => {
    const statuses = await Promise.all(Array.from({ length: 55 }, async () => (await create('root')).statusCode))
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect((await create('root')).json()).toMatchObject({ status: 409, code: 'access_tokens.too_many' })
    await api.database.pool.query(
      `delete from personal_access_token using app_user where user_id = app_user.id and subject = 'root'`,
    )
  })
})

describe('the scopes of a personal access token', () => {
  const calls = [
    { name: 'reading', scope: 'read', request: ['GET', '/portfolio'] },
    { name: 'reading by POST', scope: 'read', request: ['POST', '/parsedQueries', { query_term: 'oat milk' }] },
    { name: 'changing', scope: 'write', request: ['POST', '/portfolio/create', { title: 'Made by a script' }] },
    { name: 'administering', scope: 'administer', request: ['GET', '/godmode/users'] },
  ] as const

  test.each(calls)('allow $name with $scope alone', async ({ scope, request }) => {
    const [method, path, body] = request
    const replies = await Promise.all(
      ['read', 'write', 'administer'].map(async (granted) => {
        const { token } = await tokenOf('root', granted)
        const { statusCode, body: text } = await send(token, method, path, body)
        return [granted, statusCode, text.includes(`Use an access token with the scope ${scope}.`)]
      }),
    )
    expect(replies).toEqual(
      ['read', 'write', 'administer'].map((granted) =>
        granted === scope ? [granted, 200, false] : [granted, 403, true],
      ),
    )
  })

  test('never exceed the roles of the person', async () => {
    expect((await create('mira', { scopes: ['administer'] })).json()).toMatchObject({
      status: 422,
      code: 'access_tokens.scope_not_yours',
    })
    const { token } = await tokenOf('mira', 'read', 'write')
    expect((await send(token, 'GET', '/godmode/users')).statusCode).toBe(403)
  })

  test('end with the role that they need', async () => {
    const { token } = await tokenOf('root', 'administer')
    await api.database.pool.query(`update app_user set roles = '{member}' where subject = 'root'`)
    expect((await send(token, 'GET', '/godmode/users')).json()).toMatchObject({ code: 'identity.forbidden' })
    await api.database.pool.query(`update app_user set roles = '{godmode}' where subject = 'root'`)
  })

  test.each([
    ['GET', '/users/me/personalAccessTokens', undefined],
    ['POST', '/users/me/personalAccessTokens', { name: 'More', scopes: ['administer'] }],
    ['DELETE', '/users/me/personalAccessTokens/pat_1', undefined],
    ['POST', '/users/me/deletion', { confirmation: 'root@northwind.example' }],
  ] as const)('never reach %s %s, by which access grows or the account ends', async (method, path, body) => {
    const { token } = await tokenOf('root', 'read', 'write', 'administer')
    expect((await send(token, method, path, body)).json()).toMatchObject({
      status: 403,
      code: 'identity.insufficient_scope',
      detail: 'Only the person can do that themselves, signed in to the app.',
    })
  })
})

describe('an administrator', () => {
  test('sees the tokens of an organization without their secrets', async () => {
    const { id, token } = await tokenOf('mira', 'read')
    const path = '/godmode/personal-access-tokens?perPage=100&organizationId='
    const listed = await api.request({ method: 'GET', path: `${path}org_northwind`, as: 'root' })
    expect(listed.json().items.find((item: { id: string }) => item.id === id)).toMatchObject({
      name: 'Nightly import',
      owner: { name: 'Mira Solberg' },
      organizationId: 'org_northwind',
    })
    expect(listed.body).not.toContain(token)
    const other = await api.request({ method: 'GET', path: `${path}org_contoso`, as: 'root' })
    expect(other.body).not.toContain(id)
    expect((await api.request({ method: 'GET', path: `${path}org_northwind`, as: 'mira' })).statusCode).toBe(403)
  })

  test('revokes one, and the audit trail says so', async () => {
    const { id, token } = await tokenOf('mira', 'read')
    const path = `/godmode/personal-access-tokens/${id}`
    expect((await api.request({ method: 'DELETE', path, as: 'root' })).json()).toEqual({ id, deleted: true })
    expect((await send(token, 'GET', '/users/me')).statusCode).toBe(401)
    expect(await lastAuditEntry()).toMatchObject({
      operation: 'revokeIssuedAccessToken',
      target: { kind: 'token', id, name: 'Nightly import' },
      organizationId: 'org_northwind',
      changes: [{ field: 'revoked', before: 'Mira Solberg', after: null }],
    })
    expect((await api.request({ method: 'DELETE', path, as: 'root' })).statusCode).toBe(404)
  })

  test('forbids them for an organization: existing ones are refused and none can be created until they are allowed again', async () => {
    const { token } = await tokenOf('mira', 'read')
    expect((await allowTokens(false)).json()).toMatchObject({ allowsAccessTokens: false })
    expect(await lastAuditEntry()).toMatchObject({
      changes: [{ field: 'accessTokens', before: 'allowed', after: 'forbidden' }],
    })
    expect((await send(token, 'GET', '/users/me')).json()).toMatchObject({
      status: 403,
      code: 'access_tokens.forbidden',
    })
    expect((await create('mira')).json()).toMatchObject({ status: 403, code: 'access_tokens.forbidden' })
    expect((await list('mira')).isAllowed).toBe(false)
    expect((await create('ana')).statusCode).toBe(200)
    await allowTokens(true)
    expect((await send(token, 'GET', '/users/me')).statusCode).toBe(200)
  })
})
