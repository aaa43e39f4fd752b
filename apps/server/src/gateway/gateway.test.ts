import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { type Gateway, openGateway } from './gateway.ts'
import type { Handler } from './guard-answer.ts'
import { headerOf, requestLines, sendRaw, statusOf } from '../testing/send-raw.ts'

const publicUrl = 'http://auspex.example:4000'
const openGateways: Gateway[] = []
afterEach(async () => {
  for (const gateway of openGateways.splice(0)) await gateway.close()
})

/** A gateway on a free port with one part, and its log. */
const openTestGateway = async (handler: Handler, { prefix = '/', url = publicUrl } = {}) => {
  const logged: unknown[] = []
  const gateway = await openGateway({
    host: '127.0.0.1',
    port: 0,
    publicUrl: url,
    log: { error: (facts) => void logged.push(facts.err) },
  })
  openGateways.push(gateway)
  gateway.mount(prefix, handler)
  const { port } = gateway.server.address() as AddressInfo // TCP has an AddressInfo
  return { logged, send: (text: string | Buffer) => sendRaw(port, text), port }
}

/** A part that answers with its request's target. */
const echo: Handler = (request, response) => void response.end(`asked ${request.url} of ${request.headers.host}`)
const asPerson = 'Sec-Fetch-Mode: navigate'

describe('a person who used another host name of this machine', () => {
  test('is redirected to the same page of the public address', async () => {
    const { send } = await openTestGateway(echo)
    const reply = await send(requestLines('GET /signals/1?tab=a%20b HTTP/1.1', 'Host: 127.0.0.1', asPerson))
    expect([statusOf(reply), headerOf(reply, 'location')]).toEqual([307, [`${publicUrl}/signals/1?tab=a%20b`]])
  })

  test.each(['//', '//evil.example/x', '/\\evil.example/x', '///evil.example', '/\\/evil.example', '//@evil.example'])(
    'is not redirected by %s',
    async (target) => {
      const { send } = await openTestGateway(echo)
      const reply = await send(requestLines(`GET ${target} HTTP/1.1`, 'Host: other.example', asPerson))
      expect([statusOf(reply), headerOf(reply, 'location')]).toEqual([400, []])
      expect(reply).toContain('"code":"request.malformed"')
    },
  )

  test.each(['http://evil.example/x', 'HTTP://evil.example/x', 'https://evil.example:81/x'])(
    'is redirected to the public address by %s, whatever host it names',
    async (target) => {
      const { send } = await openTestGateway(echo)
      const reply = await send(requestLines(`GET ${target} HTTP/1.1`, asPerson))
      expect(headerOf(reply, 'location')).toEqual([`${publicUrl}/x`])
    },
  )

  test('is never redirected to another host, whatever bytes the target has', async () => {
    const { send } = await openTestGateway(echo)
    const starts = [
      '/',
      '/%2f',
      '/%5c',
      '/.',
      '/..//',
      '/;',
      '/@',
      '/:',
      '/?',
      '/#',
      '/\t',
      '/\f',
      '/é',
      'http://h/',
      'http://h?',
    ]
    for (const start of starts)
      for (const end of [
        '',
        '/evil.example',
        '\\evil.example',
        '@evil.example',
        ':80',
        '%0d%0aset-cookie:a=b',
        '\u00ff\u0080',
      ]) {
        const text = Buffer.from(requestLines(`GET ${start}${end} HTTP/1.1`, 'Host: other.example', asPerson), 'latin1')
        const reply = await send(text)
        const [location] = headerOf(reply, 'location')
        const destination = location === undefined ? statusOf(reply) : URL.parse(location)?.origin
        expect([start + end, destination]).toEqual([start + end, location === undefined ? 400 : publicUrl])
        expect(headerOf(reply, 'set-cookie')).toEqual([])
      }
  })
})

