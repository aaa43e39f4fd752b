import type { Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Pending replies of a connection, oldest first. */
  repliesOn(socket: Socket): ReadonlySet<ServerResponse>
}

const noReplies: ReadonlySet<ServerResponse> = new Set()

/**
 * Limits open connections. At the limit, it closes the connection that has waited longest for its client, instead of refusing the new one
 * as `server.maxConnections` does: this way clients that send a byte a second cannot keep others out, and a request in progress is
 * never dropped for a new connection.
 */
export function limitConnections(server: Server, max: number): Connections {
  // the connection that has been inactive for longest comes first
  const pendingReplies = new Map<Socket, Set<ServerResponse>>()

  server.prependListener('connection', (socket: Socket) => {
    if (pendingReplies.size >= max)
      (findOldest(pendingReplies, isIdle) ?? findOldest(pendingReplies, isSlow) ?? socket).destroy()
    pendingReplies.set(socket, new Set())
    socket.once('close', () => pendingReplies.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const replies = pendingReplies.get(socket)
    replies?.add(response)
    response.once('close', () => {
      replies?.delete(response)
      if (replies !== undefined && pendingReplies.delete(socket)) pendingReplies.set(socket, replies)
    })
  })
  return { repliesOn: (socket) => pendingReplies.get(socket) ?? noReplies }
}

type IsWaiting = (replies: ReadonlySet<ServerResponse>) => boolean

/** Between requests, or still sending a request's headers. */
const isIdle: IsWaiting = (replies) => replies.size === 0

/** Still sending a body, or not reading a finished reply. */
const isSlow: IsWaiting = (replies) => [...replies].every(({ req, writableEnded }) => !req.complete || writableEnded)

function findOldest(open: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>, isWaiting: IsWaiting): Socket | undefined {
  for (const [socket, replies] of open) if (!socket.destroyed && isWaiting(replies)) return socket
  return undefined
}

/** Limits of a single caller, set here so that no upgrade of Node changes them (docs/decisions/request-limits.md). */
export const serverLimits = {
  /** Request line and all headers together; 431 beyond it. The cookies of a sign-in and a token take 4 KiB. */
  maxHeaderSize: 16_384,
  /** From a connection's first byte to the end of the headers; 408 beyond it. */
  headersTimeout: 20_000,
  /** To the end of the body, such as an import's batch over a slow line. Replies may take as long as they need. */
  requestTimeout: 300_000,
  /** How often the two time limits are checked. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the idle time-outs of common proxies, so that our side never closes a socket that a proxy is about to use. */
  keepAliveTimeout: 72_000,
  requireHostHeader: true,
} as const satisfies ServerOptions

/** Maximum open connections. Half of 4,096 files, the lowest limit that systems commonly grant; the database and the sources need the rest. */
export const maxConnections = 2_000

/** Maximum requests waiting on one connection. Browsers and libraries send the next one after the reply. */
export const maxPipelined = 32
