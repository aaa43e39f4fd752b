import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connections, limitConnections, maxPipelined, maxConnections, serverLimits } from './connections.ts'
import {
  answerProblem,
  type FailureLog,
  guardAnswer,
  type Handler,
  type ProblemFacts,
  writeProblem,
} from './guard-answer.ts'

/** What a response allows unless the part that writes it specifies otherwise: it is not rendered, framed, sniffed or stored. */
const strictestHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export interface Gateway {
  readonly server: Server
  /** Handles paths at or below `prefix`. The longest prefix wins; '/' handles the rest. */
  mount(prefix: string, handler: Handler): void
  /** From now on each connection closes after its pending reply, so that its client connects to another server next. */
  endConnections(): void
  /** Accepts no new connections and resolves once every accepted request is answered, or after `withinMs`. */
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

/** A single port for all parts. It listens at once, so that a port in use is detected before anything is opened. */
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
  const securityHeaders = transportSecurity(publicUrl)
  const server = createServer({ ...serverLimits, ServerResponse: responseWith(securityHeaders) })
  const connections = limitConnections(server, maxConnections)
  refuseMalformed(server, connections, { ...strictestHeaders, ...securityHeaders })
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

  /** Resolves when the last connection has closed. */
  let closing: Promise<void> | null = null
  const beginClosing = () => {
    isEnding = true
    closing ??= new Promise((resolve) => {
      // Otherwise a keep-alive connection that was busy when closing started would keep the server open for its entire time-out.
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
      const closeTimer = setTimeout(() => server.closeAllConnections(), 5000)
      await beginClosing()
      clearTimeout(closeTimer)
    },
  }
}

/** Routes a request to the part that its path names. Every part only receives the path, whichever form the target had. */
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
    if (connections.repliesOn(request.socket).size > maxPipelined) return refusePipelined(response)
    const target = readTarget(request)
    if (target.kind === 'refused') return refuse(response, target.why)
    if ((request.headersDistinct.host?.length ?? 0) > 1) return refuse(response, 'It names more than one host.')
    if (target.kind === 'server') return response.writeHead(204, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }).end()

    request.url = target.path
    // a host in the target takes precedence over the header (RFC 9112 §3.2.2)
    if (target.authority !== null) request.headers.host = target.authority
    const prefix = findPrefix(mounts, target.path)
    const handler = prefix === undefined ? undefined : mounts.get(prefix)
    if (handler === undefined) return answerStarting(request, response)
    // Sign-in only returns to the public address, so a person who used another name of this machine is redirected there.
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

/** Thousands of pipelined requests on one connection would all be answered before another connection is read. */
function refusePipelined(response: ServerResponse): void {
  answerProblem(response, {
    status: 503,
    code: 'request.too_many_at_once',
    title: 'Too many requests wait on one connection',
    detail: `Send the next when a reply has come; at most ${maxPipelined} may wait.`,
    headers: { 'retry-after': '1', connection: 'close' },
  })
}

/** Sends people a page that reloads itself, and programs a problem in the contract's format. */
function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['sec-fetch-mode'] === 'navigate') {
    response
      .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2', refresh: '1' })
      .end('Auspex is starting\n')
    return
  }
  answerProblem(response, {
    status: 503,
    code: 'request.starting',
    title: 'Auspex is starting',
    detail: 'Try again in 2 seconds.',
    headers: { 'retry-after': '2' },
  })
}

/** Makes browsers use https for a year; empty if the public address uses http, where the header would have no meaning. */
function transportSecurity(publicUrl: string): Record<string, string> {
  return new URL(publicUrl).protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

/** A response with `headers` and the strictest ones for those that its part does not set, even if a failing part clears its headers. */
function responseWith(headers: Record<string, string>): typeof ServerResponse {
  const [defaults, fixed] = [Object.entries(strictestHeaders), Object.entries(headers)]
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    // every way to start a reply ends here, and headers passed here override earlier ones, so each appears once;
    // `never` forwards the remaining arguments of either overload
    override writeHead(...args: [status: number, ...rest: never[]]): this {
      for (const [name, value] of defaults) if (!this.hasHeader(name)) this.setHeader(name, value)
      for (const [name, value] of fixed) this.setHeader(name, value)
      return super.writeHead(...args)
    }
  }
}

