import { readFirstRun } from '@auspex/server'
import { signIn, type SpawnedServer } from '@auspex/server/testing'

export interface Person {
  send(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Response>
  /** Makes a portfolio and notes that it was acknowledged; answers the status and the code. */
  write(title: string): Promise<string>
  /** Portfolios that were acknowledged and are not there, or are there twice. */
  countLost(): Promise<number>
}

export async function signInAsMember({ url, dataDir }: Pick<SpawnedServer, 'url' | 'dataDir'>): Promise<Person> {
  const member = readFirstRun(dataDir)?.users.find(({ role }) => role === 'member')
  if (member === undefined) throw new Error('The first start made no member')
  const { accessToken } = await signIn(url, { login: member.email, password: member.password })
  if (accessToken === null) throw new Error('The member could not sign in')
  const acknowledged = new Set<string>()
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

/** The status, with the code of a problem. */
export async function describe(reply: Response): Promise<string> {
  const text = await reply.text()
  if (reply.ok) return String(reply.status)
  try {
    const { code } = JSON.parse(text) as { code?: string }
    return `${reply.status} ${code ?? ''}`.trim()
  } catch {
    return String(reply.status)
  }
}

/** Asks again until the answer is the one awaited; the seconds that it took. */
export async function until(isThere: () => Promise<boolean>, withinMs = 120_000): Promise<number> {
  const began = performance.now()
  while (!(await isThere().catch(() => false))) {
    if (performance.now() - began > withinMs) throw new Error(`Nothing came within ${withinMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return Math.round((performance.now() - began) / 100) / 10
}
