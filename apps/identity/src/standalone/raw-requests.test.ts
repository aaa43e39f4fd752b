import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { readEnvironment } from './environment.ts'
import type { StandaloneProvider } from './start.ts'
import { startStandalone } from './start.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: StandaloneProvider

beforeAll(async () => {
  database = await openTestDatabase()
  const environment = readEnvironment({
    AUSPEX_PORT: '0',
    DATABASE_URL: 'postgres://unused',
    OIDC_ISSUER: 'https://login.example.com/oidc',
    WEB_ORIGIN: 'https://auspex.example.com',
  })
  provider = await startStandalone(environment, database)
})
afterAll(async () => {
  await provider.stop()
  await database.close()
})

/** Sends raw bytes; resolves with what was received until the server closed the connection. */
const send = (line: string, ...headers: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const text = [line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
    const socket = connect(provider.port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })

const targets = [
  '/oidc//',
  '/oidc/%zz',
  '/oidc/auth?%',
  '/oidc/interaction/%00',
  '/oidc/interaction/abcdefgh//login',
  '//',
  '/\\',
  'http://',
  'http://h//x',
  'http://[',
  '*',
  '/oidc/\u00e9',
  '/oidc/me',
  '/oidc/token',
]

describe('the provider on a port of its own', () => {
  test.each(targets)('answers or refuses %s with any method', async (target) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'QUERY']) {
      const reply = await send(
        `${method} ${target} HTTP/1.1`,
        'Cookie: _interaction=%zz; =',
        'Authorization: \u00ff',
        'Origin: \u00ff',
      )
      expect([method, target, reply]).toEqual([method, target, expect.stringMatching(/^HTTP\/1\.1 [1-4]\d\d /)])
    }
    expect(await send('GET /oidc/.well-known/openid-configuration HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each(['/oidc/.well-known/openid-configuration', '/oidc/auth', '/nowhere'])(
    'requires https of browsers when its address is https: %s',
    async (path) => {
      expect(await send(`GET ${path} HTTP/1.1`)).toMatch(/^strict-transport-security: max-age=31536000\r$/im)
    },
  )
})
