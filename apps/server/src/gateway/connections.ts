import type { Server, ServerResponse } from 'node:http'
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
