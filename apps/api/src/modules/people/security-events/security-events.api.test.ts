import type { AddressInfo } from 'node:net'
import type { SecurityEvent, SecurityEventPage } from '@auspex/sdk/types'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '../../../testing/test-api.ts'
import type { TestClaims } from '../../../testing/token-issuer.ts'

const revokedIds = new Set<unknown>()
let lines = ''
let api: TestApi
const open = (options: TestApiOptions = {}) =>
  createTestApi({
    jobs: true,
    logger: pino({ base: null }, { write: (line: string) => void (lines += line) }),
    isTokenRevoked: async (id) => revokedIds.has(id),
    webhooks: {
      check: async () => null,
      post: async () => null,
      exchange: async () => ({ kind: 'answered', status: 200, retryAfterMs: null }),
    },
    ...options,
  })
beforeAll(async () => {
  api = await open()
})
afterAll(() => api.close())

const list = (query = '', as: PersonName = 'root', server = api) =>
  server.request({ method: 'GET', path: `/godmode/securityEvents${query}`, as })
const read = async (query = '', server = api) => {
  const reply = await list(query, 'root', server)
  expect(reply.statusCode).toBe(200)
  return reply.json<SecurityEventPage>()
}
const download = (query = '', as: PersonName = 'root', server = api) =>
  server.request({ method: 'GET', path: `/godmode/securityEvents/file${query}`, as })
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SecurityEvent)
const factsOf = (event: SecurityEvent | undefined) =>
  Object.fromEntries(event?.facts.map(({ name, value }) => [name, value]) ?? [])
const me = (headers: Record<string, string>, server = api) =>
  server.request({ method: 'GET', path: '/users/me', headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const sum = (events: readonly SecurityEvent[]) => events.reduce((total, { occurrences }) => total + occurrences, 0)

describe('a refused access token leaves an event with its reason', () => {
  const expired = { sub: 'mira', iat: 1_700_000_000, exp: 1_700_000_300 }
  const cases: { reason: string; accountId: string | null; tokenOf: () => Promise<string> }[] = [
    { reason: 'malformed', accountId: null, tokenOf: async () => 'not.a.token' },
    { reason: 'expired', accountId: 'mira', tokenOf: () => api.tokenOf(expired) },
    { reason: 'wrong-audience', accountId: 'mira', tokenOf: () => api.tokenOf({ sub: 'mira', aud: 'api://other' }) },
    {
      reason: 'wrong-issuer',
      accountId: 'mira',
      tokenOf: () => api.tokenOf({ sub: 'mira', iss: 'https://evil.example' }),
    },
    { reason: 'no-access-token', accountId: 'mira', tokenOf: () => api.tokenOf({ sub: 'mira', nonce: 'n' }) },
    { reason: 'no-owner', accountId: null, tokenOf: () => api.tokenOf({ sub: ' ' }) },
    {
      reason: 'revoked',
      accountId: 'mira',
      tokenOf: () => {
        revokedIds.add('taken-back')
        return api.tokenOf({ sub: 'mira', jti: 'taken-back' })
      },
    },
    {
      reason: 'signature',
      accountId: null,
      tokenOf: async () => {
        const [head, claims = '', signature] = (await api.tokenOf('mira')).split('.')
        const forged = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), roles: ['godmode'] }
        return [head, Buffer.from(JSON.stringify(forged)).toString('base64url'), signature].join('.')
      },
    },
  ]

  test.each(cases)('$reason', async ({ reason, accountId, tokenOf }) => {
    const token = await tokenOf()
    expect((await me({ ...bearer(token), 'x-request-id': `refused-${reason}` })).statusCode).toBe(401)
    const [event] = (await read('?name=access-token.refused&perPage=1')).items
    expect(event).toMatchObject({
      severity: 'warning',
      userId: null,
      accountId,
      address: '127.0.0.1',
      operation: 'getMe',
      requestId: `refused-${reason}`,
      occurrences: 1,
    })
    expect(factsOf(event)).toEqual({ reason })
  })

  test('but a request without one leaves none', async () => {
    const { page } = await read('?name=access-token.refused')
    expect((await me({})).statusCode).toBe(401)
    expect((await read('?name=access-token.refused')).page.total).toBe(page.total)
  })
})

