import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@auspex/api'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { serve, type Serving } from './serve.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
import { headerOf, requestLines, sendRaw, statusOf } from '../testing/send-raw.ts'
import { ensureShared, readRole, roles } from './server-file.ts'
import { stopOnSignal } from './start.command.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'

describe('serve', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'auspex-serve-'))
  let serving: Serving
  let port: number

  beforeAll(async () => {
    port = await findFreePort()
    const config = readConfig({
      AUSPEX_PORT: String(port),
      AUSPEX_DATA: dataDir,
      AUSPEX_SOURCES: 'live',
      AUSPEX_PUBLIC_URL: 'https://auspex.example',
      AUSPEX_LOG_LEVEL: 'silent',
    })
    serving = await serve(config, { withWeb: false })
  })
  afterAll(async () => {
    await serving.close()
    removeData(dataDir)
  })

  /** Each kind of response: from every part, from the gateway itself, and to input that is not a request. */
  const requests: [line: string, status: number][] = [
    ['GET /api/health/getStatus', 200],
    ['GET /api/users/me', 401],
    ['GET /api/%zz', 400],
    ['QUERY /api/users/me', 405],
    ['GET /identity/.well-known/openid-configuration', 200],
    ['GET /identity/auth?client_id=nobody', 400],
    ['GET /identity', 404],
    ['POST /identity/token', 400],
    ['GET /docs/', 200],
    ['GET /docs', 308],
    ['GET /docs/nothing', 404],
    ['GET /docs/favicon.svg', 200],
    ['POST /docs/', 405],
    ['GET /assistant/runs', 404],
    ['POST /assistant/v1/zeus/query-stream', 401],
    ['GET /nowhere', 503],
    ['GET //', 400],
    ['OPTIONS *', 204],
    ['CONNECT a:1', 405],
    ['GET /metrics', 503],
    ['GET /identity/session/end', 200],
    ['GET /identity/jwks', 200],
    ['TRACE /api/users/me', 405],
    ['TRACE /identity/auth', 404],
    ['TRACE /docs/', 405],
    ['GET', 400],
  ]

  describe('the product at a public address with https', () => {
    test.each(requests)('sends exactly one Strict-Transport-Security header: %s', async (line, status) => {
      const reply = await sendRaw(port, requestLines(`${line} HTTP/1.1`))
      expect([statusOf(reply), headerOf(reply, 'strict-transport-security')]).toEqual([status, ['max-age=31536000']])
    })

    test.each(requests)('cannot be framed, sniffed, injected with scripts or stored: %s', async (line) => {
      const reply = await sendRaw(port, requestLines(`${line} HTTP/1.1`))
      const policies = headerOf(reply, 'content-security-policy')
      expect(policies).toHaveLength(1)
      expect(policies[0]).toMatch(/^default-src 'none';/)
      expect(policies[0]).toContain("base-uri 'none'")
      expect(policies[0]).toMatch(/frame-ancestors '(none|self)'/)
      expect(headerOf(reply, 'x-content-type-options')).toEqual(['nosniff'])
      expect(headerOf(reply, 'referrer-policy')).toEqual([expect.stringMatching(/^(no-referrer|same-origin)$/)])
      // the reference is the same for everyone, and its files are validated by their tags
      const cacheable = /^GET \/docs\/(favicon\.svg)?$/.test(line) ? /^no-cache$/ : /no-store/
      expect(headerOf(reply, 'cache-control')).toEqual([expect.stringMatching(cacheable)])
    })

    test.each(requests)('states the type of its content, and the charset of text: %s', async (line) => {
      const reply = await sendRaw(port, requestLines(`${line} HTTP/1.1`))
      const content = reply.slice(reply.indexOf('\r\n\r\n') + 4)
      const [type = /^(0\r\n\r\n)?$/.test(content) ? 'application/nothing' : 'none'] = headerOf(reply, 'content-type')
      expect(type).toMatch(/^application\/|^(text\/.+|image\/svg\+xml); ?charset=utf-8$/i)
    })

    test.each(requests)(
      'does not redirect from http to https, which would hide the plain request: %s',
      async (line) => {
        const reply = await sendRaw(port, requestLines(`${line} HTTP/1.1`, 'X-Forwarded-Proto: http'))
        expect(headerOf(reply, 'location').filter((address) => /^https?:/.test(address))).toEqual([])
      },
    )
  })
})

