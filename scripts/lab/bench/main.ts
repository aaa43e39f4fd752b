/** Usage: npm run bench -- FILE.jsonl.gz [TERM…]. Imports the file into a new embedded library and measures import, reports and memory; prints JSON. */
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { importFile } from '@auspex/server'
import { hashReferenceMs, median, readJsonLines } from '../figures.ts'
import { measureTerms, startProbed, waitForEnrichment } from './probed-server.ts'

const [file, ...terms] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: npm run bench -- FILE.jsonl.gz [TERM…]')
  process.exit(2)
}
const path = resolve(process.env.AUSPEX_INVOKED_FROM ?? process.cwd(), file)

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}

const hashMs = hashReferenceMs()
// reading alone is an upper bound for an import
const readingSince = performance.now()
let rows = 0
for await (const row of readJsonLines(path)) rows += row === null ? 0 : 1
const rowsPerSecond = rows / secondsSince(readingSince)
const server = await startProbed()
try {
  const firstMs = server.server().readyMs
  const importedSince = performance.now()
  const target = await server.target()
  const { state } = await importFile(path, target, { progress: () => undefined, rejected: () => undefined })
  const seconds = secondsSince(importedSince)
  const importPeakMb = server.server().peakMemoryMb()
  // names and near-duplicates are read after the import; most reports are opened later still
  const enrichedSince = performance.now()
  await waitForEnrichment(server)
  const secondsAfterImport = round(secondsSince(enrichedSince))
  const wanted = terms.length > 0 ? terms : ['bitcoin', 'climate change', 'salmon', 'science', 'game']
  const reports = await measureTerms(server, wanted, 7)
  const peakMb = server.server().peakMemoryMb()
  await server.server().stop()
  await server.startAgain()
  const result = {
    at: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      memoryGb: round(totalmem() / 2 ** 30),
      node: process.version,
    },
    reference: { hash256MbMs: round(hashMs), readRowsPerSecond: Math.round(rowsPerSecond) },
    start: { firstMs: Math.round(firstMs), secondMs: Math.round(server.server().readyMs) },
    import: {
      documents: state.stored,
      duplicates: state.duplicates,
      rejected: state.rejected,
      seconds: round(seconds),
      documentsPerSecond: Math.round(state.read / seconds),
      shareOfReadingAlone: round(state.read / seconds / rowsPerSecond, 3),
    },
    enrichment: { secondsAfterImport },
    reports: reports.map(({ term, documents, uncached, stored }) => ({
      term,
      documents,
      shareOfLibrary: round(documents / state.stored, 4),
      uncachedMs: round(median(uncached)),
      storedMs: round(median(stored)),
      uncachedPerHash: round(median(uncached) / hashMs, 3),
    })),
    memory: { importPeakMb, peakMb },
  }
  console.log(JSON.stringify(result, null, 2))
} finally {
  await server.end()
}
