import { setTimeout as delay } from 'node:timers/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { responseWith, strictestHeaders, transportSecurity } from './answer-headers.ts'
import { answerProblem } from './answer-problem.ts'
import { answerStarting } from './answer-starting.ts'
import { type Connections, limitConnections } from './connections.ts'
import { type FailureLog, guardAnswer, type Handler } from './guard-answer.ts'
import { refuseMalformed } from './refuse-malformed.ts'
import { addressOn, readTarget } from './request-target.ts'
import { mostConnections, mostPipelined, serverLimits } from './server-limits.ts'

export interface Gateway {
  readonly server: Server
  /** Answers paths at or under `prefix`. The longest prefix wins; '/' takes the rest. */
  mount(prefix: string, handler: Handler): void
  /** From now on each connection ends with the reply that it waits for, and its client opens the next one elsewhere. */
  endConnections(): void
  /** Takes no new connection and resolves when every request that was taken is answered, or after so many milliseconds. */
  drain(withinMs: number): Promise<void>
  close(): Promise<void>
}

export class PortInUseError extends Error {
  constructor(port: number, setting = 'AUSPEX_PORT') {
    super(
      `Port ${port} is in use by another program. Set ${setting} to a free one, for example ${setting}=${port + 1} npm start`,
    )
    this.name = 'PortInUseError'
  }
}

/** One port for all parts. It listens at once, so that a port in use is known before anything is opened. */
export async function openGateway({
  host,
  port,
  publicUrl,
  log,
}: {
  host: string
  port: number
  publicUrl: string
  log: FailureLog
}): Promise<Gateway> {
  const mounts = new Map<string, Handler>()
  const everywhere = transportSecurity(publicUrl)
  const server = createServer({ ...serverLimits, ServerResponse: responseWith(everywhere) })
  const connections = limitConnections(server, mostConnections)
  refuseMalformed(server, connections, { ...strictestHeaders, ...everywhere })
  const answer = createRouter({ mounts, publicUrl, connections })
  let isEnding = false
  server.on('request', (request, response) => {
    if (isEnding) response.shouldKeepAlive = false
    void guardAnswer(answer, { request, response, log })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port) : error),
    )
    server.listen(port, host, resolve)
  })

  /** Resolves when the last connection has ended. */
  let closing: Promise<void> | null = null
  const beginClosing = () => {
    isEnding = true
    closing ??= new Promise((resolve) => {
      // A keep-alive connection that was busy when closing began would hold the server open for its whole time-out.
      const idle = setInterval(() => server.closeIdleConnections(), 100)
      server.close(() => {
        clearInterval(idle)
        resolve()
      })
    })
    return closing
  }

  return {
    server,
    mount: (prefix, handler) => void mounts.set(prefix, handler),
    endConnections() {
      isEnding = true
    },
    drain: (withinMs) => Promise.race([beginClosing(), delay(withinMs, undefined, { ref: false })]),
    async close() {
      const hard = setTimeout(() => server.closeAllConnections(), 5000)
      await beginClosing()
      clearTimeout(hard)
    },
  }
}

/** Hands a request to the part that its path names. Every part is given the path alone, whichever form the target had. */
function createRouter({
  mounts,
  publicUrl,
  connections,
}: {
  mounts: ReadonlyMap<string, Handler>
  publicUrl: string
  connections: Connections
}): Handler {
  const publicHost = new URL(publicUrl).host
  return (request, response) => {
    if (connections.repliesOn(request.socket).size > mostPipelined) return refusePipelined(response)
    const target = readTarget(request)
    if (target.kind === 'refused') return refuse(response, target.why)
    if ((request.headersDistinct.host?.length ?? 0) > 1) return refuse(response, 'It names more than one host.')
    if (target.kind === 'server') return response.writeHead(204, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }).end()

    request.url = target.path
    // a host in the target counts before the header (RFC 9112 §3.2.2)
    if (target.authority !== null) request.headers.host = target.authority
    const prefix = findPrefix(mounts, target.path)
    const handler = prefix === undefined ? undefined : mounts.get(prefix)
    if (handler === undefined) return answerStarting(request, response)
    // Sign-in returns to the public address only: a person who came by another name of this machine is sent there.
    if (prefix === '/' && request.headers.host !== publicHost && isNavigation(request))
      return response.writeHead(307, { location: addressOn(publicUrl, target.path) }).end()
    return handler(request, response)
  }
}

function findPrefix(mounts: ReadonlyMap<string, Handler>, target: string): string | undefined {
  const path = target.split('?', 1)[0] ?? ''
  return [...mounts.keys()]
    .filter((each) => each === '/' || path === each || path.startsWith(`${each}/`))
    .toSorted((a, b) => b.length - a.length)[0]
}

function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate'
}

function refuse(response: ServerResponse, detail: string): void {
  answerProblem(response, { status: 400, code: 'request.malformed', title: 'The request cannot be read', detail })
}

/** Thousands of requests on one connection arrive at once and would all be answered before anybody else's is read. */
function refusePipelined(response: ServerResponse): void {
  answerProblem(response, {
    status: 503,
    code: 'request.too_many_at_once',
    title: 'Too many requests wait on one connection',
    detail: `Send the next when a reply has come; at most ${mostPipelined} may wait.`,
    headers: { 'retry-after': '1', connection: 'close' },
  })
}
