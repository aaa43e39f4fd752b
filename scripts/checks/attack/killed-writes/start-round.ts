import { readFirstRun } from '@auspex/server'
import { removeData, signIn, type SpawnedServer, spawnServer } from '@auspex/server/testing'
import { startLocalPostgres } from '../../../../apps/api/src/adapters/database/testing/local-postgres.ts'

/** A server with an empty library that is killed and restarted. */
export interface RunningRound {
  /** Sends a request as a member. */
  send(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Response>
  kill(): Promise<void>
  restart(): Promise<void>
  end(): Promise<void>
}

/** Starts a new server with a new database, so that no round finds the keys of another. */
export async function startRound(engine: 'embedded' | 'native'): Promise<RunningRound> {
  const postgres = engine === 'native' ? await startLocalPostgres() : null
  if (typeof postgres === 'string') throw new Error(postgres)
  const environment = {
    AUSPEX_SOURCES: 'live',
    AUSPEX_LOG_LEVEL: 'error',
    AUSPEX_REQUESTS_PER_MINUTE: '1000000',
    ...(postgres === null ? {} : { DATABASE_URL: postgres.databaseUrl }),
  }
  let server: SpawnedServer = await spawnServer(environment)
  const { url, dataDir } = server
  const { accessToken } = await signIn(url, readMember(dataDir))
  if (accessToken === null) throw new Error('The member could not sign in')
  return {
    send: (method, path, body, key) =>
      fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    kill: () => server.kill(),
    async restart() {
      await server.kill()
      // on the same port, because tokens contain their issuer's address
      server = await spawnServer({ ...environment, AUSPEX_PORT: new URL(url).port }, dataDir)
    },
    async end() {
      await server.kill()
      removeData(dataDir)
      await postgres?.stop()
    },
  }
}

function readMember(dataDir: string): { login: string; password: string } {
  const member = readFirstRun(dataDir)?.users.find(({ role }) => role === 'member')
  if (member === undefined) throw new Error('The first run made no member')
  return { login: member.email, password: member.password }
}
