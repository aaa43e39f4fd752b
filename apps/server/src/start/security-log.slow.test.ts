import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@auspex/api'
import { createClient, exportSecurityEvents } from '@auspex/sdk'
import type { SecurityEvent } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getServiceToken } from '../import/server-target.ts'
import { readFirstRun } from '../first-run/first-run.ts'
import { serve, type Serving } from './serve.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
import { signIn } from '../testing/sign-in.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'auspex-security-'))
const secrets = new Set<string>()
let url: string
let serving: Serving
const begin = async () => {
  serving = await serve(
    readConfig({
      AUSPEX_PORT: new URL(url).port,
      AUSPEX_DATA: dataDir,
      AUSPEX_SOURCES: 'live',
      AUSPEX_LOG_LEVEL: 'silent',
    }),
    { withWeb: false },
  )
}
beforeAll(async () => {
  url = `http://localhost:${await findFreePort()}`
  await begin()
})
afterAll(async () => {
  await serving.close()
  removeData(dataDir)
})

const accountOf = (role: string) => {
  const account = readFirstRun(dataDir)?.users.find((user) => user.role === role)
  if (account === undefined) throw new Error(`the first start made no ${role}`)
  return { login: account.email, password: account.password }
}
const enter = async (credentials: { login: string; password: string }) => {
  const signedIn = await signIn(url, credentials)
  for (const secret of signedIn.secrets) secrets.add(secret)
  return signedIn
}

/** The entire log, as an operator downloads it, oldest first. */
async function readLog(): Promise<{ events: SecurityEvent[]; text: string }> {
  const { accessToken } = await enter(accountOf('godmode'))
  const client = createClient({ baseUrl: `${url}/api`, auth: { getToken: () => accessToken ?? undefined } })
  const text = await (await exportSecurityEvents({}, { client })).text()
  const events = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SecurityEvent) // by the contract
  return { events: events.toReversed(), text }
}
const factsOf = ({ facts }: SecurityEvent) => Object.fromEntries(facts.map(({ name, value }) => [name, value]))

describe('the security log of the running product', () => {
  test('begins with the start, its settings, and the accounts that the first start created', async () => {
    const { events } = await readLog()
    expect(events.slice(0, 5).map(({ name }) => name)).toEqual([
      'server.started',
      'account.created',
      'account.created',
      'account.created',
      'service-client.created',
    ])
    const [started] = events
    expect(factsOf(started!)).toMatchObject({
      publicUrl: url,
      signIn: 'embedded',
      trustProxy: '0',
      database: 'embedded',
    })
  })

  test('begins with unguessable passwords: each has 128 random bits', () => {
    const { users = [], serviceClient } = readFirstRun(dataDir) ?? {}
    const generatedSecrets = [...users.map(({ password }) => password), serviceClient?.client_secret ?? '']
    expect([generatedSecrets.length, new Set(generatedSecrets).size]).toEqual([4, 4])
    for (const secret of generatedSecrets) expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16)
  })

  test('has the events of the identity provider: people, strangers and services', async () => {
    expect((await enter({ login: 'typed-into-the-wrong-field', password: 'planted-password' })).accessToken).toBeNull()
    expect((await enter({ ...accountOf('member'), password: 'planted-password' })).accessToken).toBeNull()
    expect((await enter(accountOf('member'))).accessToken).not.toBeNull()
    const service = readFirstRun(dataDir)?.serviceClient ?? { client_id: '', client_secret: '' }
    secrets.add(service.client_secret).add(await getServiceToken(`${url}/identity`, service))
    const wrongCredentials = { client_id: service.client_id, client_secret: 'planted-client-secret' }
    secrets.add(wrongCredentials.client_secret)
    await expect(getServiceToken(`${url}/identity`, wrongCredentials)).rejects.toThrow()
    const { events } = await readLog()
    const ofMember = {
      name: 'sign-in.failed',
      severity: 'warning',
      accountId: 'usr_member',
      operation: 'POST /interaction',
    }
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'sign-in.failed', accountId: null }),
        expect.objectContaining(ofMember),
        expect.objectContaining({ name: 'sign-in.succeeded', severity: 'info', accountId: 'usr_member' }),
        expect.objectContaining({
          name: 'service-token.issued',
          clientId: service.client_id,
          operation: 'POST /token',
        }),
        expect.objectContaining({ name: 'service-token.refused' }),
      ]),
    )
    for (const { address } of events.filter(({ name }) => /^(sign-in|service-token)/.test(name)))
      expect(address).toMatch(/^(127\.0\.0\.1|::1)$/)
  })

  test('has a code that was used twice, and the use of the token that was revoked for it', async () => {
    const { accessToken, replay } = await enter(accountOf('second-organization-member'))
    expect((await replay()).status).toBe(400)
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await fetch(`${url}/api/users/me`, { headers })).status).toBe(401)
    const { events } = await readLog()
    const ofSecond = events
      .filter(({ accountId }) => accountId === 'usr_second')
      .map((event) => [event.name, factsOf(event)])
    expect(ofSecond).toEqual([
      ['sign-in.succeeded', {}],
      ['authorization-code.replayed', {}],
      ['access-token.refused', { reason: 'revoked' }],
    ])
  })

  test('loses nothing when the server is stopped, and has the stop', async () => {
    const { events: before } = await readLog()
    await fetch(`${url}/api/users/me`, { headers: { authorization: 'Bearer planted.access.token' } })
    secrets.add('planted.access.token')
    await serving.close()
    await begin()
    const { events } = await readLog()
    expect(events.slice(0, before.length)).toEqual(before)
    expect(events.slice(before.length).map(({ name }) => name)).toEqual([
      'security-log.exported',
      'access-token.refused',
      'server.stopped',
      'server.started',
      'sign-in.succeeded',
    ])
  })

  test('has the UTC time, name and severity of every event, and the origin of a request', async () => {
    const { events } = await readLog()
    for (const event of events) {
      expect(event).toMatchObject({
        id: expect.stringMatching(/^sev_\w+$/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        name: expect.stringMatching(/^[a-z-]+\.[a-z-]+$/),
        severity: expect.stringMatching(/^(info|warning|critical)$/),
      })
    }
    const origins = events.map(({ operation, address }) => [operation !== null, /^[\d.:a-f]+$/.test(address ?? '')])
    expect(origins.filter(([isOfRequest, hasAddress]) => isOfRequest !== hasAddress)).toEqual([])
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
  })

  test('is only in the database: the server writes no log file', () => {
    const expectedFiles = /^(data\.lock\.(\d+|socket)|database(\.reserve-\d)?|first-run\.json|server\.json)$/
    expect(readdirSync(dataDir).filter((name) => !expectedFiles.test(name))).toEqual([])
  })

  test('contains none of the secrets that were sent', async () => {
    const { text, events } = await readLog()
    expect(events.length).toBeGreaterThan(15)
    expect(secrets.size).toBeGreaterThan(15)
    for (const secret of secrets) expect(text).not.toContain(secret)
  })
})
