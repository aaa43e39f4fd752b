import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { people, type PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'

let api: TestApi
const ids: Record<string, string> = {}
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.pool.query('delete from module_default')
  for (const person of ['mira', 'jon', 'ana', 'root'] as const) {
    await api.database.pool.query('update app_user set disabled_at = null where subject = $1', [person])
    await later(3)
    ids[person] = (await call('GET', '/users/me', { as: person })).json().profile.id
  }
})

/** Advances the clock, so that nothing is cached. */
async function later(seconds: number): Promise<void> {
  api.clock.set(new Date(api.clock.now().getTime() + seconds * 1000).toISOString())
}
const call = (
  method: TestRequest['method'],
  path: string,
  { as = 'root', body }: { as?: TestRequest['as']; body?: unknown } = {},
) => api.request({ method, path, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) })
const idOf = (person: PersonName) => ids[person] ?? ''
const disable = (person: PersonName, disabled = true) =>
  call('PATCH', `/godmode/users/${idOf(person)}`, { body: { disabled } })

describe('people as seen by an administrator', () => {
  test('are sorted by last name, of all organizations or of one', async () => {
    const all = (await call('GET', '/godmode/users')).json()
    expect(all.items.map((user: { email: string }) => user.email)).toEqual([
      'jon@northwind.example',
      'ana@contoso.example',
      'mira@northwind.example',
      'root@northwind.example',
    ])
    const contoso = (await call('GET', '/godmode/users?organizationId=org_contoso')).json()
    expect(contoso).toMatchObject({ items: [{ firstName: 'Ana', lastName: 'Duarte' }], page: { total: 1 } })
  })

  test.each([
    ['email', 'asc', 'ana@contoso.example'],
    ['email', 'desc', 'root@northwind.example'],
    ['createdAt', 'desc', 'root@northwind.example'],
  ])('are sorted by %s %s', async (sort, direction, first) => {
    const reply = await call('GET', `/godmode/users?sort=${sort}&direction=${direction}`)
    expect(reply.json().items[0].email).toBe(first)
  })

  test('are found by a part of the name or address, ignoring case, and wildcards are literal', async () => {
    const searchNames = async (term: string) =>
      (await call('GET', `/godmode/users?searchTerm=${encodeURIComponent(term)}`))
        .json()
        .items.map((u: { firstName: string }) => u.firstName)
    expect(await searchNames('SOLB')).toEqual(['Mira'])
    expect(await searchNames('@contoso')).toEqual(['Ana'])
    expect(await searchNames('%')).toEqual([])
    expect(await searchNames('m_ra')).toEqual([])
  })

  test('are found by their id, which other lists refer to', async () => {
    const byId = (await call('GET', `/godmode/users?userId=${idOf('ana')}`)).json()
    expect(byId).toMatchObject({ items: [{ id: idOf('ana'), firstName: 'Ana' }], page: { total: 1 } })
    const inOtherOrganization = await call('GET', `/godmode/users?userId=${idOf('ana')}&organizationId=org_northwind`)
    expect(inOtherOrganization.json()).toMatchObject({ items: [], page: { total: 0 } })
    expect((await call('GET', '/godmode/users?userId=-')).json().page.total).toBe(4)
  })

  test('are listed page by page without gaps or duplicates', async () => {
    const first = (await call('GET', '/godmode/users?perPage=3')).json()
    const second = (await call('GET', `/godmode/users?perPage=3&cursor=${first.page.nextCursor}`)).json()
    expect(second.page).toMatchObject({ page: 2, total: 4, nextCursor: null })
    expect(new Set([...first.items, ...second.items].map(({ id }: { id: string }) => id)).size).toBe(4)
    expect((await call('GET', '/godmode/users?cursor=nonsense')).json().code).toBe('request.cursor_invalid')
  })

  test('are renamed, and the audit trail has the previous name', async () => {
    const reply = await call('PATCH', `/godmode/users/${idOf('jon')}`, { body: { lastName: 'van der Aker' } })
    expect(reply.json()).toMatchObject({ firstName: 'Jon', lastName: 'van der Aker' })
    const [entry] = (await call('GET', '/godmode/audit?perPage=1')).json().items
    expect(entry).toMatchObject({
      userId: idOf('root'),
      userName: 'Root',
      operation: 'updateUser',
      target: { kind: 'user', id: idOf('jon'), name: 'Jon Aker' },
      organizationId: 'org_northwind',
      changes: [{ field: 'lastName', before: 'Aker', after: 'van der Aker' }],
    })
  })

  test('who do not exist are not found', async () => {
    expect((await call('PATCH', '/godmode/users/usr_nobody', { body: { disabled: true } })).json().code).toBe(
      'users.not_found',
    )
  })
})