/** The target of a request line, in any of the forms of RFC 9112 §3.2. */
type RequestTarget =
  /** `path` begins with a single slash and includes the query; `authority` is set if the target itself names a host. */
  | { kind: 'path'; path: string; authority: string | null }
  /** `OPTIONS *`: the server as a whole. */
  | { kind: 'server' }
  | { kind: 'refused'; why: string }

function refuseTarget(why: string): RequestTarget {
  return { kind: 'refused', why }
}

/**
 * Parses a request target without constructing a URL from it: `//x` and `/\x` are literally paths, but hosts to a browser and to
 * `new URL`, and one of our addresses once led to another site that way. No part of the product receives such a path.
 */
function readTarget({ method, url: target = '' }: Pick<IncomingMessage, 'method' | 'url'>): RequestTarget {
  if (target === '*') return method === 'OPTIONS' ? { kind: 'server' } : refuseTarget('Only OPTIONS may request *.')
  const [, authority, rest] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(target) ?? []
  if (authority === undefined) return readPath(target, null)
  // user information in an authority is refused as RFC 9110 §4.2.4 advises, because it is used to deceive people
  if (authority === '' || authority.includes('@') || !URL.canParse(`http://${authority}`))
    return refuseTarget('The address names no host.')
  return readPath(rest?.startsWith('/') || rest?.startsWith('\\') ? rest : `/${rest}`, authority)
}

function readPath(path: string, authority: string | null): RequestTarget {
  if (!path.startsWith('/')) return refuseTarget('A path begins with /.')
  return /^\/[/\\]/.test(path) ? refuseTarget('A path begins with one / only.') : { kind: 'path', path, authority }
}

/** The same path on another origin. The parts of the URL are set rather than parsed, so that no path can name a host. */
function addressOn(origin: string, path: string): string {
  const mark = path.indexOf('?')
  const address = new URL(origin)
  address.pathname = mark === -1 ? path : path.slice(0, mark)
  address.search = mark === -1 ? '' : path.slice(mark)
  return address.href
}

/** How long a refused client may take to read the refusal; closing at once would reset its connection first. */
const lingerMs = 500

/** Answers CONNECT, and input that Node cannot parse as a request, with problems like any other refusal; then closes the connection. */
function refuseMalformed(server: Server, connections: Connections, headers: Record<string, string>): void {
  const refusedSockets = new WeakSet<Socket>()
  const refuseSocket = (socket: Socket, facts: ProblemFacts): void => {
    // further data on a refused connection causes another error
    if (refusedSockets.has(socket)) return
    refusedSockets.add(socket)
    socket.on('error', () => undefined)
    const replies = [...connections.repliesOn(socket)]
    const last = replies.findLast(({ req }) => req.complete)
    // a refusal belongs to the request being read: sent before the reply to an earlier complete one, it would be mistaken for that reply
    if (socket.writable && last !== undefined) {
      last.once('close', () => hangUp(socket))
      return
    }
    if (!socket.writable || replies.some(({ headersSent }) => headersSent)) {
      socket.destroy()
      return
    }
    writeProblem(socket, { ...facts, headers: { ...headers, ...facts.headers } })
    if (replies.length > 0) socket.once('finish', () => socket.destroy())
    hangUp(socket)
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    // the type allows any stream, but a server that listens on a port has sockets
    else refuseSocket(socket as Socket, factsOf(error))
  })
  server.on('connect', (_request, socket) =>
    refuseSocket(socket as Socket, {
      status: 405,
      code: 'request.method_not_allowed',
      title: 'This server is no proxy',
      detail: 'Request a path with GET or another method of the contract.',
      headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    }),
  )
}

function hangUp(socket: Socket): void {
  socket.end()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function factsOf({ code }: NodeJS.ErrnoException): ProblemFacts {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 431,
      code: 'request.headers_too_large',
      title: 'The headers are too large',
      detail: 'Request line and headers may have 16 KiB together.',
    }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return {
      status: 413,
      code: 'request.too_large',
      title: 'The extensions of a chunk are too large',
      detail: 'Send chunks without extensions.',
    }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      status: 408,
      code: 'request.timeout',
      title: 'The request did not arrive in time',
      detail: 'Headers may take 20 seconds, a whole request 5 minutes. Send it again.',
    }
  return {
    status: 400,
    code: 'request.malformed',
    title: 'The request cannot be read',
    detail: 'It is not a request of HTTP/1.1.',
  }
}
