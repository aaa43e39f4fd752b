import { setTimeout as wait } from 'node:timers/promises'
import { createClient, getStatus } from '@auspex/sdk'
import { getServiceToken, readFirstRun } from '@auspex/server'
import { removeData, spawnServer } from '@auspex/server/testing'

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
  await demoIsLoaded(server.url)
  return {
    url: server.url,
    token: await getServiceToken(`${server.url}/identity`, credentials),
    stop: async () => {
      await server.stop()
      removeData(server.dataDir)
    },
  }
}

/** The first start fills the library while it already answers; numbers hold still once its size does. */
const demoIsLoaded = async (url: string): Promise<void> => {
  const client = createClient({ baseUrl: `${url}/api` })
  let before = -1
  for (let unchanged = 0; unchanged < 5;) {
    const { documents } = await getStatus({ client })
    unchanged = documents > 0 && documents === before ? unchanged + 1 : 0
    before = documents
    await wait(400)
  }
}