describe('the role of a process', () => {
  test('is all by default, or one of the known roles', () => {
    expect(readRole([])).toBe('all')
    for (const role of roles) {
      expect(readRole(['--role', role])).toBe(role)
      expect(readRole([`--role=${role}`])).toBe(role)
    }
  })

  test.each([[['--role']], [['--role', 'manager']], [['worker']], [['--role', 'api', 'worker']], [['--port', '4000']]])(
    'is refused as %j',
    (args) => {
      expect(readRole(args)).toBeNull()
    },
  )

  test('other than all requires a shared PostgreSQL', () => {
    expect(() => ensureShared('all', { databaseUrl: undefined, documentsUrl: undefined })).not.toThrow()
    expect(() => ensureShared('worker', { databaseUrl: undefined, documentsUrl: undefined })).toThrow(
      /DATABASE_URL is missing/,
    )
    expect(() =>
      ensureShared('worker', { databaseUrl: 'postgres://user@localhost/auspex', documentsUrl: undefined }),
    ).not.toThrow()
    expect(() =>
      ensureShared('worker', { databaseUrl: 'postgres://user@localhost/auspex', documentsUrl: 'chdb:documents' }),
    ).toThrow(/AUSPEX_DOCUMENTS names a folder/)
  })
})

describe('a signal', () => {
  test.each([
    ['SIGTERM', true],
    ['SIGINT', false],
  ])('%s stops the server, whose last line says so once it has stopped', async (signal, drain) => {
    const lines: unknown[] = []
    const printed = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
    const shown = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const signals = new EventEmitter()
    const close = vi.fn(async () => void lines.push('closed'))
    const stopped = stopOnSignal(close, signals)
    signals.emit(signal, signal)
    signals.emit('SIGTERM', 'SIGTERM')
    await stopped.finally(() => [printed, shown].forEach((spy) => spy.mockRestore()))
    expect(close.mock.calls).toEqual([[{ drain }]])
    expect(lines).toEqual(['closed', `Stopped (${signal}).`])
  })
})

describe('guard process', () => {
  const program = fileURLToPath(new URL('testing/failing-server.main.ts', import.meta.url))
  const children: ChildProcess[] = []
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))

  /** Starts a separate process, because the failures would end the tests' own. */
  const startServer = async () => {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    let log = ''
    const waitForLog = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const [, match] = pattern.exec(log) ?? []
        if (match !== undefined) return match
        await once(child.stdout, 'data')
      }
    }
    child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const port = Number(await waitForLog(/port (\d+)/))
    return {
      child,
      heard: waitForLog,
      log: () => log,
      get: (path: string) => sendRaw(port, requestLines(`GET ${path} HTTP/1.1`)),
    }
  }

  describe('a server with an unhandled rejection', () => {
    test('answers 500 to its request, logs the location, and continues', async () => {
      const { get, log, child } = await startServer()
      expect(statusOf(await get('/rejection'))).toBe(500)
      expect(log()).toMatch(/nobody heard this\n\s+at .*failing-server/)
      expect(await get('/well')).toMatch(/well$/)
      expect(child.exitCode).toBeNull()
    })
  })

  describe('a server with an uncaught exception', () => {
    test('answers 500, lets the others finish, logs the location, and exits with a specific code', async () => {
      const { get, heard, log, child } = await startServer()
      const exited = once(child, 'exit')
      const slow = get('/slow')
      await heard(/(slow began)/)
      expect(statusOf(await get('/exception'))).toBe(500)
      expect(await slow).toMatch(/finished$/)
      expect(await exited).toEqual([70, null])
      expect(log()).toMatch(/nobody caught this\n\s+at .*failing-server/)
    })
  })
})
