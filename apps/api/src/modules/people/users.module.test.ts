import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessToken } from '../../adapters/identity/token-verifier.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import type { SecurityEvent } from '../../kernel/security-event.ts'
import { stub } from '../../testing/stub.ts'
import { createFindActor } from './users.module.ts'
import { createUsersRepository, type UsersRepository } from './users.repository.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

const token: AccessToken = {
  issuer: 'https://identity.example',
  subject: 'mira',
  clientId: 'web',
  kind: 'person',
  scopes: [],
  organizationId: 'org_1',
  organizationName: 'One',
  groups: [],
  roles: ['member'],
  email: null,
  isEmailVerified: false,
  name: 'Mira',
  expiresAt: 0,
}

describe('find actor', () => {
  /** A store that records what it is asked to save, and fails on demand. */
  function createStore() {
    const store = {
      saved: [] as AccessToken[],
      isDown: false,
      saveTokenOwner: async (owner: AccessToken) => {
        if (store.isDown) throw new Error('down')
        const rolesBefore = store.saved.at(-1)?.roles ?? null
        store.saved.push(owner)
        return { userId: `usr_${owner.subject}`, rolesBefore }
      },
    }
    return store
  }

  const clock = createFixedClock('2026-11-21T08:00:00Z')
  const create = (store = createStore(), overrides: Partial<Parameters<typeof createFindActor>[0]> = {}) =>
    createFindActor({
      users: stub<UsersRepository>(store),
      clock,
      recordSecurityEvent: () => {},
      webClientId: 'web',
      embeddedIssuer: token.issuer,
      ...overrides,
    })

  describe('the owner of a token', () => {
    test('is stored once a minute, not at every request', async () => {
      const movingClock = createFixedClock('2026-11-21T08:00:00Z')
      const store = createStore()
      const findActor = create(store, { clock: movingClock })
      expect(await findActor(token)).toEqual({
        userId: 'usr_mira',
        subject: 'mira',
        organizationId: 'org_1',
        roles: ['member'],
        scopes: [],
        kind: 'person',
        accessScopes: null,
        credentialId: null,
      })
      await findActor(token)
      expect(store.saved).toHaveLength(1)
      movingClock.set('2026-11-21T08:01:00Z')
      await findActor(token)
      expect(store.saved).toHaveLength(2)
    })

    test('is stored at once when the provider sends new data', async () => {
      const store = createStore()
      const findActor = create(store)
      await findActor(token)
      const { organizationId } = await findActor({ ...token, organizationId: 'org_2' })
      expect(organizationId).toBe('org_2')
      expect(store.saved).toHaveLength(2)
    })

    test('is stored at the next request when storing failed', async () => {
      const store = createStore()
      const findActor = create(store)
      store.isDown = true
      await expect(findActor(token)).rejects.toThrow('down')
      store.isDown = false
      expect(await findActor(token)).toMatchObject({ userId: 'usr_mira' })
    })

    test.each([
      ['the web app', { clientId: 'web', scopes: ['openid'] }, true, null],
      ['another app of the embedded provider', { clientId: 'app_1', scopes: ['openid', 'read'] }, true, ['read']],
      ['another app that was granted nothing', { clientId: 'app_1', scopes: ['openid'] }, true, []],
      ['an app without a name', { clientId: null, scopes: [] }, true, []],
      ["another provider's app with a scope of ours", { clientId: 'app_1', scopes: ['write'] }, false, ['write']],
      ["another provider's app that the operator trusts", { clientId: 'app_1', scopes: ['openid'] }, false, null],
    ])('is limited to what was granted to %s', async (_app, facts, isEmbedded, accessScopes) => {
      const findActor = create(createStore(), { embeddedIssuer: isEmbedded ? token.issuer : null })
      expect(await findActor({ ...token, ...facts })).toMatchObject({ accessScopes })
    })

    test('causes a security event when first seen and when the roles change, but not when only their order does', async () => {
      const events: SecurityEvent[] = []
      const findActor = create(createStore(), { recordSecurityEvent: (event) => events.push(event) })
      await findActor(token)
      await findActor({ ...token, roles: ['member', 'godmode'] })
      await findActor({ ...token, roles: ['godmode', 'member'] })
      const owner = { userId: 'usr_mira', accountId: 'mira', organizationId: 'org_1', clientId: 'web' }
      expect(events).toEqual([
        { name: 'user.created', ...owner, facts: { kind: 'person', roles: ['member'] } },
        { name: 'user-roles.changed', ...owner, facts: { roles: ['member', 'godmode'], rolesBefore: ['member'] } },
      ])
    })
  })
})

describe('moved accounts', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  const createId = createSequentialIds()
  const [oldIssuer, newIssuer, otherIssuer] = [
    'http://localhost:4000/identity',
    'https://auspex.example/identity',
    'https://id.example',
  ]

  /** The id of the person with this issuer and subject, in an installation with this embedded provider. */
  async function signIn(issuer: string, subject: string, embeddedIssuer: string | null = issuer): Promise<string> {
    const repository = createUsersRepository({
      database,
      clock: { now: () => new Date('2026-11-23T08:00:00Z') },
      createId,
      embeddedIssuer,
    })
    return (await repository.saveTokenOwner({ ...token, issuer, subject })).userId
  }

  test('an account of the embedded provider keeps its person when the installation gets another address', async () => {
    const mira = await signIn(oldIssuer, 'acc_mira')
    expect(await signIn(newIssuer, 'acc_mira')).toBe(mira)
    expect(await signIn(oldIssuer, 'acc_mira')).toBe(mira)
  })

  test('an account of another provider with the same subject is another person', async () => {
    const jon = await signIn(otherIssuer, 'acc_jon', null)
    expect(await signIn(oldIssuer, 'acc_jon')).not.toBe(jon)
    expect(await signIn(otherIssuer, 'acc_jon', null)).toBe(jon)
    expect(await signIn('https://elsewhere.example/identity', 'acc_jon', null)).not.toBe(jon)
  })
})
