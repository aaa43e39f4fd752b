import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getServiceToken, readFirstRun } from '@auspex/server'
import {
  findFreePort,
  readServiceClient,
  removeData,
  signIn,
  type SpawnedServer,
  spawnServer,
} from '@auspex/server/testing'
import { startLocalPostgres } from '../../../apps/api/src/adapters/database/testing/local-postgres.ts'
import { openProxy, type Proxy } from './round-robin-proxy.ts'

export type ClusterRole = 'api' | 'worker'

/** A process of the cluster; it keeps its position and its port when restarted. */
export interface Member {
  readonly role: ClusterRole
  readonly port: number
  server: SpawnedServer
}

export interface Cluster {
  readonly proxy: Proxy
  readonly databaseUrl: string
  /** Where the first process stored its accounts. */
  readonly dataDir: string
  readonly members: readonly Member[]
  /** Stops it as a deployment does and starts it again. */
  restart(member: Member): Promise<void>
  /** Kills it as a crash would. */
  kill(member: Member): Promise<void>
  startAgain(member: Member): Promise<void>
  tokenOf(role: 'member' | 'godmode'): Promise<string>
  serviceToken(): Promise<string>
  end(): Promise<void>
}

/** Starts processes on one PostgreSQL behind a balancer. */
export async function startCluster({
  api,
  workers,
  sources = 'demo',
  databaseUrl,
}: {
  api: number
  workers: number
  sources?: 'demo' | 'live'
  /** An existing PostgreSQL. */
  databaseUrl?: string
}): Promise<Cluster> {
  const postgres = databaseUrl === undefined ? await startLocalPostgres() : { databaseUrl, stop: async () => {} }
  if (typeof postgres === 'string') throw new Error(postgres)
  const proxy = await openProxy()
  const folder = mkdtempSync(join(tmpdir(), 'auspex-cluster-'))
  const start = (role: ClusterRole, port: number): Promise<SpawnedServer> =>
    spawnServer(
      {
        AUSPEX_PORT: String(port),
        AUSPEX_PUBLIC_URL: proxy.url,
        AUSPEX_TRUST_PROXY: '1',
        AUSPEX_SOURCES: sources,
        AUSPEX_LOG_LEVEL: 'warn',
        AUSPEX_REQUESTS_PER_MINUTE: '1000000',
        AUSPEX_DRAIN_SECONDS: '1',
        DATABASE_URL: postgres.databaseUrl,
      },
      folder,
      ['--role', role],
    )
  const members: Member[] = []
  const add = async (role: ClusterRole): Promise<void> => {
    const port = await findFreePort()
    members.push({ role, port, server: await start(role, port) })
    proxy.use(members.filter((member) => member.role === 'api').map((member) => member.port))
  }
  // the first creates the tables, the accounts and the web app, which the others use
  await add('api')
  await Promise.all([
    ...Array.from({ length: api - 1 }, () => add('api')),
    ...Array.from({ length: workers }, () => add('worker')),
  ])
  const startAgain = async (member: Member): Promise<void> => {
    member.server = await start(member.role, member.port)
  }
  return {
    proxy,
    databaseUrl: postgres.databaseUrl,
    dataDir: folder,
    members,
    startAgain,
    kill: ({ server }) => server.kill(),
    async restart(member) {
      await member.server.stop()
      await startAgain(member)
    },
    async tokenOf(role) {
      const account = readFirstRun(folder)?.users.find((user) => user.role === role)
      if (account === undefined) throw new Error(`The first start made no ${role}`)
      const { accessToken } = await signIn(proxy.url, { login: account.email, password: account.password })
      if (accessToken === null) throw new Error(`The ${role} could not sign in`)
      return accessToken
    },
    serviceToken: () => getServiceToken(`${proxy.url}/identity`, readServiceClient(folder)),
    async end() {
      await Promise.all(members.map(({ server }) => server.kill()))
      await proxy.close()
      await postgres.stop()
      removeData(folder)
    },
  }
}
