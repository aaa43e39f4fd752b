import { readFirstRun } from '@auspex/server'
import { signIn, type SpawnedServer } from '@auspex/server/testing'

export interface Person {
  send(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Response>
  /** Creates a portfolio and records it if it is acknowledged; returns the status and the code. */
  write(title: string): Promise<string>
  /** Acknowledged portfolios that are missing, or exist twice. */
  countLost(): Promise<number>
}

/** Signs a person in. A second sign-in passes on what was `acknowledged` before, so that those portfolios are checked too. */
export async function signInAs(
  { url, dataDir }: Pick<SpawnedServer, 'url' | 'dataDir'>,
  role: 'member' | 'godmode',
  acknowledged = new Set<string>(),
): Promise<Person> {
  const account = readFirstRun(dataDir)?.users.find((user) => user.role === role)
  if (account === undefined) throw new Error(`The first start made no ${role}`)
  const { accessToken } = await signIn(url, { login: account.email, password: account.password })
  if (accessToken === null) throw new Error(`The ${role} could not sign in`)
  const send: Person['send'] = (method, path, body, key) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    send,
    async write(title) {
      const reply = await send('POST', '/portfolio/create', { title }, `fault-${encodeURIComponent(title)}`)
      if (reply.ok) acknowledged.add(title)
      return describe(reply)
    },
    async countLost() {
      const titles: string[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const reply = await send('GET', `/portfolio?perPage=200&page=${page}`)
        const body = (await reply.json()) as { items: { title: string }[]; page: { totalPages: number } } // the contract's PortfolioPage
        titles.push(...body.items.map(({ title }) => title))
        pages = body.page.totalPages
      }
      return [...acknowledged].filter((title) => titles.filter((each) => each === title).length !== 1).length
    },
  }
}

export function signInAsMember(
  server: Pick<SpawnedServer, 'url' | 'dataDir'>,
  acknowledged?: Set<string>,
): Promise<Person> {
  return signInAs(server, 'member', acknowledged)
}

/** The status, plus the code and the displayed title of a problem. */
export async function describe(reply: Response): Promise<string> {
  const text = await reply.text()
  if (reply.ok) return String(reply.status)
  try {
    const { code = '', title = '' } = JSON.parse(text) as { code?: string; title?: string }
    return `${reply.status} ${code} “${title}”`
  } catch {
    return String(reply.status)
  }
}

/** Polls until the condition holds; returns the seconds it took. */
export async function until(isThere: () => Promise<boolean>, withinMs = 120_000): Promise<number> {
  const startedAt = performance.now()
  while (!(await isThere().catch(() => false))) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Nothing came within ${withinMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return Math.round((performance.now() - startedAt) / 100) / 10
}
