import { removeData, type SpawnedServer, spawnServer } from '@auspex/server/testing'
import type { Finding } from './fault.ts'
import { type Person, signInAsMember } from './person.ts'

/** Environment of every server in these checks. */
export const quiet = { AUSPEX_LOG_LEVEL: 'fatal', AUSPEX_REQUESTS_PER_MINUTE: '1000000', DATABASE_URL: '' }

/** Runs a fault on a new server, with the demo corpus unless the environment overrides that. */
export async function withServer(
  environment: Record<string, string>,
  run: (server: SpawnedServer, member: Person) => Promise<Finding>,
): Promise<Finding> {
  const server = await spawnServer({ ...quiet, AUSPEX_SOURCES: 'demo', ...environment })
  try {
    return await run(server, await signInAsMember(server))
  } finally {
    await server.kill()
    removeData(server.dataDir)
  }
}
