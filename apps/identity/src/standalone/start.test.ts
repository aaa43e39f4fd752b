import { type AddressInfo, createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { type StandaloneProvider, startStandalone } from './start.ts'
import { EnvironmentError, readEnvironment } from './environment.ts'

describe('start', () => {
  const webOrigin = 'https://auspex.example.com'

  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let provider: StandaloneProvider
  let issuer: string

  async function findFreePort(): Promise<number> {
    const server = createServer().listen(0)
    await once(server, 'listening')
    // A listening TCP server has an address object.
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return port
  }

  beforeAll(async () => {
    database = await openTestDatabase()
    const port = await findFreePort()
    issuer = `http://127.0.0.1:${port}`
    const environment = {
      AUSPEX_PORT: port,
      DATABASE_URL: 'postgres://unused',
      OIDC_ISSUER: issuer,
      WEB_ORIGIN: webOrigin,
      API_AUDIENCE: 'api://default',
      AUSPEX_SESSION_DAYS: 90,
      AUSPEX_TRUST_PROXY: 0,
    }
    provider = await startStandalone(environment, database)
  })

  afterAll(async () => {
    await provider.stop()
    await database.close()
  })

  function callTokenEndpoint(origin: string): Promise<Response> {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'auspex-web' })
    return fetch(`${issuer}/token`, { method: 'POST', headers: { origin }, body })
  }

  describe('the provider on a port of its own', () => {
    test('is discovered at the root of its host, from any origin', async () => {
      const response = await fetch(`${issuer}/.well-known/openid-configuration`, { headers: { origin: webOrigin } })
      expect(response.headers.get('access-control-allow-origin')).toBe(webOrigin)
      expect(await response.json()).toMatchObject({ issuer, token_endpoint: `${issuer}/token` })
    })

    test('lets only the web origin call the token endpoint', async () => {
      expect((await callTokenEndpoint(webOrigin)).headers.get('access-control-allow-origin')).toBe(webOrigin)
      expect((await callTokenEndpoint('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    })

    test('redirects a person to its login page', async () => {
      const query = new URLSearchParams({
        client_id: 'auspex-web',
        redirect_uri: `${webOrigin}/auth/login-callback`,
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })
      const response = await fetch(`${issuer}/auth?${query}`, { redirect: 'manual' })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toMatch(/^\/interaction\/[\w-]+$/)
    })
  })
})

describe('environment', () => {
  const valid = {
    DATABASE_URL: 'postgres://auspex@localhost/auspex',
    OIDC_ISSUER: 'https://login.example.com/oidc',
    WEB_ORIGIN: 'https://auspex.example.com/',
  }

  describe('the settings of the standalone provider', () => {
    test('have defaults for what is rarely changed', () => {
      expect(readEnvironment(valid)).toEqual({
        ...valid,
        WEB_ORIGIN: 'https://auspex.example.com',
        AUSPEX_PORT: 4180,
        AUSPEX_SESSION_DAYS: 90,
        API_AUDIENCE: 'api://default',
        AUSPEX_TRUST_PROXY: 0,
      })
    })

    test('are all listed when they are missing', () => {
      expect(() => readEnvironment({})).toThrow(EnvironmentError)
      for (const name of Object.keys(valid)) expect(() => readEnvironment({})).toThrow(`${name}: `)
    })

    test.each([
      ['AUSPEX_PORT', '70000'],
      ['AUSPEX_PORT', 'http'],
      ['DATABASE_URL', 'mysql://localhost/auspex'],
      ['OIDC_ISSUER', 'https://login.example.com/?tenant=1'],
      ['WEB_ORIGIN', 'https://auspex.example.com/app'],
      ['API_AUDIENCE', 'default'],
      // would trust whatever a caller sends
      ['AUSPEX_TRUST_PROXY', 'true'],
    ])('are reported with %s when it is %s', (name, value) => {
      expect(() => readEnvironment({ ...valid, [name]: value })).toThrow(`${name}: `)
    })
  })
})
