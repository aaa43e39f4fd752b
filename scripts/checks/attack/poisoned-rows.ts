/**
 * Usage: npm run check checks/attack/poisoned-rows.ts. Sends documents and prices with impossible dates to the real server through every way of
 * importing rows, plants what earlier versions stored, and searches with impossible days. Fails if the server exits, a request gets a 5xx, a valid
 * row is lost, a planted row is still counted, or background work stalls.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getServiceToken, readFirstRun } from '@auspex/server'
import { readServiceClient, removeData, signIn, type SpawnedServer, spawnServer } from '@auspex/server/testing'
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { plantRows, readRows } from './poisoned-rows/plant-rows.ts'
import { impossibleDates, toDocument } from './poisoned-rows/rows.ts'

const honest = 60
/** Jobs that start by themselves within a minute; they are also queued, so that the check does not wait that long. */
const jobsToSee = ['enrichment', 'newsfeed-comparison', 'subscriptions', 'trends']
const maxWaitMs = 120_000
const environment = {
  AUSPEX_SOURCES: 'live',
  AUSPEX_LOG_LEVEL: 'error',
  AUSPEX_REQUESTS_PER_MINUTE: '1000000',
}
const faults: string[] = []
const figures = { exits: 0, requests: 0, answered5xx: 0, searches: 0 }

if (isWebStale()) await buildWeb()
let server: SpawnedServer = await spawnServer(environment)
const { url, dataDir } = server
const tokens = new Map<string, string>()

async function tokenOf(role: string): Promise<string> {
  if (role === 'importer') return getServiceToken(`${url}/identity`, readServiceClient(dataDir))
  const user = readFirstRun(dataDir)?.users.find((one) => one.role === role)
  if (user === undefined) throw new Error(`The first run made no ${role}`)
  const { accessToken } = await signIn(url, { login: user.email, password: user.password })
  if (accessToken === null) throw new Error(`The ${role} could not sign in`)
  return accessToken
}

async function send(role: string, method: string, path: string, body?: object) {
  const token = tokens.get(role) ?? (await tokenOf(role))
  tokens.set(role, token)
  figures.requests += 1
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (reply.status >= 500) {
    figures.answered5xx += 1
    faults.push(`${method} ${path} ${JSON.stringify(body ?? {}).slice(0, 120)} answered ${reply.status}`)
  }
  // any body of the contract
  return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Record<string, unknown> }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}

async function restart(between: () => Promise<void>): Promise<void> {
  if (server.exitCode() !== null) figures.exits += 1
  await server.stop()
  await between()
  // on the same port, because tokens contain their issuer's address
  server = await spawnServer({ ...environment, AUSPEX_PORT: new URL(url).port }, dataDir)
}

/** A batch over HTTP: each impossible row is rejected, and the valid ones are stored. */
async function sendBatch(): Promise<void> {
  const file = { name: 'poisoned.jsonl', sha256: 'd'.repeat(64), bytes: 1 }
  const { body: startedImport } = await send('importer', 'POST', '/imports', file)
  const path = `/imports/${textOf(startedImport['importId'])}`
  const documents = [
    ...impossibleDates.map((date, n) => toDocument(9_000 + n, date)),
    ...Array.from({ length: honest }, (_, n) => toDocument(n)),
  ]
  const { body } = await send('importer', 'POST', `${path}/batches`, {
    firstLine: 1,
    lastLine: documents.length,
    documents,
    rejected: [],
  })
  expectEqual(
    'a batch over HTTP',
    [body['stored'], body['rejected'], body['resumeLine']],
    [honest, impossibleDates.length, documents.length],
  )
  await send('importer', 'PATCH', path, { state: 'completed' })
}

/** Imports a file from the command line while the server is stopped. */
function importFile(): void {
  const path = join(dataDir, 'poisoned-file.jsonl')
  const rows = [...impossibleDates.map((date, n) => ({ n: 8_000 + n, date })), { n: 7_999, date: undefined }].map(
    ({ n, date }) => {
      const { title, body, publishedAt, outlet } = toDocument(n, date)
      return JSON.stringify({ title, body, published_at: publishedAt, source: outlet })
    },
  )
  writeFileSync(path, rows.join('\n'))
  const program = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
  const importRun = spawnSync(process.execPath, [program, 'import', path], {
    env: { ...process.env, ...environment, AUSPEX_DATA: dataDir, AUSPEX_PORT: new URL(url).port },
    encoding: 'utf8',
  })
  if (importRun.status !== 0 || !importRun.stdout.includes('stored 1,'))
    faults.push(
      `the import from the command line ended with ${importRun.status}: ${importRun.stdout}${importRun.stderr}`,
    )
}

