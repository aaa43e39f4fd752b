import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The port is in use, or the address is not one of this machine. The message says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Starts listening and resolves with the port. Rejects with a `ListenError` whose message is for the user. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(toListenError(error, { host, port }))
    server.once('error', refuse)
    server.listen(port, host, () => {
      // an error of the running server is not one of its start
      server.off('error', refuse)
      resolve((server.address() as AddressInfo).port) // a TCP server has such an address
    })
  })
}

function toListenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(
        `Port ${port} is in use by another program; choose a free one, for example --port ${port + 1}`,
      )
    case 'EACCES':
      return new ListenError(
        `This account may not listen on port ${port}; choose one above 1023, for example --port 4010`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`This machine has no address ${host}; use --host 127.0.0.1, or 0.0.0.0 for all`)
    case undefined:
    default:
      return error
  }
}

/** Stops listening, lets open requests end, and closes every connection after `graceMs` at the latest. */
export function closeServer(server: Server, graceMs = 2000): Promise<void> {
  return new Promise((resolve) => {
    // a keep-alive connection that was busy when closing began would keep the server open until its timeout
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const hard = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(hard)
      resolve()
    })
    server.closeIdleConnections()
  })
}