describe('a refused person leaves an event with the permission they lack', () => {
  test('the role', async () => {
    expect((await list('', 'ana')).statusCode).toBe(403)
    const [event] = (await read('?name=role.refused')).items
    expect(event).toMatchObject({ operation: 'listSecurityEvents', organizationId: 'org_contoso', accountId: 'ana' })
    expect(event?.userId).toMatch(/^usr_/)
    expect(factsOf(event)).toEqual({ role: 'godmode', code: 'identity.forbidden' })
  })

  test('the scope', async () => {
    const service: TestClaims = { sub: 'robot', client_id: 'robot', scope: 'import', organization: 'org_northwind' }
    expect((await me(bearer(await api.tokenOf(service)))).statusCode).toBe(403)
    const [event] = (await read('?name=scope.refused')).items
    expect(event).toMatchObject({ operation: 'getMe', accountId: 'robot' })
    expect(factsOf(event)).toEqual({ scope: 'search' })
  })
})

describe('people', () => {
  test('leave an event when they first come, and when their provider changes their roles', async () => {
    const person = { sub: 'nils', organization: 'org_northwind', roles: ['member'] }
    for (const roles of [['member'], ['member', 'godmode']])
      expect((await me(bearer(await api.tokenOf({ ...person, roles })))).statusCode).toBe(200)
    const [changed] = (await read('?name=user-roles.changed')).items
    expect(changed).toMatchObject({ severity: 'warning', accountId: 'nils', organizationId: 'org_northwind' })
    expect(factsOf(changed)).toEqual({ roles: 'member godmode', rolesBefore: 'member' })
    const ownEvents = (await read(`?userId=${changed?.userId}`)).items
    expect(ownEvents.map(({ name }) => name)).toEqual(['user-roles.changed', 'user.created'])
  })

  test('are found by events of their tokens from before the person was known', async () => {
    const { profile } = (await api.request({ method: 'GET', path: '/users/me', as: 'mira' })).json()
    const refused = (await read(`?userId=${profile.id}&name=access-token.refused`)).items
    const accounts = refused.map(({ userId, accountId, accountUserId }) => [userId, accountId, accountUserId])
    expect(accounts).toContainEqual([null, 'mira', profile.id])
    expect(refused.map((event) => factsOf(event)['reason'])).toEqual(
      expect.arrayContaining(['expired', 'revoked', 'wrong-audience']),
    )
  })
})

describe('a change of where data goes leaves an event', () => {
  const post = (path: string, body: object, as: PersonName = 'mira') => api.request({ method: 'POST', path, as, body })
  let signalId = ''

  test('a webhook, with its host only', async () => {
    const registered = await post('/explore/createMonitorSubscription', {
      query: { query_term: 'planted search term' },
      rule: { kind: 'momentum-above', ratio: 1.5, windowDays: 28 },
      channels: ['webhook'],
      webhookUrl: 'https://hooks.example:8443/planted-path?key=planted',
    })
    expect(registered.statusCode).toBe(200)
    const { id, signalId: watched } = registered.json()
    signalId = watched
    const [event] = (await read('?name=webhook.registered')).items
    expect(event).toMatchObject({ operation: 'createMonitorSubscription', accountId: 'mira' })
    expect(factsOf(event)).toEqual({ subscriptionId: id, host: 'hooks.example:8443' })
  })

  test('an export', async () => {
    const created = await post('/exports', { kind: 'signal', id: signalId, format: 'csv' })
    expect(created.statusCode).toBe(200)
    const [event] = (await read('?name=export.created')).items
    expect(event).toMatchObject({ operation: 'createExport', accountId: 'mira' })
    expect(factsOf(event)).toEqual({ exportId: created.json().id, kind: 'signal', format: 'csv' })
  })

  test('a signal that is sent to a colleague, without the note', async () => {
    const { id } = (await api.request({ method: 'GET', path: '/users/me', as: 'jon' })).json().profile
    expect(
      (await post('/signal/sendSignalMessage', { id: signalId, to: [id], message: 'planted words' })).statusCode,
    ).toBe(200)
    expect(factsOf((await read('?name=signal.shared')).items[0])).toEqual({ signalId, recipients: id })
  })

  test('an import', async () => {
    const body = { sha256: 'a'.repeat(64), name: 'planted-file.jsonl', bytes: 10 }
    const started = await post('/imports', body, 'importer')
    expect(started.statusCode).toBe(200)
    expect(factsOf((await read('?name=import.started')).items[0])).toEqual({ importId: started.json().id })
  })
})

