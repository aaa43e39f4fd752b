import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, getQueryStatus, getSignalReport, topicQuery } from '@auspex/sdk'
import { getServiceToken } from '@auspex/server'
import { readServiceClient } from '@auspex/server/testing'
import { nodeFlags } from '@auspex/server/node-flags'
import { quantile } from './figures.ts'
import type { ProbedSecond } from './probed-server.ts'

export interface FanOutFigures {
  /** From the request until a report of the signal shows a document, worst of the searches, in ms. */
  firstDocumentsMs: number
  /** From the request until the search is complete, median. */
  completeMs: number
  /** Longest block of the server's event loop, in the median and in the worst second. */
  loop: readonly ProbedSecond[]
}

const pollMs = 50
const answerWithinMs = 20_000
const topics = ['solar roofs', 'night trains', 'oat milk', 'heat pumps', 'cargo bikes', 'sea walls']

/** Searches for new topics in sources that take 0.3 to 3 seconds, and records what a page would show. */
export async function measureFanOut(): Promise<FanOutFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'auspex-fan-out-'))
  const file = join(dataDir, 'seconds.json')
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      ...nodeFlags,
      '--import',
      join(import.meta.dirname, 'loop-probe.mjs'),
      join(import.meta.dirname, 'fan-out.main.ts'),
    ],
    {
      env: {
        ...process.env,
        AUSPEX_LOOP_PROBE: file,
        AUSPEX_DATA: join(dataDir, 'data'),
        AUSPEX_PORT: String(port),
        AUSPEX_SOURCES: 'live',
        AUSPEX_REQUESTS_PER_MINUTE: '1000000',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('Auspex is ready') && resolve())
      child.once('exit', (code) => reject(new Error(`The server of the fan-out ended with ${code}`)))
    })
    const url = `http://localhost:${port}`
    const token = await getServiceToken(`${url}/identity`, readServiceClient(join(dataDir, 'data')))
    const client = createClient({ baseUrl: `${url}/api`, auth: { getToken: () => token } })
    const search = async (topic: string) => {
      const started = performance.now()
      let state = await topicQuery({ query_term: topic, force: true }, { client })
      let firstMs: number | null = null
      while (state.status === 'queued' || state.status === 'running') {
        if (performance.now() - started > answerWithinMs) throw new Error(`The search for ${topic} does not end`)
        await delay(pollMs)
        state = await getQueryStatus({ request_id: state.request_id }, { client })
        if (firstMs === null && state.sources.some(({ documentsStored }) => documentsStored > 0)) {
          const report = await getSignalReport(state.signal_id, {}, { client })
          if (report.counts.documents > 0) firstMs = performance.now() - started
        }
      }
      const completeMs = performance.now() - started
      return { firstMs: firstMs ?? completeMs, completeMs }
    }
    await search('warm up')
    const since = Date.now()
    const searches = []
    for (const topic of topics) searches.push(await search(topic))
    await delay(1_100)
    const loop = (JSON.parse(readFileSync(file, 'utf8')) as ProbedSecond[]).filter(({ at }) => at > since) // loop-probe.mjs wrote it
    return {
      firstDocumentsMs: Math.max(...searches.map(({ firstMs }) => firstMs)),
      completeMs: quantile(
        searches.map(({ completeMs }) => completeMs),
        0.5,
      ),
      loop,
    }
  } finally {
    child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // listen() on a TCP port never gives a pipe name
      server.close(() => resolve(port))
    })
  })
}