async function sendPrices(): Promise<void> {
  for (const day of ['0001-01-01', '9999-12-31']) {
    const closes = [{ day, close: 1 }]
    const { status, body } = await send('importer', 'POST', '/closes', { symbol: 'QNC', market: 'stock', closes })
    expectEqual(`closes of ${day}`, [status, body['code']], [422, 'prices.day_outside'])
  }
}

/** Searches with and without impossible days, and reads the sections of each report; `stored` documents are about the topic. */
async function search(stored: number): Promise<void> {
  const spans = [
    {},
    { startDate: '0001-01-01' },
    { startDate: '0001-01-01', endDate: '9999-12-31' },
    { endDate: '9999-12-31' },
    { startDate: '9999-12-30', endDate: '9999-12-31' },
    { startDate: '0001-01-01', endDate: '0001-01-02' },
  ]
  for (const span of spans)
    for (const query_term of ['quince', 'quince harvest']) {
      figures.searches += 1
      const { body } = await send('member', 'POST', '/explore/topicQuery', {
        query_term,
        sources: ['imported'], // sends no request to outside sources
        force: true, // otherwise a report from a minute ago may be served from the cache
        ...span,
      })
      const id = textOf(body['signal_id'])
      if (id === '') continue
      for (const path of ['', '/forecast', '/momentum', '/volume', '/events', '/locations'])
        await send('member', 'GET', `/signal/json/${id}${path}`)
      await send('member', 'POST', '/explore/correlateStock', { signalId: id, symbol: 'QNC' })
      if (Object.keys(span).length > 0 || query_term !== 'quince') continue
      const { body: report } = await send('member', 'GET', `/signal/json/${id}`)
      const { documents } = (report['counts'] ?? {}) as { documents?: number } // a SignalReport
      expectEqual('documents of the report', documents, stored)
    }
  for (const path of ['/explore/generalTrends', '/sources', '/imports', '/newsfeed'])
    await send('importer', 'GET', path)
}

interface Unread {
  pending: number
  pendingWords: number
}

/** Waits until everything stored has been processed and every kind of job that started after `since` has succeeded. */
async function waitForWork(since: number): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const { body } = await send('member', 'GET', '/health/getStatus')
    const { pending, pendingWords } = body['enrichment'] as Unread // of a Status
    const unfinishedJobs = []
    for (const job of jobsToSee) if (!(await hasEnded(job, since))) unfinishedJobs.push(job)
    if (pending === 0 && pendingWords === 0 && unfinishedJobs.length === 0) return
    if (Date.now() > deadline) {
      const unread = `${pending} documents and the words of ${pendingWords} are unread`
      const silent = unfinishedJobs.length === 0 ? '' : `, and nothing was heard of ${unfinishedJobs.join(', ')}`
      return void faults.push(`after ${maxWaitMs / 1000} s ${unread}${silent}`)
    }
    await pause(1_000)
  }
}

async function hasEnded(queue: string, since: number): Promise<boolean> {
  const { body } = await send('godmode', 'GET', `/godmode/jobs?state=completed&queue=${queue}`)
  const jobs = (body['items'] ?? []) as { startedAt: string | null }[] // of a JobPage
  return jobs.some(({ startedAt }) => startedAt !== null && Date.parse(startedAt) >= since)
}

let [plantedCount, plantedAt] = [0, 0]
try {
  await sendBatch()
  await sendPrices()
  await search(honest)
  console.log(`Sent rows: ${figures.requests} requests, ${faults.length} faults`)
  await restart(async () => {
    importFile()
    plantedCount = await plantRows(dataDir, jobsToSee)
    plantedAt = Date.now()
  })
  await search(honest + 1)
  console.log(`Planted rows: ${plantedCount}; ${figures.requests} requests, ${faults.length} faults`)
  await waitForWork(plantedAt)
  if (server.exitCode() !== null) figures.exits += 1
  await server.stop()
  const rows = await readRows(dataDir)
  expectEqual('documents set aside', rows.setAside, plantedCount)
  expectEqual('documents outside of the bounds', rows.outside, 0)
  expectEqual('what waits', [rows.waitingWeeks, rows.waitingNames, rows.waitingArticles], [0, 0, 0])
  expectEqual('work that failed', rows.failed, [])
} finally {
  await server.kill()
  removeData(dataDir)
}
if (figures.exits > 0) faults.push(`the server ended ${figures.exits} times`)

console.log(
  `Poisoned rows: ${impossibleDates.length} impossible dates by batch and by file, ${plantedCount} planted; ${figures.requests} requests of them ${figures.searches} searches, ${figures.answered5xx} answered 5xx, ${figures.exits} exits; ${jobsToSee.length} kinds of work went on; ${faults.length} faults`,
)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
