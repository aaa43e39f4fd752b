import type { UserDeletion, UserProfile } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTraces } from '../../testing/find-traces.ts'
import { createOwnedThings } from '../../testing/owned-things.ts'
import { people, type PersonName } from '../../testing/people.ts'
import { createTestApi, type TestApi, type TestRequest } from '../../testing/test-api.ts'
import { createProposingAnalyst } from '../zeus/testing/scripted-analyst.ts'

let api: TestApi
const deletedAccounts: string[] = []
const disabledAccounts: [subject: string, isDisabled: boolean][] = []
const read = async <T>(path: string, as: TestRequest['as']) =>
  (await api.request({ method: 'GET', path, as })).json<T>()
const idOf = async (person: PersonName) => (await read<UserProfile>('/users/me', person)).profile.id

beforeAll(async () => {
  api = await createTestApi({
    analyst: createProposingAnalyst(),
    jobs: true,
    config: { sources: 'live' },
    providerAccounts: {
      remove: async ({ subject }) => void deletedAccounts.push(subject),
      setDisabled: async ({ subject }, isDisabled) => void disabledAccounts.push([subject, isDisabled]),
      isSuspended: async () => false,
    },
  })
  await createOwnedThings(api)
})
afterAll(() => api.close())

/** Records retained after a person's deletion, by docs/decisions/deletion.md: audit trail and security log. */
const records = ['audit_entry', 'security_event']

describe('a person whom an administrator deletes', () => {
  test('is disabled first, and what will be deleted is listed before', async () => {
    const userId = await idOf('mira')
    const before = await findTraces(api.database, userId)
    expect(before.length).toBeGreaterThan(15)
    const preview = await read<UserDeletion>(`/godmode/users/${userId}/deletion`, 'root')
    expect(preview).toMatchObject({ userId, isDeleted: false })
    expect(preview.things).toEqual(
      expect.arrayContaining(
        ['exports', 'monitors', 'portfolios', 'projects', 'stories', 'workflows', 'zeus-reports', 'zeus-threads'].map(
          (kind) => ({ kind, count: expect.any(Number) }),
        ),
      ),
    )
    const early = await api.request({ method: 'DELETE', path: `/godmode/users/${userId}`, as: 'root' })
    expect([early.statusCode, early.json().code]).toEqual([409, 'users.not_disabled'])
    expect(await findTraces(api.database, userId)).toEqual(before)
  })

  test('leaves nothing in any table but the trails, and no account', async () => {
    const userId = await idOf('mira')
    const disable = {
      method: 'PATCH',
      path: `/godmode/users/${userId}`,
      as: 'root',
      body: { disabled: true },
    } as const
    expect((await api.request(disable)).statusCode).toBe(200)
    // also at the embedded provider, which would otherwise still issue tokens
    expect(disabledAccounts).toEqual([[expect.any(String), true]])
    const preview = await read<UserDeletion>(`/godmode/users/${userId}/deletion`, 'root')
    const deleted = await api.request({ method: 'DELETE', path: `/godmode/users/${userId}`, as: 'root' })
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { ...preview, isDeleted: true }])
    expect((await findTraces(api.database, userId)).filter((table) => !records.includes(table))).toEqual([])
    expect(await findTraces(api.database, people.mira.email)).toEqual([])
    expect(deletedAccounts).toEqual([people.mira.sub])
    const repeated = await api.request({ method: 'DELETE', path: `/godmode/users/${userId}`, as: 'root' })
    expect(repeated.statusCode).toBe(404)
    const trail = await read<{ items: { operation: string; target: { id: string; name: string | null } }[] }>(
      '/godmode/audit',
      'root',
    )
    expect(trail.items[0]).toMatchObject({ operation: 'deleteUser', target: { id: userId, name: null } })
  })
})

describe('a person who deletes their own account', () => {
  const remove = (confirmation: string, as: PersonName = 'jon') =>
    api.request({ method: 'POST', path: '/users/me/deletion', as, body: { confirmation } })

  test('has to type their address, ignoring case, to confirm', async () => {
    const refused = await remove('somebody@else.example')
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'users.deletion_not_confirmed'])
    expect((await read<UserProfile>('/users/me', 'jon')).profile.email).toBe(people.jon.email)
  })

  test('sees what will be deleted, and leaves nothing but the trails', async () => {
    const portfolio = { method: 'POST', path: '/portfolio/create', as: 'jon', body: { title: 'Mine' } } as const
    expect((await api.request(portfolio)).statusCode).toBe(200)
    const userId = await idOf('jon')
    const preview = await read<UserDeletion>('/users/me/deletion', 'jon')
    expect(preview.things).toEqual(expect.arrayContaining([{ kind: 'portfolios', count: 1 }]))
    const deleted = await remove(people.jon.email.toUpperCase())
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { ...preview, isDeleted: true }])
    expect((await findTraces(api.database, userId)).filter((table) => !records.includes(table))).toEqual([])
    // the token is valid for some minutes, but gives no access
    expect((await api.request({ method: 'GET', path: '/portfolio', as: 'jon' })).statusCode).toBe(403)
  })

  test('is refused as the only administrator', async () => {
    const refused = await remove(people.root.email, 'root')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'users.last_administrator'])
  })
})
