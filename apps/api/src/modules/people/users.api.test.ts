import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../testing/people.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const me = async (as: Parameters<TestApi['tokenOf']>[0]) => api.request({ method: 'GET', path: '/users/me', as })

const contactNames = async (person: 'mira' | 'ana') =>
  (await me(person)).json().contacts.map((contact: { name: string }) => contact.name)

describe('getMe works', () => {
  test('the first call creates the profile from the token', async () => {
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
      groups: [{ id: expect.stringMatching(/^grp_[a-z0-9]{1,40}$/), name: 'Insights' }],
      contacts: [],
      roles: ['member'],
      modules: expect.arrayContaining([{ module: 'signals', access: true }]),
      isActivityRecorded: true,
      onboarding: { completedTasks: {}, currentTask: 'searchForSignal' },
    })
  })

  test('a person keeps their id, and new data of the provider is stored', async () => {
    const before = (await me('mira')).json()
    const renamed = (await me({ ...people.mira, name: 'Mira Berg', organization_name: 'Northwind' })).json()
    expect(renamed.profile).toMatchObject({ id: before.profile.id, name: 'Mira Berg' })
    expect(renamed.organization).toEqual({ id: 'org_northwind', name: 'Northwind' })
    expect((await me('mira')).json().organization.name).toBe('Northwind Foods')
  })

  test('an organization without a name in the token keeps its name', async () => {
    await me('mira')
    const reply = await me({ ...people.jon, organization_name: undefined })
    expect(reply.json().organization).toEqual({ id: 'org_northwind', name: 'Northwind Foods' })
  })

  test('claims that the provider does not send are unknown', async () => {
    const reply = await me({ sub: 'bare' })
    expect(reply.json()).toMatchObject({
      profile: { email: null, name: null },
      organization: null,
      groups: [],
      contacts: [],
      roles: [],
    })
  })

  test('many concurrent first calls create one person', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => me({ sub: 'eager' })))
    expect(new Set(replies.map((reply) => reply.json().profile.id)).size).toBe(1)
  })
})

describe('getMe protects', () => {
  test('contacts are the other people of the same organization, and never those of another', async () => {
    for (const person of ['mira', 'jon', 'ana', 'importer'] as const) await me(person)
    expect(await contactNames('mira')).toEqual(['Jon Aker'])
    expect(await contactNames('ana')).toEqual([])
  })

  test('contacts exclude the person: one colleague is a list of one', async () => {
    const together = { organization: 'org_pair', organization_name: 'Pair' }
    const first = { sub: 'first', name: 'First', ...together }
    expect((await me(first)).json().contacts).toEqual([])
    await me({ sub: 'second', name: 'Second', ...together })
    expect((await me(first)).json().contacts).toMatchObject([{ name: 'Second' }])
  })

  test('people without an organization are not grouped together', async () => {
    await me({ sub: 'lone-1', name: 'One' })
    expect((await me({ sub: 'lone-2', name: 'Two' })).json().contacts).toEqual([])
  })

  test('a person who changed organization sees the new one only, and is visible there only', async () => {
    await me('jon')
    await me({ ...people.jon, organization: 'org_contoso', organization_name: 'Contoso Energy' })
    const ofMira = (await me('mira')).json().contacts
    const ofAna = (await me('ana')).json().contacts
    expect(ofMira).toEqual([])
    expect(ofAna).toMatchObject([{ name: 'Jon Aker' }])
  })

  test('the same subject of another provider is another person', async () => {
    const { rows } = await api.database.pool.query(
      "select issuer, count(*)::int as n from app_user where subject = 'mira' group by issuer",
    )
    expect(rows).toEqual([{ issuer: 'https://identity.example/oidc', n: 1 }])
  })
})

describe('the groups of getMe', () => {
  interface Group {
    id: string
    name: string
  }
  const groupsOf = async (as: Parameters<TestApi['tokenOf']>[0]): Promise<Group[]> => (await me(as)).json().groups

  test('are the same group for everyone in the organization, with an id of our own', async () => {
    const [ofMira] = await groupsOf('mira')
    const [ofJon] = await groupsOf({ ...people.jon, groups: ['Insights'] })
    expect(ofMira?.id).toMatch(/^grp_[a-z0-9]{1,40}$/)
    expect(ofJon).toEqual(ofMira)
  })

  test('of one organization are never those of another with the same name', async () => {
    const [ofMira] = await groupsOf('mira')
    const [ofAna] = await groupsOf({ ...people.ana, groups: ['Insights'] })
    expect(ofAna).toMatchObject({ name: 'Insights' })
    expect(ofAna?.id).not.toBe(ofMira?.id)
  })

  test('follow the token: a person who leaves a group loses it, and gets the same one when they return', async () => {
    const twoGroups = await groupsOf({ ...people.mira, groups: ['Insights', 'Brand'] })
    expect(twoGroups.map(({ name }) => name)).toEqual(['Brand', 'Insights'])
    expect(await groupsOf({ ...people.mira, groups: ['Brand'] })).toEqual(twoGroups.slice(0, 1))
    expect(await groupsOf({ ...people.mira, groups: [] })).toEqual([])
    expect(await groupsOf({ ...people.mira, groups: ['Insights', 'Brand'] })).toEqual(twoGroups)
  })

  test('of a person who changed organization are those of the new one', async () => {
    const before = await groupsOf({ sub: 'mover', organization: 'org_northwind', groups: ['Insights'] })
    const after = await groupsOf({ sub: 'mover', organization: 'org_contoso', groups: ['Insights'] })
    expect(after).toHaveLength(1)
    expect(after[0]?.id).not.toBe(before[0]?.id)
  })

  test('require an organization: a name without one is no group', async () => {
    expect(await groupsOf({ sub: 'lone-3', groups: ['Insights'] })).toEqual([])
  })

  test('are created once when two people bring them at the same time', async () => {
    const sightings = ['early-1', 'early-2', 'early-3', 'early-4'].map((sub, turn) =>
      groupsOf({ ...people.mira, sub, groups: turn % 2 === 0 ? ['New', 'Newer'] : ['Newer', 'New'] }),
    )
    const [first, ...others] = await Promise.all(sightings)
    expect(first).toHaveLength(2)
    for (const second of others) expect(second).toEqual(first)
  })

  test('that are long, many or duplicate keep the profile readable', async () => {
    const long = 'x'.repeat(256)
    const manyGroups = Array.from({ length: 250 }, (_, n) => `Team ${n}`)
    const odd = await groupsOf({ ...people.mira, groups: [long, '\ud800 odd', '\udfff odd', 'y'.repeat(255)] })
    expect(new Set(odd.map(({ name }) => name))).toEqual(new Set(['\ufffd odd', 'y'.repeat(200)]))
    expect(odd).toHaveLength(2)
    expect(await groupsOf({ ...people.mira, groups: manyGroups })).toHaveLength(200)
  })
})
