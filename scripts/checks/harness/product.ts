import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { getServiceToken, readFirstRun } from '@auspex/server'
import { nodeFlags } from '@auspex/server/node-flags'
import { findProgram } from '@auspex/server/program'
import { readServiceClient, removeData, signIn, type SpawnedServer, spawnServer } from '@auspex/server/testing'
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { makeTemporaryFolder } from './process.ts'

/** Starts the real API over a generated library in a process of its own, where a bearer token is a person's name. */
export async function startLibraryApi(documents: number) {
  const dataDir = join(makeTemporaryFolder('library-api'), 'data')
  const program = join(import.meta.dirname, 'library-api.main.ts')
  const child = spawn(process.execPath, [...nodeFlags, program, dataDir, String(documents)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    child,
    dataDir,
    url: line.toString().trim(),
    async end(signal: NodeJS.Signals): Promise<void> {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

/** Environment of every product that a check starts: an empty library, no limit on requests, and little log. */
export const quietEnvironment = {
  AUSPEX_SOURCES: 'live',
  AUSPEX_LOG_LEVEL: 'error',
  AUSPEX_REQUESTS_PER_MINUTE: '1000000',
}

export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>

/** Sends requests with a token to the API at an address; a path of Zeus's streams goes to the assistant. */
export function createSend(url: string, token: string): Send {
  return (method, path, body, headers) => {
    const isBytes = body instanceof Uint8Array
    return fetch(`${url}${path.startsWith('/v1/zeus/') ? '/assistant' : '/api'}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? Uint8Array.from(body) : JSON.stringify(body) }),
    })
  }
}

/** The account that the first start made for a role. */
function readAccount(dataDir: string, role: string): { login: string; password: string } {
  const account = readFirstRun(dataDir)?.users.find((user) => user.role === role)
  if (account === undefined) throw new Error(`The first start made no ${role}`)
  return { login: account.email, password: account.password }
}

/** An access token of a person of the first start, or of its service client if the role is `service`. */
export async function readToken(url: string, dataDir: string, role: 'member' | 'godmode' | 'service'): Promise<string> {
  if (role === 'service') return getServiceToken(`${url}/identity`, readServiceClient(dataDir))
  const { accessToken } = await signIn(url, readAccount(dataDir, role))
  if (accessToken === null) throw new Error(`The ${role} could not sign in`)
  return accessToken
}

export interface Product {
  /** The process that runs now; each restart has another. */
  server(): SpawnedServer
  readonly url: string
  readonly dataDir: string
  sendAs(role: 'member' | 'godmode' | 'service'): Promise<Send>
  /** Starts it again on the same port, because tokens contain their issuer's address. */
  startAgain(): Promise<void>
  /** Kills it and removes its data. */
  end(): Promise<void>
}

/** Starts the real product with its web app on a free port, with its data in a folder that is removed at the end. */
export async function startProduct(environment: Record<string, string> = {}, dataDir?: string): Promise<Product> {
  // servers that start at the same time would all build it into the same folder
  if (isWebStale()) await buildWeb()
  const program = await findProgram({ node: process.execPath, mayWrite: true, say: () => {} })
  const settings = { ...quietEnvironment, ...environment }
  let server = await spawnServer(settings, dataDir, { program })
  const { url } = server
  return {
    server: () => server,
    url,
    dataDir: server.dataDir,
    sendAs: async (role) => createSend(url, await readToken(url, server.dataDir, role)),
    async startAgain() {
      server = await spawnServer({ ...settings, AUSPEX_PORT: new URL(url).port }, server.dataDir, { program })
    },
    async end() {
      await server.kill()
      removeData(server.dataDir)
    },
  }
}

export interface Item {
  id: string
  title: string
  revision: number
}

/** All portfolios of a person; a partly written one could not be read. */
export async function listPortfolios(send: Send): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page += 1) {
    const reply = await send('GET', `/portfolio?perPage=200&page=${page}`)
    const { items, page: info } = (await reply.json()) as { items: Item[]; page: { totalPages: number } } // the contract's PortfolioPage
    all.push(...items)
    if (page >= info.totalPages) return all
  }
}

/** A person who creates portfolios, and knows which of them the server acknowledged. */
export interface Writer {
  send: Send
  /** Returns the status, with the code and the title of a problem; 0 if there is no response. */
  write(title: string): Promise<string>
  readonly acknowledged: Set<string>
  /** Acknowledged portfolios that are missing, or exist twice. */
  findLost(): Promise<string[]>
}

export function createWriter(send: Send, acknowledged = new Set<string>()): Writer {
  return {
    send,
    acknowledged,
    async write(title) {
      const key = { 'idempotency-key': `write-${encodeURIComponent(title)}` }
      const reply = await send('POST', '/portfolio/create', { title }, key).catch(() => null)
      if (reply?.ok === true) acknowledged.add(title)
      return reply === null ? '0' : describeReply(reply)
    },
    async findLost() {
      const titles = (await listPortfolios(send)).map(({ title }) => title)
      return [...acknowledged].filter((title) => titles.filter((each) => each === title).length !== 1)
    },
  }
}

/** The status, plus the code and the title of a problem. */
async function describeReply(reply: Response): Promise<string> {
  const text = await reply.text()
  if (reply.ok) return String(reply.status)
  try {
    const { code = '', title = '' } = JSON.parse(text) as { code?: string; title?: string } // a Problem
    return `${reply.status} ${code} “${title}”`
  } catch {
    return String(reply.status)
  }
}
