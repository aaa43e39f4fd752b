import type { Product } from './product.ts'
import { readFirstRun } from '@auspex/server'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

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

interface SignInOptions {
  product: Product
  dataDir: string
  /** Which of the first run's people to sign in as, with their password, like anyone else. */
  role: string
}

const interaction = /^\/identity\/interaction\/[\w-]+$/

/** Fills in and submits the provider's sign-in page. After a failed attempt, the page is left to the developer. */
export function signInPlugin({ product, dataDir, role }: SignInOptions): Plugin {
  return {
    name: 'auspex-sign-in',
    configureServer({ middlewares }) {
      middlewares.use((incoming, outgoing, next) => {
        if (incoming.method !== 'GET' || !interaction.test(incoming.url ?? '')) return next()
        void answerFilledIn({ product, dataDir, role }, incoming, outgoing)
      })
    },
  }
}

async function answerFilledIn(
  { product, dataDir, role }: SignInOptions,
  { url, headers }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const reply = await fetch(`${await product.ready()}${url}`, {
    headers: { cookie: headers.cookie ?? '', accept: 'text/html' },
    redirect: 'manual',
  })
  const page = await reply.text()
  for (const cookie of reply.headers.getSetCookie()) outgoing.appendHeader('set-cookie', cookie)
  const location = reply.headers.get('location')
  if (location !== null) outgoing.setHeader('location', location)
  // without the page's own policy, which allows no script
  outgoing.writeHead(reply.status, { 'content-type': 'text/html; charset=utf-8' })
  outgoing.end(page.replace('</body>', `${fillIn(page, dataDir, role)}</body>`))
}

function fillIn(page: string, dataDir: string, role: string): string {
  const person = readFirstRun(dataDir)?.users.find((user) => user.role === role)
  if (person === undefined || !page.includes('name="password"') || page.includes('role="alert"')) return ''
  const values = JSON.stringify([person.email, person.password]).replaceAll('<', String.raw`\u003c`)
  return `<script>const form = document.querySelector('form');[form.login.value, form.password.value] = ${values};form.submit()</script>`
}
