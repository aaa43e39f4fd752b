import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@auspex/api'
import {
  createClient,
  getMe,
  listAuditEntries,
  listRegisteredClients,
  registerClient,
  removeRegisteredClient,
  renewClientSecret,
  updateRegisteredClient,
} from '@auspex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFirstRun } from '../first-run/first-run.ts'
import { getServiceToken } from '../import/server-target.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { signIn } from '../testing/sign-in.ts'
import { removeData } from '../testing/spawn-server.ts'
import { serve, type Serving } from './serve.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'auspex-apps-'))
let url: string
let serving: Serving
let client: ReturnType<typeof createClient>
let organizationId: string

beforeAll(async () => {
  url = `http://localhost:${await findFreePort()}`
  const settings = { AUSPEX_PORT: new URL(url).port, AUSPEX_DATA: dataDir, AUSPEX_SOURCES: 'live' }
  serving = await serve(readConfig({ ...settings, AUSPEX_LOG_LEVEL: 'silent' }), { withWeb: false })
  const administrator = readFirstRun(dataDir)?.users.find(({ role }) => role === 'godmode')
  if (administrator === undefined) throw new Error('the first start made no administrator')
  organizationId = administrator.organization.id
  const { accessToken } = await signIn(url, { login: administrator.email, password: administrator.password })
  client = createClient({ baseUrl: `${url}/api`, auth: { getToken: () => accessToken ?? undefined } })
  await getMe({ client })
})
afterAll(async () => {
  await serving.close()
  removeData(dataDir)
})

const service = () => ({ name: 'Nightly', kind: 'service' as const, scopes: ['search' as const], organizationId })
const tokenOf = (client_id: string, client_secret: string) =>
  getServiceToken(`${url}/identity`, { client_id, client_secret }, 'search')
const call = async (token: string) =>
  (await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status

describe('a service that an administrator registered', () => {
  test('calls the API with its secret, until it gets a new one or is removed', async () => {
    const { id, clientSecret } = await registerClient(service(), { client })
    const token = await tokenOf(id, clientSecret ?? '')
    expect(await call(token)).toBe(200)
    const renewed = await renewClientSecret(id, { client })
    await expect(tokenOf(id, clientSecret ?? '')).rejects.toThrow('401')
    expect(await call(await tokenOf(id, renewed.clientSecret))).toBe(200)
    await removeRegisteredClient(id, { client })
    await expect(tokenOf(id, renewed.clientSecret)).rejects.toThrow('401')
    expect(await call(token)).toBe(401)
  })

  test('is one transaction with its line in the audit trail', async () => {
    const before = await listRegisteredClients({ client })
    await expect(registerClient({ ...service(), organizationId: 'org_none' }, { client })).rejects.toThrow()
    expect(await listRegisteredClients({ client })).toEqual(before)
    const { id } = await registerClient(service(), { client })
    await updateRegisteredClient(id, { name: 'Nightly search' }, { client })
    const { items } = await listAuditEntries({ perPage: 2 }, { client })
    expect(items.map(({ operation, target }) => [operation, target.name])).toEqual([
      ['updateRegisteredClient', 'Nightly search'],
      ['registerClient', 'Nightly'],
    ])
  })
})

test('pages of a registered web app may call both the API and the provider, and pages of nobody may not', async () => {
  const origin = 'https://board.example'
  const preflight = async (path: string, from: string) => {
    const headers = { origin: from, 'access-control-request-method': 'POST' }
    const reply = await fetch(`${url}${path}`, { method: 'OPTIONS', headers })
    return reply.headers.get('access-control-allow-origin')
  }
  const app = { name: 'Board', kind: 'web' as const, scopes: ['read' as const], redirectUris: [`${origin}/signed-in`] }
  const { id } = await registerClient(app, { client })
  expect(await preflight('/api/explore/topicQuery', origin)).toBe(origin)
  expect(await preflight('/assistant/v1/zeus/query-stream', origin)).toBe(origin)
  expect(await preflight('/api/explore/topicQuery', 'https://evil.example')).toBeNull()
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: id, refresh_token: 'x' })
  const renew = (from: string) => fetch(`${url}/identity/token`, { method: 'POST', body, headers: { origin: from } })
  expect((await renew(origin)).headers.get('access-control-allow-origin')).toBe(origin)
  expect((await renew('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  // its pages are still open somewhere, and have to read why they are refused
  await removeRegisteredClient(id, { client })
  expect(await preflight('/api/explore/topicQuery', origin)).toBe(origin)
  const refused = await renew(origin)
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect(await refused.json()).toMatchObject({
    error: 'invalid_client',
    error_description: expect.stringContaining('Board was removed'),
  })
})
