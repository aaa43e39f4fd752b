import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { audience, requestTokens, startTestProvider, type TestProvider } from '../testing/test-provider.ts'
import type { ServiceClientCredentials } from './clients.repository.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider
let credentials: ServiceClientCredentials

const importer = {
  clientId: 'importer-1',
  name: 'Importer',
  organization: { id: 'org_engines', name: 'Analytical Engines' },
  roles: ['importer'],
  scopes: ['import', 'search'],
}

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database)
  credentials = await provider.idp.saveServiceClient(importer)
})

afterAll(async () => {
  await provider.stop()
  await database.close()
})

const basic = ({ client_id, client_secret }: ServiceClientCredentials) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
})
const grant = { grant_type: 'client_credentials' }

describe('a service client', () => {
  test('gets an access token for the API with its organization and roles', async () => {
    const response = await requestTokens(provider, grant, basic(credentials))
    expect(response.status).toBe(200)
    const body: { access_token: string; expires_in: number; refresh_token?: string } = JSON.parse(await response.text())
    expect(body.expires_in).toBe(300)
    expect(body.refresh_token).toBeUndefined()
    expect(decodeJwt(body.access_token)).toMatchObject({
      aud: audience,
      iss: provider.issuer,
      sub: 'importer-1',
      client_id: 'importer-1',
      organization: 'org_engines',
      organization_name: 'Analytical Engines',
      roles: ['importer'],
    })
  })

  test('gets all of its scopes by default, or those that it requests', async () => {
    const scopeOf = async (fields: Record<string, string>) => {
      const response = await requestTokens(provider, { ...grant, ...fields }, basic(credentials))
      const body: { access_token: string; scope: string } = JSON.parse(await response.text())
      expect(decodeJwt(body.access_token).scope).toBe(body.scope)
      return body.scope
    }
    expect(await scopeOf({})).toBe('import search')
    expect(await scopeOf({ scope: 'import' })).toBe('import')
    expect(await scopeOf({ scope: '' })).toBe('import search')
  })

  test.each(['settings', 'openid', 'import settings', 'IMPORT', 'search\timport'])(
    'is refused when it requests %j, which it may not have',
    async (scope) => {
      const response = await requestTokens(provider, { ...grant, scope }, basic(credentials))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'invalid_scope' })
    },
  )

  test('with fewer scopes cannot request those of another', async () => {
    const narrow = await provider.idp.saveServiceClient({ ...importer, clientId: 'importer-3', scopes: ['import'] })
    expect((await requestTokens(provider, grant, basic(narrow))).status).toBe(200)
    expect((await requestTokens(provider, { ...grant, scope: 'search' }, basic(narrow))).status).toBe(400)
  })

  test('is reported when it gets a token and when it is refused one', async () => {
    provider.events.length = 0
    await requestTokens(provider, { ...grant, scope: 'import' }, basic(credentials))
    await requestTokens(provider, grant, basic({ ...credentials, client_secret: 'wrong' }))
    await requestTokens(provider, grant, basic({ client_id: 'my secret', client_secret: 'x' }))
    expect(provider.events).toMatchObject([
      { name: 'service-token.issued', clientId: 'importer-1', scopes: ['import'], path: '/token' },
      { name: 'service-token.refused', clientId: 'importer-1', error: 'invalid_client' },
      { name: 'service-token.refused', clientId: null },
    ])
    expect(JSON.stringify(provider.events)).not.toContain('secret"')
  })

  test('may send its secret in the form', async () => {
    expect((await requestTokens(provider, { ...grant, ...credentials })).status).toBe(200)
  })

  test('is refused with a wrong secret, and with the stored hash', async () => {
    const { rows } = await database.query('select secret_hash from oidc_client where client_id = $1', ['importer-1'])
    const stored = String(rows[0]?.secret_hash)
    expect(stored).not.toBe(credentials.client_secret)
    for (const client_secret of ['wrong', stored]) {
      const response = await requestTokens(provider, grant, basic({ ...credentials, client_secret }))
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: 'invalid_client' })
    }
  })

  test('gets a new secret on request, and the old one stops working', async () => {
    const original = await provider.idp.saveServiceClient({ ...importer, clientId: 'importer-2' })
    expect((await requestTokens(provider, grant, basic(original))).status).toBe(200)
    const renewed = await provider.idp.saveServiceClient({ ...importer, clientId: 'importer-2' })
    expect((await requestTokens(provider, grant, basic(original))).status).toBe(401)
    expect((await requestTokens(provider, grant, basic(renewed))).status).toBe(200)
  })

  test('can revoke its token', async () => {
    const body: { access_token: string } = JSON.parse(
      await (await requestTokens(provider, grant, basic(credentials))).text(),
    )
    const response = await fetch(`${provider.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token: body.access_token }),
      headers: basic(credentials),
    })
    expect(response.status).toBe(200)
    expect(await provider.idp.isRevoked(decodeJwt(body.access_token).jti ?? '')).toBe(true)
  })

  test('cannot sign people in, and the web app cannot use its grant', async () => {
    const authorization = await fetch(`${provider.issuer}/auth?client_id=importer-1&response_type=code&scope=openid`, {
      redirect: 'manual',
    })
    expect(authorization.status).toBe(400)
    const web = await requestTokens(provider, { ...grant, client_id: 'auspex-web' })
    expect(web.status).toBe(400)
    expect(await web.text()).toContain('requested grant type is not allowed for this client')
  })
})
