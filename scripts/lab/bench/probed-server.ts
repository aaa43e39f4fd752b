import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type AuspexClient, createClient, getQueryStatus, getSignalReport, getStatus, topicQuery } from '@auspex/sdk'
import type { SearchState, SignalReport } from '@auspex/sdk/types'
import { createServerTarget, getServiceToken, type ImportTarget, storeBatches } from '@auspex/server'
import { readServiceClient } from '@auspex/server/testing'
import { makeTemporaryFolder } from '../../checks/harness/process.ts'
import { type Product, startProduct } from '../../checks/harness/product.ts'
import { type Figure, median } from '../figures.ts'

/** One second of the server's main thread, as written by `loop-probe.mjs`. */
interface ProbedSecond {
  at: number
  /** The longest block of the event loop. */
  maxMs: number
}

const probe = pathToFileURL(join(import.meta.dirname, 'loop-probe.mjs')).href

/** Environment that loads a probe of the event loop into a Node program, and what the probe wrote since a time. */
export function createLoopProbe() {
  const file = join(makeTemporaryFolder('loop'), 'seconds.json')
  return {
    environment: { AUSPEX_LOOP_PROBE: file, NODE_OPTIONS: `--import ${probe}` },
    /** The longest block since a time, and in how many seconds it was blocked for more than 50 ms. */
    figure(what: string, since: number, bar?: Figure['bar']): Figure {
      const seconds = readSeconds(file).filter(({ at }) => at >= since)
      const blocks = seconds.map(({ maxMs }) => maxMs)
      const note = `${blocks.filter((ms) => ms > 50).length} of ${blocks.length} seconds above 50 ms; median of the seconds' longest ${median(blocks).toFixed(0)} ms`
      const value = blocks.length === 0 ? null : Math.max(...blocks)
      return { what: `longest block of the event loop, ${what}`, value, unit: 'ms', bar, note }
    },
  }
}

function readSeconds(file: string): ProbedSecond[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProbedSecond[] // loop-probe.mjs writes it
  } catch {
    return []
  }
}

/** A server that documents can be imported into, as the import command does. */
export interface ProbedServer extends Product {
  client: AuspexClient
  token: string
  loopFigure: ReturnType<typeof createLoopProbe>['figure']
  target(): Promise<ImportTarget>
}

/** Starts the real server with a probe of its event loop, and signs in as its service client. */
export async function startProbed(environment: Record<string, string> = {}, dataDir?: string): Promise<ProbedServer> {
  const loop = createLoopProbe()
  const product = await startProduct({ AUSPEX_LOG_LEVEL: 'warn', ...loop.environment, ...environment }, dataDir)
  const credentials = readServiceClient(product.dataDir)
  const issuer = `${product.url}/identity`
  const readToken = () => getServiceToken(issuer, credentials)
  let token = await readToken()
  return {
    ...product,
    token,
    client: createClient({
      baseUrl: `${product.url}/api`,
      auth: { getToken: () => token, refresh: async () => (token = await readToken()) },
    }),
    loopFigure: loop.figure,
    target: () => createServerTarget(product.url, issuer, credentials),
  }
}

type Batch = Parameters<ImportTarget['store']>[1]['documents']

/** Imports documents in batches, as the import command does, and returns the seconds from the first to the last. */
export async function importBatches(server: ProbedServer, name: string, batches: readonly Batch[]): Promise<number> {
  const target = await server.target()
  const sha256 = Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
  const { id: importId } = await target.start({ name, sha256, bytes: 1 })
  const startedAt = performance.now()
  let line = 0
  const numbered = batches.map((documents) => {
    const firstLine = line + 1
    line += documents.length
    return { firstLine, lastLine: line, documents, rejected: [] }
  })
  await storeBatches(numbered, target.batchesAtOnce, (batch) => target.store(importId, batch))
  const seconds = (performance.now() - startedAt) / 1000
  await target.finish(importId)
  await target.close()
  return seconds
}

