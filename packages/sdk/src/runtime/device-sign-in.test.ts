import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeviceCode, endSignIn, signInWithDevice } from '../auth.ts'
import { readSignIn, savedSignIn, saveSignIn } from '../auth-node.ts'
import { createClient, getMe } from '../index.ts'
import { sendJson, serve } from '../testing/server.ts'

type Answer = [status: number, body: object]

/** A provider whose token endpoint gives the answers in turn, then numbered tokens. */
const serveProvider = async (...answers: Answer[]) => {
  const requests: Record<string, string>[] = []
  let tokens = 0
  const server = await serve(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://provider.invalid').pathname
    const at = (name: string) => `${server.url}/${name}`
    if (path.endsWith('/openid-configuration'))
      return sendJson(response, 200, {
        token_endpoint: at('token'),
        device_authorization_endpoint: at('device'),
        revocation_endpoint: at('revocation'),
      })
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push(Object.fromEntries(new URLSearchParams(body)))
    if (path.endsWith('/device'))
      return sendJson(response, 200, {
        device_code: 'secret',
        user_code: 'BCDF-GHJK',
        verification_uri: 'https://auspex.example/device',
        expires_in: 600,
      })
    if (path.endsWith('/revocation')) return response.writeHead(200, { 'content-type': 'text/plain' }).end()
    const answer = answers.shift()
    if (answer !== undefined) return sendJson(response, ...answer)
    tokens += 1
    return sendJson(response, 200, { access_token: `t${tokens}`, refresh_token: `r${tokens}`, expires_in: 300 })
  })
  return { issuer: server.url, requests }
}
const refusal = (error: string): Answer => [400, { error }]

describe('a sign-in from a terminal', () => {
  const start = (issuer: string, pauses: number[] = [], codes: DeviceCode[] = []) => {
    let now = 0
    const pause = async (ms: number) => {
      pauses.push(ms)
      now += ms
    }
    return signInWithDevice({ issuer, onCode: (code) => void codes.push(code), pause, now: () => now })
  }

  test('shows a code, waits as long as the provider says, and ends in tokens', async () => {
    const pauses: number[] = []
    const codes: DeviceCode[] = []
    const provider = await serveProvider(refusal('authorization_pending'), refusal('slow_down'))
    const tokens = await start(provider.issuer, pauses, codes)
    expect(codes).toMatchObject([{ userCode: 'BCDF-GHJK', verificationUri: 'https://auspex.example/device' }])
    expect(tokens).toEqual({ accessToken: 't1', refreshToken: 'r1', expiresAt: 320_000 })
    expect(pauses).toEqual([5000, 5000, 10_000])
    expect(provider.requests[0]).toEqual({ client_id: 'auspex-cli', scope: 'openid read write' })
  })

  test.each([
    ['access_denied', 'The sign-in was refused in the browser'],
    ['expired_token', 'The code expired before anybody typed it; start again'],
  ])('says why it ended without tokens: %s', async (code, message) => {
    const { issuer } = await serveProvider(refusal(code))
    await expect(start(issuer)).rejects.toMatchObject({ name: 'ProviderError', code, message })
  })

  test('stops asking when the code has expired', async () => {
    const { issuer, requests } = await serveProvider(
      ...Array.from({ length: 200 }, () => refusal('authorization_pending')),
    )
    await expect(start(issuer)).rejects.toMatchObject({ code: 'expired_token' })
    expect(requests).toHaveLength(121)
  })
})

