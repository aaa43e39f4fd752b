import type { Server } from 'node:http'

/** Stops listening, lets requests under way end, and closes every connection after `graceMs` at the latest. */
export function closeServer(server: Server, graceMs = 2000): Promise<void> {
  return new Promise((resolve) => {
    // a keep-alive connection that was busy when closing began would hold the server open for its whole time-out
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
