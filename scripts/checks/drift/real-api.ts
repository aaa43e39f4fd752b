import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi, createLogger, openDatabase, readConfig } from '@auspex/api'

export interface Call {
  method: string
  /** With its query, without the prefix. */
  path: string
  headers: Record<string, string>
  body: string | null
}

export interface RealApi {
  /** Sends a request to the API, as an administrator unless it has an authorization of its own. */
  send(call: Call): Promise<Reply>
  close(): Promise<void>
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

/**
 * The real API in this process, on an embedded database of its own that nothing else sees; no source is asked. With `background` it does the
 * work that requests queue, too.
 */
export async function startRealApi({ background = false } = {}): Promise<RealApi> {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-drift-'))
  const log = createLogger('silent')
  const database = await openDatabase({ dataDir: join(folder, 'data'), log })
  const api = await createApi({
    config: readConfig({ AUSPEX_SOURCES: 'demo', AUSPEX_REQUESTS_PER_MINUTE: '1000000' }),
    database,
    logger: log,
    connectors: [],
    background,
    // the fuzzed requests are about the contract; whose they are is proven elsewhere
    verifier: {
      verify: async (token) => ({
        issuer: 'https://drift.example',
        subject: token,
        clientId: null,
        kind: 'person',
        scopes: [],
        organizationId: token.startsWith('contoso') ? 'org_contoso' : 'org_northwind',
        organizationName: token.startsWith('contoso') ? 'Contoso Energy' : 'Northwind Foods',
        groups: [],
        roles: ['godmode'],
        email: `${token}@northwind.example`,
        isEmailVerified: false,
        name: token,
        expiresAt: Number.MAX_SAFE_INTEGER,
      }),
    },
  })
  await api.app.ready()
  return {
    send: async ({ method, path, headers, body }) => {
      const reply = await api.app.inject({
        method: method as 'GET', // every method of the contract is one of inject's
        url: `/api${path}`,
        headers: { authorization: 'Bearer root', ...headers },
        ...(body === null ? {} : { payload: body }),
      })
      return { status: reply.statusCode, headers: reply.headers, body: reply.body }
    },
    close: async () => {
      await api.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
