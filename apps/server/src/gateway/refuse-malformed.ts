import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemFacts, writeProblem } from './guard-answer.ts'
import type { Connections } from './connections.ts'

/** How long a refused client may take to read the refusal; closing at once would reset its connection first. */
const lingerMs = 500

/** Answers CONNECT, and input that Node cannot parse as a request, with problems like any other refusal; then closes the connection. */
export function refuseMalformed(server: Server, connections: Connections, headers: Record<string, string>): void {
  const refusedSockets = new WeakSet<Socket>()
  const refuse = (socket: Socket, facts: ProblemFacts): void => {
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
    else refuse(socket as Socket, factsOf(error))
  })
  server.on('connect', (_request, socket) =>
    refuse(socket as Socket, {
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
