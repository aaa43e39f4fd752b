import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { hasRole, readCaller } from './caller.ts'

const mock = createMock({ document: contractUnderTest() })
const send = (wanted: Call) => call(mock.fetch, 'http://mock.example', wanted)
const me = async (token: string) => (await send({ path: '/users/me', token })).body
const jon = 'org_northwind.usr_9d3kk2aa'
beforeEach(() => mock.reset())

describe('the profile', () => {
  test('is that of the person in the token', async () => {
    expect(await me('mira')).toMatchObject({
      profile: { name: 'Mira Solberg', email: 'mira@northwind.example' },
      organization: { id: 'org_northwind', name: 'Northwind Foods' },
      groups: [{ id: 'grp_insights', name: 'Insights' }],
    })
    expect(await me(jon)).toMatchObject({
      profile: { id: 'usr_9d3kk2aa', name: 'Jon Aker', email: 'jon@northwind.example' },
      organization: { id: 'org_northwind' },
    })
  })

  test('of an unknown person is derived from the token', async () => {
    expect(await me('org_tailspin.usr_eve.importer')).toMatchObject({
      profile: { id: 'usr_eve', name: 'Eve', email: 'eve@tailspin.example' },
      organization: { id: 'org_tailspin', name: 'Tailspin' },
      groups: [],
      contacts: [],
      roles: ['member', 'importer'],
    })
  })

  test('has colleagues of the same organization only, without the caller', async () => {
    const { contacts } = await me('mira')
    expect(contacts.map(({ name }: { name: string }) => name)).toContain('Jon Aker')
    expect(JSON.stringify(contacts)).not.toContain('contoso')
    expect(JSON.stringify(contacts)).not.toContain('usr_2k4m8q1z')
  })

  test('belongs to users who were seeded', async () => {
    const person = { id: 'usr_kai', firstName: 'Kai', lastName: 'Tanaka', email: 'kai@b.example' }
    mock.seed({ collection: 'organizations', items: [{ id: 'org_b', name: 'Blue Harbor' }] })
    mock.seed({
      collection: 'users',
      items: [{ ...person, organizationId: 'org_b', roles: ['importer'], modules: [] }],
    })
    expect(await me('org_b.usr_kai')).toMatchObject({
      profile: { name: 'Kai Tanaka', email: 'kai@b.example' },
      organization: { name: 'Blue Harbor' },
      roles: ['member', 'importer'],
    })
  })

  test('is visible to administrators once its person has made a call', async () => {
    const switchOff = () =>
      send({
        method: 'POST',
        path: '/godmode/users/usr_eve/modules',
        json: { module: 'zeus', access: false },
        token: 'org_tailspin.usr_root.godmode',
      })
    expect((await switchOff()).status).toBe(404)
    await me('org_tailspin.usr_eve')
    expect((await switchOff()).status).toBe(200)
    expect(await send({ path: '/zeus/getZeusData', token: 'org_tailspin.usr_eve' })).toMatchObject({
      status: 403,
      body: { code: 'module.off' },
    })
    expect((await me('org_tailspin.usr_eve')).contacts).toMatchObject([{ id: 'usr_root', name: 'Root' }])
  })

  test('of a new person cannot use an existing address', async () => {
    await me(jon)
    await me('org_northwind.usr_jon')
    const { people } = mock
    expect(people().filter(({ email }) => email === 'jon@northwind.example')).toHaveLength(1)
  })

  test('contains the saved preferences', async () => {
    const params = { archetype: 'analyst', industry: null, goal: null, industry_id: null }
    await send({ method: 'PUT', path: '/onboarding/updatePreferences', json: { params }, token: jon })
    expect((await me(jon)).profile.preferences.params).toMatchObject({ archetype: 'analyst' })
  })
})

describe('access that an administrator revokes', () => {
  const setStories = (access: boolean) =>
    send({ method: 'POST', path: '/godmode/users/usr_9d3kk2aa/modules', json: { module: 'stories', access } })

  test('is denied until it is restored: a module', async () => {
    await setStories(false)
    const refused = await send({ path: '/stories', token: jon })
    expect([refused.status, refused.body.code]).toEqual([403, 'module.off'])
    expect((await me(jon)).modules).toContainEqual({ module: 'stories', access: false })
    expect((await send({ path: '/stories' })).status).toBe(200)
    await setStories(true)
    expect((await send({ path: '/stories', token: jon })).status).toBe(200)
  })

  test('is denied until it is restored: the account', async () => {
    const disable = (disabled: boolean) =>
      send({ method: 'PATCH', path: '/godmode/users/usr_9d3kk2aa', json: { disabled } })
    await disable(true)
    const refused = await send({ path: '/users/me', token: jon })
    expect([refused.status, refused.body.code]).toEqual([403, 'identity.disabled'])
    await disable(false)
    expect((await send({ path: '/users/me', token: jon })).status).toBe(200)
  })
})

test('items of a group are hidden from members of another one', async () => {
  const json = { title: 'Ours', organizationGroupId: 'grp_insights' }
  const { body } = await send({ method: 'POST', path: '/portfolio/create', json })
  expect((await send({ path: `/portfolio/${body.id}`, token: jon })).status).toBe(200)
  expect((await send({ path: `/portfolio/${body.id}`, token: 'org_northwind.usr_new' })).status).toBe(404)
  expect((await send({ path: `/portfolio/${body.id}`, token: 'org_contoso.usr_ana' })).status).toBe(404)
})

const person = { userId: 'usr_mira', organizationId: 'org_northwind' }
const caller = (token: string) => readCaller(`Bearer ${token}`, person)

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`

describe('a bearer token', () => {
  test('with any text is the example user, who may do everything', () => {
    expect(caller('secret')).toMatchObject(person)
    expect(hasRole(caller('secret') ?? { ...person, roles: [] }, 'godmode')).toBe(true)
  })

  test('may name a tenant, a person and roles', () => {
    expect(caller('org_a.usr_root.godmode+importer')).toEqual({
      organizationId: 'org_a',
      userId: 'usr_root',
      roles: ['member', 'godmode', 'importer'],
    })
    expect(caller('org_a.usr_b')?.roles).toEqual(['member'])
    expect(caller('usr_b')).toMatchObject({ organizationId: 'org_northwind', userId: 'usr_b' })
  })

  test('that is a JWT is read by its claims, whatever its signature', () => {
    expect(caller(jwt({ sub: 'Ana.1', organization: 'org_contoso', roles: ['importer'] }))).toEqual({
      organizationId: 'org_contoso',
      userId: 'usr_ana1',
      roles: ['importer'],
    })
    expect(caller(jwt({ sub: 'usr_x', org_id: 'org_y', roles: 'member godmode' }))?.roles).toEqual([
      'member',
      'godmode',
    ])
  })

  test('has every role with godmode', () => {
    expect(hasRole({ ...person, roles: ['godmode'] }, 'importer')).toBe(true)
    expect(hasRole({ ...person, roles: ['member'] }, 'importer')).toBe(false)
  })
})

test.each([undefined, '', 'Basic abc', 'Bearer', 'Bearer a b'])('%s is not authenticated', (authorization) => {
  expect(readCaller(authorization, person)).toBeNull()
})
