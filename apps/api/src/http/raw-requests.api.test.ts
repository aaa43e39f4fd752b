import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let port: number
beforeAll(async () => {
  api = await createTestApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port // a TCP server has an AddressInfo
})
afterAll(() => api.close())

/** Sends raw bytes; resolves with what the server sent before it closed the connection. */
const send = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })

const targets = [
  '/api//',
  '/api/%zz',
  '/api/%00',
  '/api/autocomplete/%ff',
  '/api/users/me?%=%zz&&=',
  '//',
  '//evil.example/x',
  '/\\',
  'http://',
  'http://h',
  'http://h//x',
  'http://[',
  '*',
  '/\u00e9',
  '/api/\u00ff',
  `/api/${'a'.repeat(15_000)}`,
]
const headers = [
  'Authorization: \u00ff',
  'Origin: \u00ff',
  'X-Request-Id: \u00ff',
  'Accept-Encoding: \u00ff',
  'Content-Type: \u00ff',
]

describe('the API on a port of its own', () => {
  test.each(targets)('answers or refuses %s with any method', async (target) => {
    const token = await api.tokenOf('mira')
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'QUERY'])
      for (const some of [[], headers, [`Authorization: Bearer ${token}`]]) {
        const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...some, '', '']
        const reply = await send(head.join('\r\n'))
        expect([method, target, reply]).toEqual([method, target, expect.stringMatching(/^HTTP\/1\.1 [1-4]\d\d /)])
      }
    expect((await api.request({ method: 'GET', path: '/health/getStatus' })).statusCode).toBe(200)
  })

  test('states how long a caller may take to send the headers of a request, and the whole of it', () => {
    const { headersTimeout, requestTimeout } = api.app.server
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 20_000, requestTimeout: 300_000 })
  })
})
