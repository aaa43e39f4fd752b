import { readFirstRun } from '../start/first-run.ts'
import { removeData, spawnServer } from '../start/spawn-server.ts'
import { getServiceToken } from '../import/server-target.ts'

export interface RealServer {
  readonly url: string
  readonly token: string
  stop(): Promise<void>
}

/** The real server on loopback with the demo corpus, so that numbers do not depend on the network, and a token for it. */
export const startRealServer = async (): Promise<RealServer> => {
  const server = await spawnServer({ AUSPEX_SOURCES: 'demo', AUSPEX_LOG_LEVEL: 'warn' })
  const credentials = readFirstRun(server.dataDir)?.serviceClient
  if (!credentials) throw new Error('the first start wrote no service client')
  return {
    url: server.url,
    token: await getServiceToken(`${server.url}/identity`, credentials),
    stop: async () => {
      await server.stop()
      removeData(server.dataDir)
    },
  }
}
