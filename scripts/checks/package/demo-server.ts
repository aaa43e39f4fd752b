import { setTimeout as wait } from 'node:timers/promises'
import { createClient, getStatus } from '@auspex/sdk'
import { type RealServer, startRealServer } from '@auspex/server/testing'

/** The real server with the entire demo corpus, so that numbers depend neither on the network nor on the time of the run. */
export async function startDemoServer(): Promise<RealServer> {
  const server = await startRealServer({ sources: 'demo' })
  await demoIsLoaded(server.apiUrl)
  return server
}

/** On its first start the server already answers while it fills the library; numbers are stable once its size is. */
async function demoIsLoaded(baseUrl: string): Promise<void> {
  const client = createClient({ baseUrl })
  let previousCount = -1
  for (let unchanged = 0; unchanged < 5;) {
    const { documents } = await getStatus({ client })
    unchanged = documents > 0 && documents === previousCount ? unchanged + 1 : 0
    previousCount = documents
    await wait(400)
  }
}
