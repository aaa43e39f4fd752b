import { setTimeout as wait } from 'node:timers/promises'
import { createClient, getStatus } from '@auspex/sdk'
import { type RealServer, startRealServer } from '@auspex/server/testing'

/** The real server with the whole demo corpus, so that numbers depend neither on the network nor on the moment. */
export async function startDemoServer(): Promise<RealServer> {
  const server = await startRealServer({ sources: 'demo' })
  await demoIsLoaded(server.apiUrl)
  return server
}

/** The first start fills the library while it already answers; numbers hold still once its size does. */
async function demoIsLoaded(baseUrl: string): Promise<void> {
  const client = createClient({ baseUrl })
  let before = -1
  for (let unchanged = 0; unchanged < 5;) {
    const { documents } = await getStatus({ client })
    unchanged = documents > 0 && documents === before ? unchanged + 1 : 0
    before = documents
    await wait(400)
  }
}
