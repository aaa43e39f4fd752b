import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Gateway, openGateway } from './gateway.ts'
import { maxPipelined } from './connections.ts'
import { headerOf, requestLines, sendRaw, statusOf } from '../testing/send-raw.ts'

const openGateways: Gateway[] = []
afterEach(async () => {
  for (const gateway of openGateways.splice(0)) await gateway.close()
})

const openTestGateway = async () => {
  const gateway = await openGateway({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://localhost',
    log: { error: () => undefined },
  })
  openGateways.push(gateway)
  let answered = 0
  gateway.mount('/', (request, response) => {
    // the caller's POSTs are read completely, as by every part that needs a body
    request.resume().once('end', () => response.end(`answer ${(answered += 1)}`))
  })
  const { port } = gateway.server.address() as AddressInfo // TCP has an AddressInfo
  return { gateway, answered: () => answered, send: (text: string) => sendRaw(port, text) }
}

describe('one connection', () => {
  test(`has at most ${maxPipelined} pipelined requests answered, and is then refused and closed`, async () => {
    const { send, answered } = await openTestGateway()
    const reply = await send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5000))
    expect(answered()).toBeLessThanOrEqual(maxPipelined + 1)
    expect(reply.match(/answer \d+/g)?.slice(0, maxPipelined)).toEqual(
      Array.from({ length: maxPipelined }, (_, n) => `answer ${n + 1}`),
    )
    expect(reply).toContain('"code":"request.too_many_at_once"')
  })

  test('may send any number of requests one after the other', async () => {
    const { gateway } = await openTestGateway()
    expect(gateway.server.maxRequestsPerSocket).toBe(0)
  })
})

describe('a request', () => {
  test('has 20 seconds for its headers and 5 minutes in all, and a response as long as it needs', async () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = (await openTestGateway()).gateway.server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
      headersTimeout: 20_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 72_000,
      timeout: 0,
    })
  })

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nA: b'],
    ['body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf'],
  ])('whose %s do not arrive in time gets an error', async (_part, text) => {
    const { gateway, send } = await openTestGateway()
    gateway.server.headersTimeout = 100
    gateway.server.requestTimeout = 200
    const reply = await send(text)
    expect([statusOf(reply), headerOf(reply, 'connection')]).toEqual([408, ['close']])
  })

  test('may have headers of 16 KiB', async () => {
    const { send } = await openTestGateway()
    expect(statusOf(await send(requestLines('GET / HTTP/1.1', `A: ${'a'.repeat(15_000)}`)))).toBe(200)
    expect(statusOf(await send(requestLines('GET / HTTP/1.1', `A: ${'a'.repeat(16_384)}`)))).toBe(431)
  })
})
