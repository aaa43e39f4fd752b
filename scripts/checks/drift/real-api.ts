import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi, createLogger, openDatabase, readConfig } from '@auspex/api'

export interface Call {
  method: string
  /** Includes the query, but not the prefix. */
  path: string
  headers: Record<string, string>
  body: string | null
}

export interface RealApi {
  /** Sends a request to the API, as an administrator unless the call sets its own authorization. */
  send(call: Call): Promise<Reply>
  close(): Promise<void>
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

/**
 * The real API in this process, on a private embedded database; it queries no sources. With `background` it also runs the jobs that
 * requests queue.
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
    // fuzzed requests test the contract; authentication is tested elsewhere
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
        method: method as 'GET', // inject supports every method of the contract
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
