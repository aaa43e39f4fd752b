import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findFreePort, removeData, type SpawnedServer, spawnServer } from '@auspex/server/testing'
import { startLocalPostgres } from '../../../apps/api/src/adapters/database/testing/local-postgres.ts'
import { makeTemporaryFolder } from '../harness/process.ts'
import { createSend, quietEnvironment, readToken, type Send } from '../harness/product.ts'

/** A process of the cluster; it keeps its position and its port when restarted. */
interface Member {
  readonly role: 'api' | 'worker'
  readonly port: number
  server: SpawnedServer
}

export interface Cluster {
  readonly url: string
  /** Where the first process stored its accounts. */
  readonly dataDir: string
  readonly members: readonly Member[]
  /** How many requests a second process answered because the first did not. */
  readonly retried: () => number
  /** Stops a process as a deployment does, or kills it as a crash would, and starts it again. */
  restart(member: Member, how: 'stop' | 'kill'): Promise<void>
  sendAs(role: 'member' | 'service'): Promise<Send>
  end(): Promise<void>
}

/** Starts processes on one PostgreSQL behind a balancer. */
export async function startCluster({ api, workers }: { api: number; workers: number }): Promise<Cluster> {
  const postgres = await startLocalPostgres()
  if (typeof postgres === 'string') throw new Error(postgres)
  const proxy = await openProxy()
  const dataDir = makeTemporaryFolder('cluster')
  const environment = {
    ...quietEnvironment,
    AUSPEX_PUBLIC_URL: proxy.url,
    AUSPEX_TRUST_PROXY: '1',
    AUSPEX_SOURCES: 'demo',
    AUSPEX_LOG_LEVEL: 'warn',
    AUSPEX_DRAIN_SECONDS: '1',
    DATABASE_URL: postgres.databaseUrl,
  }
  const startServer = (role: string, port: number) =>
    spawnServer({ ...environment, AUSPEX_PORT: String(port) }, dataDir, { args: ['--role', role] })
  const members: Member[] = []
  const add = async (role: Member['role']): Promise<void> => {
    const port = await findFreePort()
    members.push({ role, port, server: await startServer(role, port) })
    proxy.use(members.filter((member) => member.role === 'api').map((member) => member.port))
  }
  // the first creates the tables, the accounts and the web app, which the others use
  await add('api')
  await Promise.all([
    ...Array.from({ length: api - 1 }, () => add('api')),
    ...Array.from({ length: workers }, () => add('worker')),
  ])
  return {
    url: proxy.url,
    dataDir,
    members,
    retried: proxy.retried,
    async restart(member, how) {
      await member.server[how]()
      member.server = await startServer(member.role, member.port)
    },
    sendAs: async (role) => createSend(proxy.url, await readToken(proxy.url, dataDir, role)),
    async end() {
      await Promise.all(members.map(({ server }) => server.kill()))
      await proxy.close()
      await postgres.stop()
      removeData(dataDir)
    },
  }
}

/** Errors that show that a request never reached a process, so that any request may go to the next one. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND'])

/**
 * A plain balancer: each request goes to the next ready process, on a new connection. A request that never reached a process goes to the
 * next one; so does one that broke off half-way, if sending it twice is harmless (GET, or a request with an `Idempotency-Key`).
 */
async function openProxy() {
  let ports: readonly number[] = []
  const unready = new Set<number>()
  let [turn, retried] = [0, 0]

  // as often as every balancer does
  const timer = setInterval(() => {
    for (const port of ports) {
      const signal = AbortSignal.timeout(5_000)
      void fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal })
        .then(
          (reply) => reply.ok,
          () => false,
        )
        .then((isReady) => (isReady ? unready.delete(port) : unready.add(port)))
    }
  }, 200)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request).catch(() => null)
    if (body === null) return
    const readyPorts = ports.filter((port) => !unready.has(port))
    const order = readyPorts.length > 0 ? readyPorts : ports
    turn += 1
    for (let attempt = 0; attempt < order.length; attempt += 1) {
      const port = order[(turn + attempt) % order.length] ?? 0
      const failure = await forward({ request, response, body, port })
      if (failure === null) return
      unready.add(port)
      const isHarmless = request.method === 'GET' || request.headers['idempotency-key'] !== undefined
      if (response.headersSent || (!isHarmless && !neverSent.has(failure))) break
      retried += 1
    }
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end('No process answered')
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listen() on a TCP port never gives a pipe name
  return {
    url: `http://localhost:${port}`,
    retried: () => retried,
    /** Sets the ports that take requests in turn. */
    use: (next: readonly number[]): void => void (ports = [...next]),
    async close(): Promise<void> {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // no encoding is set
  return Buffer.concat(parts)
}

/** Resolves with null if the response was forwarded, otherwise with the error code. */
function forward(job: {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  port: number
}): Promise<string | null> {
  const { request, response, body, port } = job
  const { method, url: path, headers } = request
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const forwarded = { connection: 'close', 'content-length': body.length, 'x-forwarded-for': '127.0.0.1' }
    const upstream = send({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      headers: { ...headers, ...forwarded },
    })
    upstream.once('error', fail)
    upstream.once('response', (reply) => {
      const { connection: _hop, ...passed } = reply.headers
      response.writeHead(reply.statusCode ?? 502, passed)
      reply.pipe(response)
      reply.once('end', () => resolve(null))
      reply.once('error', fail)
    })
    response.once('close', () => upstream.destroy())
    upstream.end(body)
  })
}