describe('the security log', () => {
  test('is for godmode only', async () => {
    for (const person of ['mira', 'ana', 'importer'] as const) {
      expect((await list('', person)).statusCode).toBe(403)
      expect((await download('', person)).statusCode).toBe(403)
    }
    for (const path of ['/godmode/securityEvents', '/godmode/securityEvents/file'])
      expect((await api.request({ method: 'GET', path })).statusCode).toBe(401)
  })

  test('is paged without gaps or duplicates while events arrive', async () => {
    const names: string[] = []
    const first = await read('?perPage=7')
    const allEvents = await read('?perPage=200')
    let page = first
    for (;;) {
      names.push(...page.items.map(({ id }) => id))
      if (page.page.nextCursor === null) break
      page = await read(`?perPage=7&cursor=${page.page.nextCursor}`)
    }
    const expected = allEvents.items.map(({ id }) => id)
    expect(names).toEqual(expected.slice(expected.indexOf(first.items[0]?.id ?? '')))
    expect(page.page.page).toBe(Math.ceil(first.page.total / 7))
  })

  test('leaves an event of each reading and each export, with its filters', async () => {
    api.clock.set('2026-11-21T09:00:00Z')
    const { items } = await read('?name=role.refused&address=127.0.0.1')
    expect((await download('?name=role.refused&from=2026-11-21T00:00:00Z')).statusCode).toBe(200)
    const [exported, listed] = (await read('?from=2026-11-21T09:00:00Z')).items
    expect(exported).toMatchObject({ name: 'security-log.exported', operation: 'exportSecurityEvents' })
    expect(factsOf(exported)).toEqual({ ofName: 'role.refused', from: '2026-11-21T00:00:00.000Z' })
    expect(listed).toMatchObject({ name: 'security-log.read', operation: 'listSecurityEvents', accountId: 'root' })
    expect(factsOf(listed)).toEqual({ ofName: 'role.refused', ofAddress: '127.0.0.1', events: String(items.length) })
  })

  test('is found by name, address and period', async () => {
    const all = await read('?perPage=200')
    expect((await read('?perPage=200&address=::ffff:127.0.0.1')).page.total).toBeGreaterThan(0)
    expect((await read('?address=203.0.113.9')).page.total).toBe(0)
    const before = await read('?perPage=200&to=2026-11-21T08:00:00Z')
    expect(before.items).toEqual([])
    api.clock.set('2026-11-22T08:00:00Z')
    expect((await list('', 'ana')).statusCode).toBe(403)
    const later = await read('?name=role.refused&from=2026-11-22T00:00:00Z&to=2026-11-23T00:00:00Z&userId=-')
    expect(later.items.map(({ at }) => at)).toEqual(['2026-11-22T08:00:00.000Z'])
    expect((await read('?to=2026-11-22T00:00:00Z')).page.total).toBeGreaterThanOrEqual(all.page.total)
  })

  test.each([
    ['?address=1.2.3', 'security.address_invalid'],
    ['?from=2026-11-21T08:00:00Z&to=2026-11-21T08:00:00Z', 'security.period_invalid'],
    ['?name=Sign in', 'request.invalid'],
  ])('refuses the filter %s', async (query, code) => {
    for (const reply of [await list(query), await download(query)]) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json().code).toBe(code)
    }
  })

  test('refuses a cursor of another list', async () => {
    const reply = await list('?cursor=bm90aGluZw')
    expect(reply.statusCode).toBe(422)
    expect(reply.json().code).toBe('security.cursor_invalid')
  })

  test('is exported as JSON lines with the same events', async () => {
    await read()
    const reply = await download('?to=2026-11-22T00:00:00Z')
    expect(reply.headers['content-type']).toBe('application/x-ndjson')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="security-events-2026-11-22.ndjson"')
    const pages = await read('?to=2026-11-22T00:00:00Z&perPage=200')
    expect(pages.page.total).toBe(pages.items.length)
    expect(linesOf(reply.body)).toEqual(pages.items)
  })

  test('contains nothing that somebody typed, sent or wrote', async () => {
    const secret = 'planted-secret'
    const token = await api.tokenOf({ sub: 'mira', nonce: secret })
    await me(bearer(`${secret}.${secret}.${secret}`))
    await me(bearer(token))
    await api.request({ method: 'GET', path: `/godmode/users?searchTerm=${secret}`, as: 'mira' })
    await api.request({ method: 'GET', path: `/autocomplete/${secret}?q=${secret}`, as: 'mira' })
    await list(`?cursor=${secret}&name=${secret}`)
    const stored = (await download()).body
    const logged = lines.split('\n').filter((line) => line.includes('securityEvent'))
    expect(linesOf(stored).length).toBeGreaterThan(40)
    expect(logged.length).toBeGreaterThan(40)
    for (const text of [stored, ...logged]) {
      expect(text).not.toMatch(/planted|eyJ|Bearer|northwind\.example|\?/)
      for (const part of token.split('.')) expect(text).not.toContain(part)
    }
  })
})

