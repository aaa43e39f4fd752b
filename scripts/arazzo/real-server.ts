import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@auspex/api'
import { getServiceToken } from '../import/server-target.ts'
import { readFirstRun } from '../start/first-run.ts'
import { serve } from '../start/serve.ts'

/** A server that journeys are taken on. */
export interface JourneyServer {
  /** Where the operations are, without a slash at the end. */
  apiUrl: string
  /** An access token of somebody who may do all that the journeys do. */
  token: string
  close(): Promise<void>
}

export interface RealServer extends JourneyServer {
  /** A token of the service client for one scope. */
  tokenFor(scope: string): Promise<string>
}

/** Starts the product without its web app, on a free port, in a data folder of its own. `live` begins with an empty library. */
export async function startRealServer({ sources }: { sources: 'demo' | 'live' }): Promise<RealServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'auspex-arazzo-'))
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const config = readConfig({
      AUSPEX_PORT: String(await findFreePort()),
      AUSPEX_DATA: dataDir,
      AUSPEX_SOURCES: sources,
      AUSPEX_REQUESTS_PER_MINUTE: '100000',
      AUSPEX_LOG_LEVEL: 'silent',
    })
    const serving = await serve(config, { withWeb: false })
    const origin = config.publicUrl.origin
    const credentials = readFirstRun(dataDir)?.serviceClient
    if (credentials === undefined) throw new Error('The first start wrote no service client')
    return {
      apiUrl: `${origin}/api`,
      token: await getServiceToken(`${origin}/identity`, credentials),
      tokenFor: (scope) => getServiceToken(`${origin}/identity`, credentials, scope),
      close: async () => {
        await serving.close()
        removeData()
      },
    }
  } catch (error) {
    removeData()
    throw error
  }
}

const findFreePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      // a listener on TCP has an AddressInfo, never the name of a pipe
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })
