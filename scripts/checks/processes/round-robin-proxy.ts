import { type IncomingMessage, createServer, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How often each process is polled for readiness, as every balancer does. */
const pollIntervalMs = 200
/** Errors that show that a request never reached a process, so that any request may go to the next one. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND'])

export interface Proxy {
  readonly port: number
  readonly url: string
  /** How many requests a second process answered because the first did not. */
  readonly retried: () => number
  /** Sets the ports that take requests in turn. */
  use(ports: readonly number[]): void
  close(): Promise<void>
}

/**
 * A plain balancer: each request goes to the next ready process, on a new connection. A request that never reached a process goes to the
 * next one; so does one that broke off half-way, if sending it twice is harmless (GET, or a request with an `Idempotency-Key`).
 */
export async function openProxy(): Promise<Proxy> {
  let ports: readonly number[] = []
  const unready = new Set<number>()
  let turn = 0
  let retried = 0

  const pollReadiness = async (): Promise<void> => {
    await Promise.all(
      ports.map(async (port) => {
        const reply = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
          signal: AbortSignal.timeout(5_000),
        }).catch(() => null)
        if (reply?.ok === true) unready.delete(port)
        else unready.add(port)
      }),
    )
  }
  const timer = setInterval(() => void pollReadiness(), pollIntervalMs)

  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request).catch(() => null)
    if (body === null) return
    const ready = ports.filter((port) => !unready.has(port))
    const order = ready.length > 0 ? ready : ports
    turn += 1
    for (let attempt = 0; attempt < order.length; attempt += 1) {
      const port = order[(turn + attempt) % order.length] ?? 0
      const failure = await forward({ request, response, body, port })
      if (failure === null) return
      unready.add(port)
      const isHarmless = request.method === 'GET' || request.headers['idempotency-key'] !== undefined
      if (response.headersSent || (!isHarmless && !neverSent.has(failure))) break
      retried += 1
    }
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end('No process answered')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listen() on a TCP port never gives a pipe name
  return {
    port,
    url: `http://localhost:${port}`,
    retried: () => retried,
    use(next) {
      ports = [...next]
    },
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // no encoding is set
  return Buffer.concat(parts)
}

/** Resolves with null if the response was forwarded, otherwise with the error code. */
function forward(job: {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  port: number
}): Promise<string | null> {
  const { request, response, body, port } = job
  const { method, url, headers } = request
  return new Promise((resolve) => {
    const upstream = send({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      agent: false,
      headers: { ...headers, connection: 'close', 'content-length': body.length, 'x-forwarded-for': '127.0.0.1' },
    })
    upstream.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    upstream.once('response', (reply) => {
      const { connection: _hop, ...passed } = reply.headers
      response.writeHead(reply.statusCode ?? 502, passed)
      reply.pipe(response)
      reply.once('end', () => resolve(null))
      reply.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
    response.once('close', () => upstream.destroy())
    upstream.end(body)
  })
}
