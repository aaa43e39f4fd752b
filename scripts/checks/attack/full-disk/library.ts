import { setTimeout as pause } from 'node:timers/promises'
import { readFirstRun } from '@auspex/server'
import { signIn, type SpawnedServer } from '@auspex/server/testing'

/** What a member does on a server, and what the server acknowledged. */
export interface Library {
  /** Ids by title of everything that the server acknowledged as stored. */
  readonly acknowledged: Map<string, string>
  write(title: string): Promise<Answer>
  read(): Promise<Answer>
  /** Acknowledged titles that are missing. */
  findLost(): Promise<string[]>
}

export interface Answer {
  status: number
  code: string | null
}

/** The requests that a page of the product sends when it opens. */
const readPaths = [
  '/portfolio?perPage=200',
  '/users/me',
  '/health/getStatus',
  '/sources',
  '/project',
  '/stories',
  '/recentSearches',
  '/users/inbox-list',
]

export async function openLibrary(server: SpawnedServer, acknowledged = new Map<string, string>()): Promise<Library> {
  const member = readFirstRun(server.dataDir)?.users.find(({ role }) => role === 'member')
  if (member === undefined) throw new Error('The first run made no member')
  const { accessToken } = await signIn(server.url, { login: member.email, password: member.password })
  if (accessToken === null) throw new Error('The member could not sign in')
  let reads = 0

  const sendRequest = (method: string, path: string, body?: object) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })

  async function write(title: string): Promise<Answer> {
    const reply = await sendRequest('POST', '/portfolio/create', { title }).catch(() => null)
    if (reply === null) return { status: 0, code: null }
    const { id, code } = (await reply.json()) as { id?: string; code?: string } // a Portfolio or a Problem
    if (reply.ok && id !== undefined) acknowledged.set(title, id)
    return { status: reply.status, code: code ?? null }
  }

  async function read(): Promise<Answer> {
    const path = readPaths[reads++ % readPaths.length] ?? '/status'
    const reply = await sendRequest('GET', path).catch(() => null)
    if (reply === null) return { status: 0, code: path }
    await reply.arrayBuffer()
    return { status: reply.status, code: reply.ok ? null : path }
  }

  async function findLost(): Promise<string[]> {
    const storedTitles = new Set<string>()
    for (let page = 1; ; page += 1) {
      const reply = await sendRequest('GET', `/portfolio?perPage=200&page=${page}`)
      const { items, page: info } = (await reply.json()) as { items: { id: string }[]; page: { totalPages: number } }
      for (const { id } of items) storedTitles.add(id)
      if (page >= info.totalPages) break
    }
    return [...acknowledged].filter(([, id]) => !storedTitles.has(id)).map(([title]) => title)
  }

  return { acknowledged, write, read, findLost }
}

/** Milliseconds until a write succeeds again, or null if none does in time. */
export async function timeToHeal(library: Library, withinMs: number): Promise<number | null> {
  const startedAt = performance.now()
  for (let attempt = 0; performance.now() - startedAt < withinMs; attempt += 1) {
    if ((await library.write(`healed ${startedAt} ${attempt}`)).status === 200) return performance.now() - startedAt
    await pause(200)
  }
  return null
}
