import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface StreamServer {
  url: string
  /** Address of each connection, with its query, in order. */
  requestPaths: string[]
  /** Sends a text to every open connection. */
  send: (text: string) => void
  /** Breaks every open connection. */
  breakOff: () => void
  /** Refuses connections from now on, or accepts them again. */
  refuse: (isRefusing: boolean) => void
  close: () => Promise<void>
}

/** A real WebSocket server (RFC 6455) on 127.0.0.1 that only sends: messages from clients are not read. */
export async function startStreamServer(): Promise<StreamServer> {
  const sockets = new Set<Duplex>()
  // includes those that were refused or have not sent a request yet: closing the server waits for each
  const connections = new Set<Socket>()
  const requestPaths: string[] = []
  let isRefusing = false
  const server = createServer((_, response) => response.writeHead(426).end())
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
  })
  server.on('upgrade', (request, socket: Duplex) => {
    requestPaths.push(request.url ?? '')
    if (isRefusing) return void socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n')
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    const head = `upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}`
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${head}\r\n\r\n`)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    // A client that closes gets its connection closed.
    socket.on('data', () => socket.end(Buffer.of(0x88, 0)))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Cast: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}/subscribe`,
    requestPaths,
    send(text) {
      for (const socket of sockets) socket.write(toFrame(text))
    },
    breakOff() {
      for (const socket of sockets) socket.destroy()
    },
    refuse: (refusing) => (isRefusing = refusing),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of connections) connection.destroy()
      }),
  }
}

/** One unmasked text frame of less than 64 KiB. */
function toFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const length = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([0x81, ...length]), payload])
}
