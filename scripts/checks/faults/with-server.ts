import { removeData, type SpawnedServer, spawnServer } from '@auspex/server/testing'
import type { Finding } from './fault.ts'
import { type Person, signInAsMember } from './person.ts'

/** What every server of the faults is started with. */
export const quiet = { AUSPEX_LOG_LEVEL: 'fatal', AUSPEX_REQUESTS_PER_MINUTE: '1000000', DATABASE_URL: '' }

/** Makes a fault on a server of its own, with the demo corpus unless the environment says otherwise. */
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
