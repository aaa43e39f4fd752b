import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createGuardedHttp } from '../http/guarded-fetch.ts'
import { createHttp } from '../http/create-http.ts'
import type { Http, PostingHttp } from '../http/http.types.ts'

/** How the server handles a request. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface FaultServer {
  url: string
  /** `host:port`, the format of the guard's allowance. */
  endpoint: string
  /** Requested paths with query, in order. */
  requestPaths: string[]
  behave: (behaviour: Behaviour) => void
  close: () => Promise<void>
}

/** Starts a real HTTP server on 127.0.0.1 whose behaviour a test sets. */
export async function startFaultServer(): Promise<FaultServer> {
  let behaviour: Behaviour = answer({ body: '' })
  const requestPaths: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    requestPaths.push(request.url ?? '')
    behaviour(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Cast: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    endpoint: `127.0.0.1:${port}`,
    requestPaths,
    behave: (next) => (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Answers everything with this. */
export function answer({
  status = 200,
  type = 'application/json',
  headers = {},
  body,
}: {
  status?: number
  type?: string
  headers?: Record<string, string>
  body: string | Buffer
}): Behaviour {
  return (_, response) => response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

/** Accepts the request and never answers. */
export const silence: Behaviour = () => {}

/** Announces more bytes than it sends, and closes the connection. */
export function cutOff(body: string): Behaviour {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length * 2) })
    response.write(body, () => response.destroy())
  }
}

/** Sends the head at once and then a byte now and then, forever. */
export const drip: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

export const testNow = new Date('2026-06-01T00:00:00Z')
const clock = () => testNow
const userAgent = 'auspex-test/1 (+https://auspex.example)'

/** The real client without rate limits, with a short deadline whatever the source sets. */
export function testHttp({ timeoutMs }: { timeoutMs: number }): PostingHttp {
  const hosts = { '127.0.0.1': { intervalMs: 0, burst: 1, concurrency: 8 } }
  const http = createHttp({ userAgent, clock, hosts, wait: async () => {} })
  return {
    get: (request) => http.get({ ...request, timeoutMs }),
    post: (request) => http.post({ ...request, timeoutMs }),
    postJson: (request) => http.postJson({ ...request, timeoutMs }),
  }
}

/** The real guarded client, with permission to request the test server. */
export function testGuardedHttp({ endpoint, timeoutMs }: { endpoint: string; timeoutMs: number }): Http {
  const http = createGuardedHttp({ userAgent, clock, allow: { endpoints: [endpoint] }, pause: async () => {} })
  return { get: (request) => http.get({ ...request, timeoutMs }) }
}

/** The same, sending everything to one server whatever the host: for sources that are created as in an installation. */
export function redirectedHttp({ url, timeoutMs }: { url: string; timeoutMs: number }): PostingHttp {
  const http = testHttp({ timeoutMs })
  const redirect = (address: string) => address.replace(/^https:\/\/[^/]+/, url)
  return {
    get: (request) => http.get({ ...request, url: redirect(request.url) }),
    post: (request) => http.post({ ...request, url: redirect(request.url) }),
    postJson: (request) => http.postJson({ ...request, url: redirect(request.url) }),
  }
}
