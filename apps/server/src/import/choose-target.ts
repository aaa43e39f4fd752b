import { readConfig } from '@auspex/api'
import { readFirstRun } from '../first-run/first-run.ts'
import { readServerFile } from '../start/server-file.ts'
import type { ImportTarget } from './import-target.ts'
import { createLibraryTarget } from './library-target.ts'
import { createServerTarget, serverAnswers } from './server-target.ts'

/** The running server when there is one, else the library itself: the embedded database has one owner at a time. */
export async function chooseTarget(): Promise<ImportTarget> {
  const config = readConfig()
  const server = readServerFile(config.dataDir)
  if (server && (await serverAnswers(server.url))) {
    const { AUSPEX_CLIENT_ID: client_id, AUSPEX_CLIENT_SECRET: client_secret } = process.env
    const credentials =
      client_id && client_secret ? { client_id, client_secret } : readFirstRun(config.dataDir)?.serviceClient
    if (!credentials) {
      throw new Error(
        'A server is running, and there is no service client to import with. Set AUSPEX_CLIENT_ID and AUSPEX_CLIENT_SECRET to one that has the role importer, or stop the server.',
      )
    }
    return createServerTarget(server.url, server.issuer, credentials)
  }
  return createLibraryTarget(config)
}
