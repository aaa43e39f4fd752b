#!/usr/bin/env node
import { type Auth, createClient, getMe } from '@auspex/sdk'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ConfigError, readConfig, usage } from './config.ts'
import { serveHttp } from './http.ts'
import { createAuspexMcpServer } from './server.ts'

/** A signal that ends npx does not reach what it runs, which would keep its port. */
const endWithNpx = (close: () => Promise<void>) => {
  const { ppid, env } = process
  if (env['npm_command'] !== 'exec') return
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    console.error('Stopped (npx has ended).')
    void close().finally(() => process.exit(0))
  }, 500)
}

const args = process.argv.slice(2)
if (args.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
try {
  const { baseUrl, auth, issuer, allowWrites, port } = readConfig(process.env, args)
  // a person is waiting for the assistant: a temporary failure is reported rather than waited for
  const createClientWith = (source: Auth) => createClient({ baseUrl, auth: source, retry: { maxRetryAfterMs: 1_000 } })
  const ownClient = auth && createClientWith(auth)
  const createServer = (token?: string) =>
    createAuspexMcpServer({ client: ownClient ?? createClientWith({ getToken: () => token }), allowWrites })
  const signIn =
    auth === null
      ? { issuer, checkToken: (token: string) => getMe({ client: createClientWith({ getToken: () => token }) }) }
      : null
  // stdout belongs to the protocol
  const onerror = (error: Error) => console.error(error.message)
  if (port === null) serveStdio(() => createServer(), { onerror })
  else {
    const endpoint = await serveHttp({ createServer, port, signIn, onerror })
    endWithNpx(() => endpoint.close())
    // whoever reads that it listens may end it at once
    console.error(`Listening at ${endpoint.url}`)
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