export function toBatches<Document>(documents: readonly Document[], size: number): Document[][] {
  return Array.from({ length: Math.ceil(documents.length / size) }, (_, n) => documents.slice(n * size, (n + 1) * size))
}

/** As often as the web app polls. Polling more often would distort the measurement. */
const pollMs = 400
/** A topic that does not occur in any library of the benchmark. */
const unheardOf = 'quzzlefrompt'
/** With fewer documents a search ends as too sparse. */
const minDocuments = 12
let moves = 0

/**
 * Stores some documents, so that every stored report is out of date: otherwise the same measurement would be read again. Then searches for a topic
 * that is not measured, because the first report after a change reads the library's totals, and waits until names and stories are processed.
 */
async function moveLibraryOn(server: ProbedServer): Promise<void> {
  moves += 1
  const documents = Array.from({ length: minDocuments }, (_, n) => ({
    sourceKey: 'imported' as const,
    nativeId: `${process.pid} ${Date.now()} ${n}`,
    kind: 'post' as const,
    outlet: 'bench.example',
    url: null,
    title: `${unheardOf} ${moves} ${n}`,
    body: null,
    author: null,
    // within the corpora's days, so that reports still span the same days
    publishedAt: '2019-06-03T12:00:00Z',
    datePrecision: 'second' as const,
    country: null,
    countryBasis: null,
    lang: null,
    engagement: null,
  }))
  await importBatches(server, `move ${process.pid} ${Date.now()}`, [documents])
  await searchImports(server, unheardOf)
  await waitForEnrichment(server)
}

export async function waitForEnrichment({ client }: ProbedServer): Promise<void> {
  while ((await getStatus({ client })).enrichment.pending > 0) await delay(pollMs)
}

/** Searches the imported documents, and waits until the search ends. */
async function searchImports({ client }: ProbedServer, term: string): Promise<SearchState> {
  let state = await topicQuery({ query_term: term, sources: ['imported'], force: true }, { client })
  while (state.status === 'queued' || state.status === 'running') {
    await delay(pollMs)
    state = await getQueryStatus({ request_id: state.request_id }, { client })
  }
  return state
}

/** Searches for a term, which computes its report again if the library has changed since. */
export async function measureReport(server: ProbedServer, term: string): Promise<SignalReport> {
  const { status, signal_id: id } = await searchImports(server, term)
  if (status !== 'complete') throw new Error(`The search for ${term} ended as ${status}`)
  return getSignalReport(id, {}, { client: server.client })
}

/** Milliseconds from requesting a stored report to its last byte. */
export async function timeStored({ url, token }: ProbedServer, signalId: string): Promise<number> {
  const startedAt = performance.now()
  const reply = await fetch(`${url}/api/signal/json/${signalId}`, { headers: { authorization: `Bearer ${token}` } })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`The stored report answered ${reply.status}`)
  return performance.now() - startedAt
}

export interface TermFigures {
  term: string
  documents: number
  isSampled: boolean
  /** Server time of uncached reports, in ms. */
  uncached: number[]
  /** Duration of the entire request for the stored report, in ms. */
  stored: number[]
}

/** Cycles through the terms, so that none finds the engine's page cache as it left it itself; the first round is a warm-up. */
export async function measureTerms(
  server: ProbedServer,
  terms: readonly string[],
  rounds: number,
): Promise<TermFigures[]> {
  const figures = terms.map((term): TermFigures => ({ term, documents: 0, isSampled: false, uncached: [], stored: [] }))
  const computedAt = new Map<string, string>()
  for (let round = -1; round < rounds; round += 1) {
    await moveLibraryOn(server)
    for (const figure of figures) {
      const report = await measureReport(server, figure.term)
      if (computedAt.get(figure.term) === report.computedAt) throw new Error(`${figure.term} was not measured again`)
      computedAt.set(figure.term, report.computedAt)
      figure.documents = report.counts.documents
      figure.isSampled = report.counts.sampled
      if (round < 0) continue
      figure.uncached.push(report.computeMs)
      for (let time = 0; time < 3; time += 1) figure.stored.push(await timeStored(server, report.signalId))
    }
  }
  return figures
}
