import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Replies that a connection still waits for; the oldest first. */
  repliesOn(socket: Socket): ReadonlySet<ServerResponse>
}

const none: ReadonlySet<ServerResponse> = new Set()

/**
 * Keeps at most so many connections open. At the limit the one that has waited for its client longest is closed, instead of the
 * newcomer being refused as `server.maxConnections` does: a crowd that sends a byte a second then keeps nobody out, and a
 * request that is being worked on is never given up for a newcomer.
 */
export function limitConnections(server: Server, most: number): Connections {
  // in the order in which something last happened on them
  const open = new Map<Socket, Set<ServerResponse>>()

  server.prependListener('connection', (socket: Socket) => {
    if (open.size >= most) (find(open, isIdle) ?? find(open, isSlow) ?? socket).destroy()
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const replies = open.get(socket)
    replies?.add(response)
    response.once('close', () => {
      replies?.delete(response)
      if (replies !== undefined && open.delete(socket)) open.set(socket, replies)
    })
  })
  return { repliesOn: (socket) => open.get(socket) ?? none }
}

type IsWaiting = (replies: ReadonlySet<ServerResponse>) => boolean

/** Between requests, or still sending the headers of one. */
const isIdle: IsWaiting = (replies) => replies.size === 0

/** Still sending a body, or not fetching the reply that was written. */
const isSlow: IsWaiting = (replies) => [...replies].every(({ req, writableEnded }) => !req.complete || writableEnded)

function find(open: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>, isWaiting: IsWaiting): Socket | undefined {
  for (const [socket, replies] of open) if (!socket.destroyed && isWaiting(replies)) return socket
  return undefined
}
