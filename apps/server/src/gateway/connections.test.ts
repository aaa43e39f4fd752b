import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'
import { requestLines, sendRaw } from '../testing/send-raw.ts'

const cleanups: (() => void)[] = []
afterEach(() => cleanups.splice(0).forEach((each) => each()))

/** A server that accepts five connections. */
const start = async (listener: RequestListener) => {
  const server = createServer(listener)
  limitConnections(server, 5)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // TCP has an AddressInfo
  cleanups.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    visit: () => sendRaw(port, requestLines('GET / HTTP/1.1')),
    /** Connects, sends this text, and keeps the connection open. */
    hold: async (text: string): Promise<Socket> => {
      // once the headers are complete, the server treats it as a request
      const accepted = once(server, text.includes('\r\n\r\n') ? 'request' : 'connection')
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('error', () => undefined).resume()
      cleanups.push(() => socket.destroy())
      await accepted
      return socket
    },
  }
}

const stalledHead = 'GET / HTTP/1.1\r\nA: '
const stalledBody = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf'

describe('a server at its maximum number of connections', () => {
  test('accepts a new one and closes the connection that has waited longest for its client', async () => {
    const { hold, visit } = await start((_request, response) => response.end('well'))
    const first = await hold(stalledHead)
    const others = [await hold(stalledHead), await hold(''), await hold(stalledHead), await hold(stalledHead)]
    const closed = once(first, 'close')
    expect(await visit()).toMatch(/well$/)
    await closed
    expect(others.map((each) => each.destroyed)).toEqual([false, false, false, false])
  })

  test('never closes a connection with a request in progress, however many arrive', async () => {
    const waiting: (() => void)[] = []
    const started = Promise.withResolvers<void>()
    const { hold, visit } = await start((_request, response) => {
      if (waiting.length > 0) return response.end('well')
      waiting.push(() => response.end('slow but whole'))
      return started.resolve()
    })
    const slow = visit()
    await started.promise
    for (let n = 0; n < 12; n += 1) await hold(stalledHead)
    expect(await visit()).toMatch(/well$/)
    waiting.forEach((finish) => finish())
    expect(await slow).toMatch(/slow but whole$/)
  })

  test('closes stalled request bodies only after idle connections', async () => {
    const { hold, visit } = await start((request, response) => {
      if (request.method === 'GET') response.end('well')
    })
    const bodies = [await hold(stalledBody), await hold(stalledBody), await hold(stalledBody), await hold(stalledBody)]
    const idle = await hold('')
    const idleClosed = once(idle, 'close')
    expect(await visit()).toMatch(/well$/)
    await idleClosed
    expect(bodies.map((each) => each.destroyed)).toEqual([false, false, false, false])
    const last = await hold(stalledBody)
    expect(await visit()).toMatch(/well$/)
    expect(last.destroyed).toBe(false)
  })

  test('refuses a new one only when all others have a request in progress', async () => {
    const { hold, visit } = await start(() => undefined)
    for (let n = 0; n < 5; n += 1) await hold('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(await visit()).toBe('')
  })
})