describe('a flood of 5,000 bad tokens', () => {
  test('leaves few events that add up to 5,000 occurrences, and hides no one else', async () => {
    const server = await open({ database: api.database, config: { requestsPerMinute: 1_200 } })
    server.clock.set('2026-12-01T08:00:00Z')
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo // a server that listens on a port
    const statuses: number[] = []
    const flood = async () => {
      while (statuses.length < 5_000) {
        const n = statuses.push(0)
        const reply = await fetch(`http://127.0.0.1:${port}/api/users/me`, { headers: bearer(`bad.token.${n}`) })
        await reply.arrayBuffer()
        statuses[n - 1] = reply.status
      }
    }
    await Promise.all(Array.from({ length: 20 }, flood))
    const callOtherProcess = async (url: string, token: string) =>
      (await server.app.inject({ url, remoteAddress: '203.0.113.7', headers: bearer(token) })).statusCode
    expect(await callOtherProcess('/api/users/me', 'another.bad.token')).toBe(401)
    expect(await callOtherProcess('/api/godmode/securityEvents', await server.tokenOf('ana'))).toBe(403)
    await server.app.close() // nothing is lost, although the minute is not over
    const { items } = await read('?from=2026-12-01T00:00:00Z&perPage=200')
    const refused = items.filter(({ name }) => name === 'access-token.refused')
    const throttled = items.filter(({ name }) => name === 'request.throttled')
    expect(sum(refused)).toBe(statuses.filter((status) => status === 401).length + 1)
    expect(sum(refused)).toBe(301)
    expect(sum([...refused, ...throttled])).toBe(5_001)
    expect([...refused, ...throttled].length).toBeLessThanOrEqual(2 * 11 + 1)
    const others = items.filter(({ address }) => address === '203.0.113.7')
    expect(others.map(({ name }) => name)).toEqual(['role.refused', 'access-token.refused'])
  })
})
