import { connect, type Socket } from 'node:net'

/** What another person experienced during the flood. */
export interface CalmVisit {
  readonly requests: number
  readonly answered: number
  readonly slowestMs: number
}

/** Requests one page after the other, each on a new connection, as a new browser would. */
async function visit(url: string, times: number): Promise<CalmVisit> {
  let answered = 0
  let slowestMs = 0
  for (let remaining = times; remaining > 0; remaining -= 1) {
    const startedAt = performance.now()
    const reply = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(15_000) }).catch(
      () => null,
    )
    if (reply?.status === 200) answered += 1
    await reply?.arrayBuffer().catch(() => null)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  return { requests: times, answered, slowestMs }
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => resolve(socket))
    socket.once('connect', () => resolve(socket))
  })
}

/** Keeps more connections open than the server accepts, each of which slowly sends a header that never ends. */
export async function floodWithConnections(url: string, connections: number): Promise<CalmVisit> {
  const port = Number(new URL(url).port)
  const sockets: Socket[] = []
  for (let opened = 0; opened < connections; opened += 200)
    sockets.push(...(await Promise.all(Array.from({ length: 200 }, () => openSocket(port)))))
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nA: ')
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 500)
  const calm = await visit(url, 40)
  clearInterval(trickle)
  for (const socket of sockets) socket.destroy()
  return calm
}

/** Sends thousands of pipelined requests on one connection without reading a response. */
export async function floodWithPipeline(url: string, path: string, requests: number): Promise<CalmVisit> {
  const socket = await openSocket(Number(new URL(url).port))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests))
  socket.pause()
  const calm = await visit(url, 20)
  socket.destroy()
  return calm
}
