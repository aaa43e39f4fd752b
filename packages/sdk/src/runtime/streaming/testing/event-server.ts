import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface EventServer {
  readonly url: string
  /** Last-Event-ID of each request, in order; null where there was none. */
  readonly resumedAfter: (string | null)[]
  readonly sockets: Set<Socket>
  /** Resolves when no connection is open. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface Connection {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Number of the request, from 1 */
  readonly count: number
  /** Sequence number that the client has received; 0 at the beginning */
  readonly after: number
}

/** A real HTTP server on loopback for streams; `answer` writes anything and may destroy the socket. */
export const startEventServer = async (answer: (connection: Connection) => void): Promise<EventServer> => {
  const resumedAfter: (string | null)[] = []
  const sockets = new Set<Socket>()
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    request.resume()
    const lastEventId = request.headers['last-event-id']?.toString() ?? null
    resumedAfter.push(lastEventId)
    answer({ request, response, count: resumedAfter.length, after: Number(lastEventId?.split('.')[1] ?? 0) })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) waiting.splice(0).forEach((resolve) => resolve())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port yields an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    resumedAfter,
    sockets,
    idle: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const openEvents = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders()
}

/** The wire form of one event of a run. */
export const eventText = (
  sequence: number,
  data: { readonly type: string; readonly [field: string]: unknown },
): string => `id: run_a.${sequence}\nevent: ${data.type}\ndata: ${JSON.stringify({ ...data, sequence })}\n\n`
