import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type MockServer, type MockServerOptions, startMockServer } from './start-mock-server.ts'

const openServers: MockServer[] = []
afterEach(async () => {
  for (const server of openServers.splice(0)) await server.close()
})

async function start(options: MockServerOptions = {}): Promise<{ server: MockServer; defects: unknown[] }> {
  const defects: unknown[] = []
  const server = await startMockServer({ ...options, onDefect: (error) => defects.push(error) })
  openServers.push(server)
  return { server, defects }
}

/** Sends a request line and headers unchanged; resolves with what was received before the server disconnected. */
const send = (server: MockServer, line: string, ...headers: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const text = [line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })

const targets = [
  '//',
  '/',
  '/api',
  '/api//',
  '/api/%zz',
  '/__mock',
  '/__mock//',
  '/__mock//evil.example',
  '/__mock/%zz',
  '/__mock?%',
  '/__mock/requests/%',
  '/docs//',
  'http://',
  'http://[',
  'http://h/__mock',
  'http://h//x',
  '*',
  '/\u00e9\u00ff',
  '/__proto__',
  '/api/constructor',
]
const headers = [
  'Origin: \u00ff',
  'Origin: null',
  'Access-Control-Request-Method: \u00ff',
  'Access-Control-Request-Headers: \u00e9,\u0080',
  'X-Mock-Scenario: %zz;=,',
  'Prefer: =;,',
  'Content-Type: /',
  'Authorization: \u00ff',
  'X-Request-Id: \u00ff',
]

describe('the mock server', () => {
  test('responds to any target and headers without an internal error', async () => {
    const { server, defects } = await start()
    const unanswered: string[] = []
    for (const target of targets)
      for (const method of ['GET', 'OPTIONS', 'POST', 'CONNECT', 'QUERY']) {
        const reply = await send(server, `${method} ${target} HTTP/1.1`, ...(method === 'GET' ? [] : headers))
        // Node itself closes the connection on CONNECT
        if (!/^HTTP\/1\.1 [1-4]\d\d /.test(reply) && method !== 'CONNECT')
          unanswered.push(`${method} ${target}: ${reply.slice(0, 40)}`)
      }
    expect(unanswered).toEqual([])
    expect(defects).toEqual([])
    expect((await fetch(`${server.apiUrl}/health/getStatus`)).status).toBe(200)
  })
})

describe('the proxy', () => {
  test('only contacts its configured server, whatever host a path contains', async () => {
    const { server: elsewhere } = await start()
    const { server: real } = await start()
    const [host] = elsewhere.url.split('//').slice(1)
    const { server: proxy, defects } = await start({ proxy: { api: new URL(real.url), assistant: new URL(real.url) } })
    for (const target of [
      `/api//${host}/__mock`,
      `/api/\\${host}/__mock`,
      `/assistant//${host}/__mock`,
      '/api//',
      '/api//[',
    ])
      expect([target, (await send(proxy, `GET ${target} HTTP/1.1`)).slice(0, 12)]).toEqual([target, 'HTTP/1.1 404'])
    expect(defects).toEqual([])
  })
})