describe('each form of a request target', () => {
  test.each([
    ['an origin form', 'GET /a/b?c=d HTTP/1.1', 'asked /a/b?c=d of localhost'],
    ['an absolute form, whose host counts', 'GET http://a.example:81/b?c HTTP/1.1', 'asked /b?c of a.example:81'],
    ['an absolute form without a path', 'GET http://a.example HTTP/1.1', 'asked / of a.example'],
    ['an absolute form with a query alone', 'GET http://a.example?b HTTP/1.1', 'asked /?b of a.example'],
  ])('%s reaches the handler', async (_form, line, expected) => {
    const reply = await (await openTestGateway(echo)).send(requestLines(line))
    expect([statusOf(reply), reply.split('\r\n').at(-1)]).toEqual([200, expected])
  })

  test('the asterisk refers to the server as a whole', async () => {
    const reply = await (await openTestGateway(echo)).send(requestLines('OPTIONS * HTTP/1.1'))
    expect([statusOf(reply), headerOf(reply, 'allow').length]).toEqual([204, 1])
  })

  test.each([
    ['CONNECT evil.example:443 HTTP/1.1', 405],
    ['CONNECT // HTTP/1.1', 405],
    ['GET * HTTP/1.1', 400],
    ['GET http:// HTTP/1.1', 400],
    ['GET http:///x HTTP/1.1', 400],
    ['GET http://a@b/x HTTP/1.1', 400],
    ['GET http://a.example//x HTTP/1.1', 400],
    ['GET http://[::1/x HTTP/1.1', 400],
    ['GET ftp://a.example/x HTTP/1.1', 400],
    ['GET x HTTP/1.1', 400],
    ['GET  HTTP/1.1', 400],
    ['\u0000\u0001\u0002', 400],
  ])('%s is refused with a problem', async (line, status) => {
    const reply = await (await openTestGateway(echo)).send(requestLines(line))
    expect(statusOf(reply)).toBe(status)
    expect(headerOf(reply, 'content-type')).toEqual(['application/problem+json'])
  })

  test('the path of the absolute form is routed, too', async () => {
    const { send } = await openTestGateway(echo, { prefix: '/api' })
    expect(await send(requestLines('GET http://a.example/api/x HTTP/1.1'))).toContain('asked /api/x of a.example')
  })
})

describe('violations of HTTP', () => {
  test.each([
    ['two hosts', requestLines('GET / HTTP/1.1', 'Host: a', 'Host: b'), 400],
    ['headers larger than 16 KiB', requestLines('GET / HTTP/1.1', `A: ${'a'.repeat(20_000)}`), 431],
    ['a length beside chunks', requestLines('POST / HTTP/1.1', 'Content-Length: 3', 'Transfer-Encoding: chunked'), 400],
    ['a header that is folded', requestLines('GET / HTTP/1.1', 'A: b\r\n\tc\u0000'), 400],
  ])('is refused with a problem: %s', async (_case, text, status) => {
    const reply = await (await openTestGateway(echo)).send(text)
    expect([statusOf(reply), headerOf(reply, 'content-type')]).toEqual([status, ['application/problem+json']])
  })

  test('but an unsupported upgrade is answered as a plain request', async () => {
    const reply = await (
      await openTestGateway(echo)
    ).send(
      requestLines('GET /a HTTP/1.1', 'Upgrade: websocket').replace('Connection: close', 'Connection: upgrade, close'),
    )
    expect(statusOf(reply)).toBe(200)
  })
})

describe('a request that cannot be read', () => {
  test('after a request in progress does not replace its response', async () => {
    const { send } = await openTestGateway((_request, response) => void setImmediate(() => response.end('late')))
    const reply = await send('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n')
    expect([statusOf(reply), reply.split('HTTP/1.1').length]).toEqual([200, 2])
    expect(reply).toMatch(/late/)
  })

  test('in the body of a request is reported to the caller', async () => {
    const { send } = await openTestGateway(
      (request, response) => void request.resume().once('end', () => response.end()),
    )
    const reply = await send('POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n')
    expect([statusOf(reply), headerOf(reply, 'connection')]).toEqual([400, ['close']])
  })
})

