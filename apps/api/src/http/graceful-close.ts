import type { FastifyInstance } from 'fastify'

/** How often idle sockets are looked for while the server closes. */
const sweepMs = 100

/**
 * Lets the server close in a moment: a kept-alive socket whose request was in flight when closing began would otherwise
 * hold it open for the whole keep-alive time.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
    sweep.unref()
  })
  app.addHook('onClose', async () => clearInterval(sweep))
}
