/**
 * Usage: npm run check checks/attack/poisoned-rows.ts. Sends documents and prices with impossible dates to the real server through every way of
 * importing rows, plants what earlier versions stored, and searches with impossible days. Fails if the server exits, a request gets a 5xx, a valid
 * row is lost, a planted row is still counted, or background work stalls.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sampleDocument } from '../../../apps/api/src/testing/stored-documents.ts'
import { openLibrary } from '../harness/library.ts'
import { capture, finish } from '../harness/process.ts'
import { type Send, startProduct } from '../harness/product.ts'

/** Zero dates that programs write, the epoch, a typing error, clocks set to the future, and the limits of a date. */
const impossibleDates =
  '0001-01-01T00:00:00Z 0095-06-01T00:00:00Z 1601-01-01T00:00:00Z 1899-12-30T00:00:00Z 1969-12-31T23:59:59Z 1970-01-01T00:00:00Z 2127-01-01T00:00:00Z 9998-01-01T00:00:00Z 9999-12-31T23:59:59Z'.split(
    ' ',
  )
const honest = 60
const plantedFrom = 5_000
/** Jobs that start by themselves within a minute; they are also queued, so that the check does not wait that long. */
const jobsToSee = ['enrichment', 'newsfeed-comparison', 'subscriptions', 'trends']
const maxWaitMs = 120_000
const faults: string[] = []
const figures = { exits: 0, requests: 0, answered5xx: 0, searches: 0 }

const product = await startProduct()
const { url, dataDir } = product
const senders: Record<string, Send> = {}

type Role = 'service' | 'member' | 'godmode'

async function send(role: Role, method: string, path: string, body?: object) {
  const sender = (senders[role] ??= await product.sendAs(role))
  figures.requests += 1
  const reply = await sender(method, path, body)
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

function expectEqual(label: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    faults.push(`${label}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}

/** A document about the topic that the check searches for, from the last 60 days unless a date is given. */
function toDocument(n: number, publishedAt?: string) {
  const at = new Date(Date.now() - (1 + (n % 60)) * 86_400_000)
  return sampleDocument({
    nativeId: `poison-${n}`,
    outlet: `outlet${n % 7}.example`,
    url: `https://outlet${n % 7}.example/${n}`,
    title: `Quince harvest in district ${n}`,
    body: `What quince growers of district ${n} in Bavaria say about frost.`,
    publishedAt: publishedAt ?? `${at.toISOString().slice(0, 19)}Z`,
    country: 'DE',
    countryBasis: 'source',
  })
}

/** A batch over HTTP: each impossible row is rejected, and the valid ones are stored. */
async function sendBatch(): Promise<void> {
  const file = { name: 'poisoned.jsonl', sha256: 'd'.repeat(64), bytes: 1 }
  const { body: startedImport } = await send('service', 'POST', '/imports', file)
  const path = `/imports/${textOf(startedImport['id'])}`
  const documents = [
    ...impossibleDates.map((date, n) => toDocument(9_000 + n, date)),
    ...Array.from({ length: honest }, (_, n) => toDocument(n)),
  ]
  const lines = { firstLine: 1, lastLine: documents.length, rejected: [] }
  const { body } = await send('service', 'POST', `${path}/batches`, { ...lines, documents })
  const counts = [body['stored'], body['rejected'], body['resumeLine']]
  expectEqual('a batch over HTTP', counts, [honest, impossibleDates.length, documents.length])
  await send('service', 'PATCH', path, { state: 'completed' })
}

/** Imports a file from the command line while the server is stopped. */
async function importFile(): Promise<void> {
  const path = join(dataDir, 'poisoned-file.jsonl')
  const rows = [...impossibleDates, undefined].map((date, n) => {
    const { title, body, publishedAt, outlet } = toDocument(date === undefined ? 7_999 : 8_000 + n, date)
    return JSON.stringify({ title, body, published_at: publishedAt, source: outlet })
  })
  writeFileSync(path, rows.join('\n'))
  const program = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
  const env = {
    AUSPEX_DATA: dataDir,
    AUSPEX_PORT: new URL(url).port,
    AUSPEX_SOURCES: 'live',
    AUSPEX_LOG_LEVEL: 'error',
  }
  const output = await capture(process.execPath, [program, 'import', path], { env }).catch(String)
  if (!output.includes('stored 1,')) faults.push(`the import from the command line: ${output}`)
}

async function sendPrices(): Promise<void> {
  for (const day of ['0001-01-01', '9999-12-31']) {
    const closes = [{ day, close: 1 }]
    const { status, body } = await send('service', 'POST', '/closes', { symbol: 'QNC', market: 'stock', closes })
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
      // no request to outside sources, and no report from a minute ago
      const question = { query_term, sources: ['imported'], force: true, ...span }
      const id = textOf((await send('member', 'POST', '/explore/topicQuery', question)).body['signal_id'])
      if (id === '') continue
      for (const path of ['', '/forecast', '/momentum', '/volume', '/events', '/locations'])
        await send('member', 'GET', `/signal/json/${id}${path}`)
      await send('member', 'POST', '/explore/correlateStock', { signalId: id, symbol: 'QNC' })
      if (Object.keys(span).length > 0 || query_term !== 'quince') continue
      const { body: report } = await send('member', 'GET', `/signal/json/${id}`)
      expectEqual(
        'documents of the report',
        (report['counts'] as { documents?: number } | undefined)?.documents,
        stored,
      ) // a SignalReport
    }
  for (const path of ['/explore/generalTrends', '/sources', '/imports', '/newsfeed']) await send('service', 'GET', path)
}