describe('a stored sign-in', () => {
  const url = 'https://auspex.example'
  const folder = mkdtempSync(join(tmpdir(), 'auspex-login-'))
  const file = join(folder, 'auspex', 'sign-in.json')
  let provider: Awaited<ReturnType<typeof serveProvider>>
  beforeEach(async () => {
    provider = await serveProvider()
    const tokens = { accessToken: 't0', refreshToken: 'r0', expiresAt: 300_000 }
    await saveSignIn({ url, file }, { ...tokens, issuer: provider.issuer, clientId: 'auspex-cli' })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('serves calls long after its first token, which the file replaces', async () => {
    let now = 0
    const api = await serve((_request, response) => sendJson(response, 200, {}))
    const client = createClient({ baseUrl: api.url, auth: savedSignIn({ url, file, now: () => now }) })
    await getMe({ client })
    now = 1_800_000
    await Promise.all([getMe({ client }), getMe({ client }), getMe({ client })])
    expect(api.requests.map(({ token }) => token)).toEqual(['t0', 't1', 't1', 't1'])
    expect(provider.requests).toEqual([{ client_id: 'auspex-cli', grant_type: 'refresh_token', refresh_token: 'r0' }])
    expect(await readSignIn({ url, file })).toMatchObject({ accessToken: 't1', refreshToken: 'r1' })
  })

  test('can be read by nobody else', () => {
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('r0')
  })

  test('of one server does not touch that of another', async () => {
    const other = { url: 'https://other.example', file }
    await saveSignIn(other, await readSignIn({ url, file }))
    await saveSignIn({ url, file }, null)
    expect(await readSignIn(other)).toMatchObject({ accessToken: 't0' })
    expect(await readSignIn({ url, file })).toBeNull()
  })

  test('that is missing or over says how to sign in again', async () => {
    await expect(savedSignIn({ url: 'https://other.example', file }).getToken()).rejects.toThrow(
      'Nobody is signed in at https://other.example. Run: npx -p @auspex/sdk auspex-login --url=https://other.example. You are signed in at https://auspex.example',
    )
    const over = await serveProvider(refusal('invalid_grant'))
    const tokens = { accessToken: 't0', refreshToken: 'r0', expiresAt: 0 }
    await saveSignIn({ url, file }, { ...tokens, issuer: over.issuer, clientId: 'auspex-cli' })
    await expect(savedSignIn({ url, file }).getToken()).rejects.toThrow(
      'The sign-in has ended at https://auspex.example',
    )
  })

  test.each([
    ['localhost:4000', 'localhost:4000 is no address of a server. Write it as in --url=http://localhost:4000'],
    ['http://127.0.0.1:9', 'Nothing answers at http://127.0.0.1:9. Does Auspex run there?'],
  ])('cannot begin at %s, and the command says why', (address, message) => {
    const program = fileURLToPath(new URL('../login.ts', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [program, `--url=${address}`], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  })

  test.each([
    ['--print', 'Nothing answers at http://127.0.0.1:9. Check that Auspex runs there'],
    ['--sign-out', 'You are signed out on this computer, but http://127.0.0.1:9 was not told.'],
  ])('of a server that is away: %s names the server and what to do', async (option, message) => {
    const home = mkdtempSync(join(tmpdir(), 'auspex-config-'))
    const away = 'http://127.0.0.1:9'
    const tokens = { accessToken: 't0', refreshToken: 'r0', expiresAt: 0 }
    const signIn = { ...tokens, issuer: `${away}/identity`, clientId: 'auspex-cli' }
    await saveSignIn({ url: away, file: join(home, 'auspex', 'sign-in.json') }, signIn)
    const program = fileURLToPath(new URL('../login.ts', import.meta.url))
    const env = { ...process.env, XDG_CONFIG_HOME: home }
    const { status, stderr } = spawnSync(process.execPath, [program, option, `--url=${away}`], {
      encoding: 'utf8',
      env,
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
    rmSync(home, { recursive: true })
  })

  test('is printed without its address where it is the only one', async () => {
    const home = mkdtempSync(join(tmpdir(), 'auspex-config-'))
    const stored = join(home, 'auspex', 'sign-in.json')
    const signIn = { accessToken: 't1', refreshToken: null, expiresAt: Date.now() + 3_600_000, issuer: provider.issuer }
    const program = fileURLToPath(new URL('../login.ts', import.meta.url))
    const { AUSPEX_URL: _url, ...environment } = process.env
    const print = () => {
      const env = { ...environment, XDG_CONFIG_HOME: home }
      const { status, stdout } = spawnSync(process.execPath, [program, '--print'], { encoding: 'utf8', env })
      return [status, stdout.trim()]
    }
    await saveSignIn({ url, file: stored }, { ...signIn, clientId: 'auspex-cli' })
    expect(print()).toEqual([0, 't1'])
    await saveSignIn({ url: 'https://other.example', file: stored }, { ...signIn, clientId: 'auspex-cli' })
    expect(print()).toEqual([1, ''])
    rmSync(home, { recursive: true })
  })

  test('is ended at the provider', async () => {
    await endSignIn({ issuer: provider.issuer }, 'r0')
    expect(provider.requests).toEqual([{ client_id: 'auspex-cli', token: 'r0', token_type_hint: 'refresh_token' }])
  })
})
