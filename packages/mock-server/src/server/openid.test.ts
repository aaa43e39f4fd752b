import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MockServer, startMockServer } from './start-mock-server.ts'

let server: MockServer
beforeEach(async () => (server = await startMockServer()))
afterEach(() => server.close())

const redirectUri = 'http://app.example/callback'
const verifier = 'a-verifier-that-is-long-enough-for-pkce-0123456789'
const challenge = createHash('sha256').update(verifier).digest('base64url')

async function authorize(more: Record<string, string>): Promise<URL> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    redirect_uri: redirectUri,
    state: 's1',
    nonce: 'n1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  const reply = await fetch(`${server.issuer}/authorize?${query.toString()}`, { redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? 'http://none.example')
}

async function exchange(fields: Record<string, string>) {
  const reply = await fetch(`${server.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'app', ...fields }),
  })
  return { status: reply.status, body: await reply.json() }
}

const redeem = (code: string | null, more: Record<string, string> = {}) =>
  exchange({
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('a sign-in', () => {
  test('returns tokens that the mock accepts for the person', async () => {
    const back = await authorize({ login_hint: 'jon@northwind.example' })
    expect(back.searchParams.get('state')).toBe('s1')
    const { status, body } = await redeem(back.searchParams.get('code'))
    expect(status).toBe(200)
    expect(claimsOf(body.id_token)).toMatchObject({ sub: 'usr_9d3kk2aa', nonce: 'n1', aud: 'app', iss: server.issuer })
    const me = await fetch(`${server.apiUrl}/users/me`, { headers: { authorization: `Bearer ${body.access_token}` } })
    expect(await me.json()).toMatchObject({ profile: { name: 'Jon Aker' }, organization: { id: 'org_northwind' } })
  })

  test('is signed with the published key', async () => {
    const back = await authorize({ login_hint: 'usr_9d3kk2aa' })
    const { body } = await redeem(back.searchParams.get('code'))
    const found = await (await fetch(`${server.issuer}/.well-known/openid-configuration`)).json()
    const { keys } = await (await fetch(found.jwks_uri)).json()
    const [header, payload, signature] = body.access_token.split('.')
    const key = createPublicKey({ key: keys[0], format: 'jwk' })
    const isValid = (text: string) => createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64url')
    expect(isValid(`${header}.${payload}`)).toBe(true)
    expect(isValid(`${header}.${payload}x`)).toBe(false)
  })

  test('shows a list of users, and fails without interaction when silent', async () => {
    const query = `response_type=code&client_id=app&redirect_uri=${encodeURIComponent(redirectUri)}`
    const page = await (await fetch(`${server.issuer}/authorize?${query}`)).text()
    expect(page).toContain('Mira Solberg')
    expect((await authorize({ prompt: 'none' })).searchParams.get('error')).toBe('login_required')
    const unknown = (await authorize({ login_hint: 'usr_unknown' })).searchParams
    expect(unknown.get('error')).toBe('access_denied')
    expect(unknown.get('error_description')).toContain('nobody in the directory')
  })
})

describe('a grant', () => {
  test('works once, for its own client, with its own verifier', async () => {
    const code = async () => (await authorize({ login_hint: 'usr_9d3kk2aa' })).searchParams.get('code')
    const first = await code()
    expect((await redeem(first)).status).toBe(200)
    expect((await redeem(first)).body.error).toBe('invalid_grant')
    expect((await redeem(await code(), { code_verifier: 'another' })).body.error).toBe('invalid_grant')
    expect((await redeem(await code(), { client_id: 'other' })).body.error).toBe('invalid_grant')
    expect((await redeem(await code(), { redirect_uri: 'http://evil.example' })).body.error).toBe('invalid_grant')
  })

  test('is renewed by a refresh token, once', async () => {
    const { body } = await redeem((await authorize({ login_hint: 'usr_9d3kk2aa' })).searchParams.get('code'))
    const renew = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    expect(claimsOf((await exchange(renew)).body.access_token).sub).toBe('usr_9d3kk2aa')
    expect((await exchange(renew)).body.error).toBe('invalid_grant')
  })

  test('of another kind is refused with a list of the supported ones', async () => {
    const { body } = await exchange({ grant_type: 'password', username: 'jon', password: 'x' })
    expect(body.error).toBe('unsupported_grant_type')
    expect(body.error_description).toContain('authorization_code')
  })

  test('for a service needs no person', async () => {
    const { body } = await exchange({ grant_type: 'client_credentials', scope: 'search' })
    expect(claimsOf(body.access_token)).toMatchObject({ client_id: 'app', scope: 'search' })
  })
})

test('a redirect to anything but a web address is refused', async () => {
  const query = 'response_type=code&client_id=app&redirect_uri=javascript%3Aalert(1)&login_hint=usr_9d3kk2aa'
  expect((await fetch(`${server.issuer}/authorize?${query}`)).status).toBe(400)
})
