import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import type { Product } from './product.ts'

const paths = /^\/(?:api|identity|assistant|docs)(?:[/?]|$)/

/** Forwards the product's requests to it, and delays them while it restarts, so that a reload never shows an error because of a change. */
export function productPlugin(product: Product, webConfig: object): Plugin {
  return {
    name: 'auspex-product',
    configureServer({ middlewares }) {
      middlewares.use((incoming, outgoing, next) => {
        const path = incoming.url ?? '/'
        if (path === '/config.json') {
          outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(webConfig))
          return
        }
        if (!paths.test(path)) return next()
        void forward(product, incoming, outgoing)
      })
    },
  }
}

async function forward(product: Product, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const address = await product.ready()
  const { method, headers, url = '/' } = incoming
  const forwarded = request(`${address}${url}`, { method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(outgoing)
  })
  forwarded.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
}
