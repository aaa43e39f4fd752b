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

  test('a person keeps their id, and what the provider says anew is taken over', async () => {
    const before = (await me('mira')).json()
    const renamed = (await me({ ...people.mira, name: 'Mira Berg', organization_name: 'Northwind' })).json()
    expect(renamed.profile).toMatchObject({ id: before.profile.id, name: 'Mira Berg' })
    expect(renamed.organization).toEqual({ id: 'org_northwind', name: 'Northwind' })
    expect((await me('mira')).json().organization.name).toBe('Northwind Foods')
  })

  test('an organization that a token does not name keeps the name it had', async () => {
    await me('mira')
    const reply = await me({ ...people.jon, organization_name: undefined })
    expect(reply.json().organization).toEqual({ id: 'org_northwind', name: 'Northwind Foods' })
  })

  test('what the provider does not say is unknown', async () => {
    const reply = await me({ sub: 'bare' })
    expect(reply.json()).toMatchObject({
      profile: { email: null, name: null },
      organization: null,
      groups: [],
      contacts: [],
      roles: [],
    })
  })

  test('many first calls at once make one person', async () => {
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

  test('people without an organization are not thrown together', async () => {
    await me({ sub: 'lone-1', name: 'One' })
    expect((await me({ sub: 'lone-2', name: 'Two' })).json().contacts).toEqual([])
  })

  test('a person who changed organization sees the new one only, and is seen there only', async () => {
    await me('jon')
    await me({ ...people.jon, organization: 'org_contoso', organization_name: 'Contoso Energy' })
    const ofMira = (await me('mira')).json().contacts
    const ofAna = (await me('ana')).json().contacts
    expect(ofMira).toEqual([])
    expect(ofAna).toMatchObject([{ name: 'Jon Aker' }])
  })

  test('the same subject of another provider would be another person', async () => {
    const { rows } = await api.database.pool.query(
      "select issuer, count(*)::int as n from app_user where subject = 'mira' group by issuer",
    )
    expect(rows).toEqual([{ issuer: 'https://identity.example/oidc', n: 1 }])
  })
})