describe('a person whom an administrator disabled', () => {
  test('is refused at the next request, everywhere, with a specific error', async () => {
    expect((await disable('mira')).json().disabledAt).toBe(api.clock.now().toISOString())
    for (const path of ['/users/me', '/recentSearches', '/godmode/users']) {
      const reply = await call('GET', path, { as: 'mira' })
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'identity.disabled'])
    }
    await disable('mira', false)
    expect((await call('GET', '/users/me', { as: 'mira' })).statusCode).toBe(200)
  })

  test('loses access in another process within five seconds', async () => {
    const other = await createTestApi({ database: api.database })
    const inOther = async () => (await other.request({ method: 'GET', path: '/users/me', as: 'jon' })).statusCode
    other.clock.set(api.clock.now().toISOString())
    expect(await inOther()).toBe(200)
    await disable('jon')
    other.clock.set(new Date(api.clock.now().getTime() + 5_000).toISOString())
    expect(await inOther()).toBe(403)
    await other.app.close()
  })

  test('is no longer a contact of colleagues', async () => {
    const contacts = async () =>
      (await call('GET', '/users/me', { as: 'jon' })).json().contacts.map((c: { name: string }) => c.name)
    expect(await contacts()).toContain('Mira Solberg')
    await disable('mira')
    expect(await contacts()).not.toContain('Mira Solberg')
  })

  test('is never the administrator who disables', async () => {
    const reply = await disable('root')
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'users.self_disabled'])
  })

  test('is found among the disabled', async () => {
    await disable('ana')
    const emails = async (disabled: boolean) =>
      (await call('GET', `/godmode/users?disabled=${disabled}`)).json().items.map((u: { email: string }) => u.email)
    expect(await emails(true)).toEqual(['ana@contoso.example'])
    expect(await emails(false)).not.toContain('ana@contoso.example')
  })
})

describe('a disabled module', () => {
  const setModule = (userId: string, module: string, access: boolean) =>
    call('POST', `/godmode/users/${userId}/modules`, { body: { module, access } })
  const search = (as: PersonName) => call('GET', '/recentSearches', { as })

  test('is refused for that person only, and shown in their profile', async () => {
    expect((await setModule(idOf('mira'), 'explore', false)).json()).toMatchObject({ module: 'explore', access: false })
    const refusal = await search('mira')
    expect([refusal.statusCode, refusal.json().code]).toEqual([403, 'module.off'])
    expect((await search('jon')).statusCode).toBe(200)
    const { modules } = (await call('GET', '/users/me', { as: 'mira' })).json()
    expect(modules.filter(({ access }: { access: boolean }) => !access)).toEqual([{ module: 'explore', access: false }])
    await setModule(idOf('mira'), 'explore', true)
    expect((await search('mira')).statusCode).toBe(200)
  })

  test('for everyone is off for new people too, and can be enabled for one person', async () => {
    await setModule('-', 'explore', false)
    expect((await call('GET', '/recentSearches', { as: { ...people.jon, sub: 'newcomer' } })).statusCode).toBe(403)
    await setModule(idOf('jon'), 'explore', true)
    expect((await search('jon')).statusCode).toBe(200)
    expect((await search('mira')).statusCode).toBe(403)
    await setModule('-', 'explore', true)
    expect((await search('mira')).statusCode).toBe(200)
  })

  test('that does not exist is not found', async () => {
    expect((await setModule('-', 'teleport', true)).json()).toMatchObject({ status: 404, code: 'modules.not_found' })
  })

  test('never locks administrators out of administration', async () => {
    const { modules } = (await call('GET', '/users/me')).json()
    for (const { module } of modules) await setModule('-', module, false)
    expect((await call('GET', '/godmode/users')).statusCode).toBe(200)
  })
})

describe('a person whom an administrator created', () => {
  const invitation = {
    firstName: 'Ines',
    lastName: 'Marchetti',
    email: 'ines@northwind.example',
    organizationId: 'org_northwind',
  }
  const claims = {
    sub: 'ines',
    email: 'INES@northwind.example',
    name: 'Ines Marchetti',
    roles: ['member'],
    organization: 'org_northwind',
  }
  const signIn = async (more: object) =>
    (await call('GET', '/users/me', { as: { ...claims, ...more } })).json().profile.id
  let inesId = ''

  test('has never signed in, is no contact yet, and has only the address', async () => {
    const reply = await call('POST', '/godmode/users', { body: invitation })
    expect(reply.json()).toMatchObject({ ...invitation, roles: ['member'], lastSeenAt: null, disabledAt: null })
    inesId = reply.json().id
    expect((await call('GET', '/users/me', { as: 'mira' })).json().contacts).not.toContainEqual(
      expect.objectContaining({ id: inesId }),
    )
    expect(
      (await call('POST', '/godmode/users', { body: { ...invitation, email: 'Ines@Northwind.example' } })).json().code,
    ).toBe('users.email_taken')
  })

  test.each([
    ['whose address the provider did not verify', { sub: 'thief-1', email_verified: false }],
    ['of a provider that does not say whether it verified', { sub: 'thief-2' }],
    ['of another organization', { sub: 'thief-3', email_verified: true, organization: 'org_contoso' }],
  ])('is not taken over by an account %s', async (_which, more) => {
    expect(await signIn(more)).not.toBe(inesId)
  })

  test('is the first to sign in with the verified address, and stays bound to that account', async () => {
    expect(await signIn({ email_verified: true })).toBe(inesId)
    expect(await signIn({})).toBe(inesId)
    expect(await signIn({ sub: 'late', email_verified: true })).not.toBe(inesId)
  })

  test('requires an existing organization and its groups', async () => {
    const other = { ...invitation, email: 'other@northwind.example' }
    const create = async (more: object) =>
      (await call('POST', '/godmode/users', { body: { ...other, ...more } })).json().code
    expect(await create({ organizationId: 'org_nowhere' })).toBe('organizations.not_found')
    const group = (
      await call('POST', '/godmode/organization-groups', { body: { name: 'Far away', organizationId: 'org_contoso' } })
    ).json()
    expect(await create({ groupIds: [group.id] })).toBe('groups.not_found')
  })
})

test('only the role godmode can use administration', async () => {
  for (const path of [
    '/godmode/users',
    '/godmode/organizations',
    '/godmode/organization-groups',
    '/godmode/jobs',
    '/godmode/audit',
  ]) {
    const reply = await call('GET', path, { as: 'mira' })
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'identity.forbidden'])
  }
})