/** Waits until everything stored has been processed and every kind of job that started after `since` has succeeded. */
async function waitForWork(since: number): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const { body } = await send('member', 'GET', '/health/getStatus')
    const { pending, pendingWords } = body['enrichment'] as { pending: number; pendingWords: number } // of a Status
    const unfinished = []
    for (const job of jobsToSee) if (!(await hasEnded(job, since))) unfinished.push(job)
    if (pending === 0 && pendingWords === 0 && unfinished.length === 0) return
    if (Date.now() > deadline) {
      const unread = `${pending} documents and the words of ${pendingWords} are unread`
      return void faults.push(`after ${maxWaitMs / 1000} s ${unread}; unfinished: ${unfinished.join(', ')}`)
    }
    await pause(1_000)
  }
}

async function hasEnded(queue: string, since: number): Promise<boolean> {
  const { body } = await send('godmode', 'GET', `/godmode/jobs?state=completed&queue=${queue}`)
  const jobs = (body['items'] ?? []) as { startedAt: string | null }[] // of a JobPage
  return jobs.some(({ startedAt }) => startedAt !== null && Date.parse(startedAt) >= since)
}

/** Writes rows that earlier versions accepted into the library of the stopped server, and queues jobs that process them; returns how many. */
async function plantRows(): Promise<number> {
  const { database, documents, close } = await openLibrary({ dataDir })
  try {
    await documents.storeDocuments(impossibleDates.map((_, n) => toDocument(plantedFrom + n)))
    const { rowCount } = await database.pool.query(
      `with dated as (
         update document d set ts = given.at, day = (given.at at time zone 'UTC')::date
         from unnest($1::text[], $2::timestamptz[]) as given (native_id, at)
         join document_text t on t.native_id = given.native_id join document before on before.id = t.id
         where d.id = t.id returning d.source_id, d.kind, d.day, before.day as day_before
       ),
       uncounted as (
         update source_day s set documents = s.documents - 1 from dated
         where s.source_id = dated.source_id and s.kind = dated.kind and s.day = dated.day_before
       )
       insert into source_day (source_id, kind, day, documents) select source_id, kind, day, 1 from dated`,
      [impossibleDates.map((_, n) => `poison-${plantedFrom + n}`), impossibleDates],
    )
    await database.pool.query(`
      update words_reading set version = 1;
      insert into cluster_pending (week) values ('0001-01-01'), ('9998-05-04'), ('20000-01-03') on conflict do nothing;
      insert into entity_pending (bucket, document_id) values (0, -128), (1, -127);
      insert into article_pending (document_id, published_at) values (-128, '0001-01-01T00:00:00Z');
      insert into price_series values ('imported', 'stock', 'QNC', 'stock', null, null, null, false, 'real', now());
      insert into price_close values ('imported', 'stock', 'QNC', '0001-01-01', 1), ('imported', 'stock', 'QNC', '9999-12-31', 1)`)
    await database.pool.query("insert into pgboss.job (name, data) select unnest($1::text[]), '{}'", [jobsToSee])
    return rowCount ?? 0
  } finally {
    await close()
  }
}

/** Checks what the stopped server left in its library. */
async function checkRows(expectedCount: number): Promise<void> {
  const { database, close } = await openLibrary({ dataDir })
  const count = async (table: string) => {
    const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    return rows[0]?.n ?? 0
  }
  expectEqual('documents set aside', await count('document_set_aside'), expectedCount)
  expectEqual(
    'documents outside of the bounds',
    await count(`document where ts < '1990-01-01' or ts > now() + interval '3 days'`),
    0,
  )
  for (const table of ['cluster_pending', 'entity_pending', 'article_pending'])
    expectEqual(table, await count(table), 0)
  expectEqual('work that failed', await count(`pgboss.job where state::text in ('failed', 'retry')`), 0)
  await close()
}

let plantedRows = 0
try {
  await sendBatch()
  await sendPrices()
  await search(honest)
  console.log(`Sent rows: ${figures.requests} requests, ${faults.length} faults`)
  if (product.server().exitCode() !== null) figures.exits += 1
  await product.server().stop()
  await importFile()
  plantedRows = await plantRows()
  const plantedAt = Date.now()
  await product.startAgain()
  await search(honest + 1)
  console.log(`Planted rows: ${plantedRows}; ${figures.requests} requests, ${faults.length} faults`)
  await waitForWork(plantedAt)
  if (product.server().exitCode() !== null) figures.exits += 1
  await product.server().stop()
  await checkRows(plantedRows)
} finally {
  await product.end()
}
if (figures.exits > 0) faults.push(`the server ended ${figures.exits} times`)
console.log(
  `Poisoned rows: ${impossibleDates.length} impossible dates by batch and by file, ${plantedRows} planted; ${figures.requests} requests of them ${figures.searches} searches, ${figures.answered5xx} answered 5xx, ${figures.exits} exits; ${jobsToSee.length} kinds of work went on; ${faults.length} faults`,
)
finish(faults)
