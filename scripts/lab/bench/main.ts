/** Usage: npm run bench -- FILE.jsonl.gz [TERM…]. Imports the file into a new embedded library and measures import, reports and memory; prints JSON. */
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, getStatus } from '@auspex/sdk'
import { createServerTarget, getServiceToken, importFile } from '@auspex/server'
import { hashReferenceMs, readReference } from './reference.ts'
import { benchReport } from './reports.ts'
import { readServiceClient, removeData, spawnServer } from '@auspex/server/testing'

const [file, ...terms] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: npm run bench -- FILE.jsonl.gz [TERM…]')
  process.exit(2)
}

const path = resolve(process.env.AUSPEX_INVOKED_FROM ?? process.cwd(), file)

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

const hashMs = hashReferenceMs()
const reference = await readReference(path)
const server = await spawnServer({ AUSPEX_SOURCES: 'live', AUSPEX_LOG_LEVEL: 'warn' })
try {
  const credentials = readServiceClient(server.dataDir)
  const issuer = `${server.url}/identity`
  const target = await createServerTarget(server.url, issuer, credentials)
  const started = performance.now()
  const { state } = await importFile(path, target, { progress: () => undefined, rejected: () => undefined })
  const importSeconds = (performance.now() - started) / 1000
  const importPeakMb = server.peakMemoryMb()

  const client = createClient({
    baseUrl: `${server.url}/api`,
    auth: { getToken: () => getServiceToken(issuer, credentials) },
  })
  // Names and near-duplicates are read after the import; most reports are opened later still.
  const enrichmentStarted = performance.now()
  while ((await getStatus({ client })).enrichment.pending > 0) await delay(1000)
  const enrichmentSeconds = (performance.now() - enrichmentStarted) / 1000
  const reports = []
  for (const term of terms.length > 0 ? terms : ['bitcoin', 'climate change', 'salmon', 'science', 'game'])
    reports.push(
      await benchReport(
        { client, target: () => createServerTarget(server.url, issuer, credentials) },
        term,
        state.stored,
      ),
    )

  const peakMb = server.peakMemoryMb()
  await server.stop()
  const second = await spawnServer({ AUSPEX_SOURCES: 'live', AUSPEX_LOG_LEVEL: 'warn' }, server.dataDir)
  await second.stop()

  const perSecond = state.read / importSeconds
  console.log(
    JSON.stringify(
      {
        at: new Date().toISOString(),
        machine: {
          cpu: cpus()[0]?.model,
          cores: cpus().length,
          memoryGb: round(totalmem() / 2 ** 30),
          node: process.version,
        },
        reference: { hash256MbMs: round(hashMs), readRowsPerSecond: Math.round(reference.rowsPerSecond) },
        start: { firstMs: Math.round(server.readyMs), secondMs: Math.round(second.readyMs) },
        import: {
          documents: state.stored,
          duplicates: state.duplicates,
          rejected: state.rejected,
          seconds: round(importSeconds),
          documentsPerSecond: Math.round(perSecond),
          shareOfReadingAlone: round(perSecond / reference.rowsPerSecond, 3),
        },
        enrichment: { secondsAfterImport: round(enrichmentSeconds) },
        reports: reports.map((each) => ({
          ...each,
          shareOfLibrary: round(each.shareOfLibrary, 4),
          uncachedMs: round(each.uncachedMs),
          cachedMs: round(each.cachedMs),
          uncachedPerHash: round(each.uncachedMs / hashMs, 3),
        })),
        memory: { importPeakMb, peakMb },
      },
      null,
      2,
    ),
  )
} finally {
  await server.stop()
  removeData(server.dataDir)
}
