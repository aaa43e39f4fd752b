import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@auspex/api'
import { getServiceToken } from '../import/server-target.ts'
import { type FirstRunFile, readFirstRun } from '../first-run/first-run.ts'
import { serve } from '../start/serve.ts'
import { findFreePort } from './find-free-port.ts'
import type { Credentials } from './sign-in.ts'

export interface RealServer {
  url: string
  /** Base address of the operations, without a trailing slash. */
  apiUrl: string
  /** An access token of the service client, for all of its scopes. */
  token: string
  serviceClient: FirstRunFile['serviceClient']
  /** Who administers it. */
  administrator: Credentials
  close(): Promise<void>
  /** A token of the service client for one scope. */
  tokenFor(scope: string): Promise<string>
}

/** Starts the product without its web app, on a free port, in a new data folder. `live` starts with an empty library. */
export async function startRealServer({ sources }: { sources: 'demo' | 'live' }): Promise<RealServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'auspex-real-'))
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
    const credentials = readServiceClient(dataDir)
    return {
      url: origin,
      apiUrl: `${origin}/api`,
      token: await getServiceToken(`${origin}/identity`, credentials),
      serviceClient: credentials,
      administrator: readAdministrator(dataDir),
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

function readAdministrator(dataDir: string): Credentials {
  const administrator = readFirstRun(dataDir)?.users.find(({ role }) => role === 'godmode')
  if (administrator === undefined) throw new Error('The first start made no administrator')
  return { login: administrator.email, password: administrator.password }
}

/** The service client's credentials, which the first start wrote into a data folder. */
export function readServiceClient(dataDir: string): FirstRunFile['serviceClient'] {
  const credentials = readFirstRun(dataDir)?.serviceClient
  if (credentials === undefined) throw new Error('The first start wrote no service client')
  return credentials
}