describe('a handler that fails', () => {
  const failures: [string, Handler][] = [
    [
      'throws',
      () => {
        throw new Error('defect')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('defect')
      },
    ],
    [
      'rejects later',
      async () => {
        await new Promise(setImmediate)
        throw new Error('defect')
      },
    ],
    ['writes a header that no header may be', (_request, response) => void response.setHeader('location', 'a\nb')],
    ['writes a status that is none', (_request, response) => void response.writeHead(42)],
  ]
  test.each(failures)('and %s answers 500 without the reason, which is logged', async (_how, handler) => {
    const { send, logged } = await openTestGateway(handler)
    const reply = await send(requestLines('GET / HTTP/1.1'))
    expect(statusOf(reply)).toBe(500)
    expect(reply).toContain('"code":"request.failed"')
    expect(reply).not.toContain('defect')
    expect(logged).toEqual([expect.any(Error)])
  })

  test('after its response began ends the connection, so that the caller can see it is incomplete', async () => {
    const { send, logged } = await openTestGateway((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      throw new Error('defect')
    })
    const reply = await send(requestLines('GET / HTTP/1.1'))
    expect(reply.split('\r\n\r\n')[1] ?? '').toMatch(/^(half)?$/)
    expect(logged).toHaveLength(1)
  })

  test('after its response ended changes nothing for the caller', async () => {
    const { send, logged } = await openTestGateway((_request, response) => {
      response.end('whole')
      response.write('more')
      throw new Error('defect')
    })
    expect(await send(requestLines('GET / HTTP/1.1'))).toMatch(/whole$/)
    expect(logged.length).toBeGreaterThan(0)
  })

  test('after the caller disconnected has no effect', async () => {
    const disconnected = Promise.withResolvers<void>()
    const { send, port } = await openTestGateway((request, response) => {
      if (request.url !== '/slow') return void response.end('well')
      response.once('close', () => disconnected.resolve())
      return new Readable({
        read() {
          this.push(Buffer.alloc(65_536))
        },
      }).pipe(response)
    })
    const { connect } = await import('node:net')
    const socket = connect(port, '127.0.0.1', () => socket.write(requestLines('GET /slow HTTP/1.1')))
    socket.once('data', () => socket.resetAndDestroy())
    await disconnected.promise
    expect(await send(requestLines('GET / HTTP/1.1'))).toMatch(/well$/)
  })
})

describe('a public address with https', () => {
  const url = 'https://auspex.example'
  const cases: [string, string][] = [
    ['a reply', requestLines('GET /a HTTP/1.1')],
    ['a reply of a part that names the header itself', requestLines('GET /own HTTP/1.1')],
    ['a failure', requestLines('GET /fail HTTP/1.1')],
    ['a refusal', requestLines('GET // HTTP/1.1')],
    ['a redirect', requestLines('GET / HTTP/1.1', asPerson)],
    ['the asterisk', requestLines('OPTIONS * HTTP/1.1')],
    ['what is no HTTP', 'nonsense\r\n\r\n'],
    ['CONNECT', requestLines('CONNECT a:1 HTTP/1.1')],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
  ]
  const part: Handler = (request, response) => {
    if (request.url === '/fail') throw new Error('defect')
    response.writeHead(200, request.url === '/own' ? { 'strict-transport-security': 'max-age=31536000' } : {}).end()
  }
  test.each(cases)('is enforced by browsers after %s', async (_case, text) => {
    const secure = await (await openTestGateway(part, { url })).send(text)
    expect(headerOf(secure, 'strict-transport-security')).toEqual(['max-age=31536000'])
  })

  test.each(cases.filter(([what]) => !what.includes('itself')))('is not claimed with http: %s', async (_case, text) => {
    const httpReply = await (await openTestGateway(part)).send(text)
    expect(headerOf(httpReply, 'strict-transport-security')).toEqual([])
  })
})
