import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AuspexClient, createClient } from '@auspex/sdk'
import { createServerTarget, getServiceToken, type ImportTarget } from '@auspex/server'
import { readServiceClient, spawnServer, type SpawnedServer } from '@auspex/server/testing'

/** One second of the server's main thread, as written by `loop-probe.mjs`. */
export interface ProbedSecond {
  at: number
  p99Ms: number
  /** The longest block of the event loop. */
  maxMs: number
  /** Processor time of the entire process since its start. */
  cpuMs: number
  rssMb: number
}

export interface ProbedServer extends SpawnedServer {
  client: AuspexClient
  accessToken: string
  target(): Promise<ImportTarget>
  /** The seconds after a time given as in `Date.now()`. */
  seconds(since: number): ProbedSecond[]
}

const probe = pathToFileURL(join(import.meta.dirname, 'loop-probe.mjs')).href

/** Starts the real server with a probe of its event loop, and signs in as its service client. */
export async function startProbed(environment: Record<string, string>, dataDir?: string): Promise<ProbedServer> {
  const file = join(mkdtempSync(join(tmpdir(), 'auspex-loop-')), 'seconds.json')
  const server = await spawnServer(
    {
      AUSPEX_SOURCES: 'live',
      AUSPEX_LOG_LEVEL: 'warn',
      AUSPEX_REQUESTS_PER_MINUTE: '1000000',
      AUSPEX_LOOP_PROBE: file,
      NODE_OPTIONS: `--import ${probe}`,
      ...environment,
    },
    dataDir,
  )
  const credentials = readServiceClient(server.dataDir)
  const issuer = `${server.url}/identity`
  const accessToken = await getServiceToken(issuer, credentials)
  let token = accessToken
  return {
    ...server,
    accessToken,
    client: createClient({
      baseUrl: `${server.url}/api`,
      auth: { getToken: () => token, refresh: async () => (token = await getServiceToken(issuer, credentials)) },
    }),
    target: () => createServerTarget(server.url, issuer, credentials),
    seconds: (since) => readSeconds(file).filter(({ at }) => at >= since),
  }
}

function readSeconds(file: string): ProbedSecond[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProbedSecond[] // loop-probe.mjs writes it
  } catch {
    return []
  }
}
