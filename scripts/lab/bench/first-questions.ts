/**
 * Usage: npm run bench:first. Imports the real archives of AUSPEX_SHARED_DATA, restarts the server, and asks fifty topics that
 * nobody asked before, once each; then fifty others while documents are imported. Prints a Markdown table and exits with 1 if a bar is missed.
 * Takes about eight minutes.
 */
import { getStatus } from '@auspex/sdk'
import { type Figure, median, printFigures, quantile, sharedData } from '../figures.ts'
import { benchDocuments, type ImportedDocument } from './corpus.ts'
import {
  importBatches,
  measureReport,
  type ProbedServer,
  startProbed,
  toBatches,
  waitForEnrichment,
} from './probed-server.ts'

const files = ['forum_reddit_2006_2013', 'news_gdelt_2017_2021', 'forum_hn_stackexchange'].flatMap(
  (name) => sharedData.path(`corpora/${name}.jsonl.gz`) ?? [],
)
const documents = 425_000
const importedDuring = 100_000
const [quietTopics, busyTopics] = [
  'bitcoin salmon coronavirus "steve jobs" wikileaks minecraft obama romney lobster "new york" egypt "climate change" marijuana "gun control" brexit iphone android python netflix vaccine olympics tesla google facebook school police election football guitar bread beer coffee cycling diabetes hurricane earthquake starcraft skyrim linux nasa mars higgs snowden drone trump "hong kong" whale oil gold tax',
  'kindle vegan syria occupy ubuntu pizza dog cat camera canon lens running yoga wine chess piano tea canada texas florida boston london paris mexico brazil india china korea japan water fire train flight boeing samsung nokia twitter youtube reddit "game of thrones" "star wars" doctor lawyer pirate ebola opera radio garden bike knife',
].map((line) => line.match(/"[^"]+"|\S+/g) ?? [])

function log(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0)} s  ${text}\n`)
}

function timeFigures(what: string, ms: readonly number[], bars: readonly [number, number, number] | null): Figure[] {
  const note = `server time of ${ms.length} topics, each asked once`
  return [
    { what: `${what}, median`, value: median(ms), unit: 'ms', bar: bars ? { atMost: bars[0] } : undefined, note },
    { what: `${what}, p95`, value: quantile(ms, 0.95), unit: 'ms', bar: bars ? { atMost: bars[1] } : undefined },
    { what: `${what}, worst`, value: Math.max(...ms), unit: 'ms', bar: bars ? { atMost: bars[2] } : undefined },
  ]
}

/** Server time of the first report of each topic. */
async function askOnce(server: ProbedServer, topics: readonly string[], isOver = () => false): Promise<number[]> {
  const ms: number[] = []
  for (const topic of topics) {
    if (isOver()) break
    const { computeMs, counts } = await measureReport(server, topic)
    log(`${topic}: ${counts.documents} documents, ${computeMs} ms`)
    ms.push(computeMs)
  }
  return ms
}

if (files.length === 0) {
  console.error('AUSPEX_SHARED_DATA names no folder with the archives (corpora/*.jsonl.gz)')
  process.exit(2)
}
const all: ImportedDocument[] = []
for await (const document of benchDocuments(files, documents + importedDuring)) all.push(document)
const figures: Figure[] = []
const server = await startProbed()
try {
  const importSince = Date.now()
  const seconds = await importBatches(server, 'archives', toBatches(all.slice(0, documents), 1_000))
  figures.push(
    { what: 'import until searchable', value: documents / seconds, unit: 'documents/s', bar: { atLeast: 5_000 } },
    server.loopFigure('import', importSince, { atMost: 50 }),
  )
  log('imported')
  await waitForEnrichment(server)
  const peakMb = server.server().peakMemoryMb()
  figures.push({ what: 'peak resident memory', value: peakMb, unit: 'MB', bar: { atMost: 1_000 } })
  await server.server().stop()
  await server.startAgain()
  figures.push({ what: 'start', value: server.server().readyMs, unit: 'ms', bar: { atMost: 2_500 } })
  while ((await getStatus({ client: server.client })).enrichment.pending > 0) await waitForEnrichment(server)
  await measureReport(server, 'weather') // the server's own warm-up precedes it
  const quietSince = Date.now()
  figures.push(
    ...timeFigures('first question', await askOnce(server, quietTopics ?? []), [90, 180, 350]),
    server.loopFigure('first questions', quietSince, { atMost: 50 }),
  )
  let isImported = false
  const busySince = Date.now()
  const importing = importBatches(server, 'more', toBatches(all.slice(documents), 1_000)).finally(() => {
    isImported = true
  })
  const busy = await askOnce(server, busyTopics ?? [], () => isImported)
  await importing
  figures.push(
    ...timeFigures('first question during an import', busy, null).map((figure) =>
      figure.what.endsWith('p95') ? { ...figure, bar: { atMost: 250 } } : figure,
    ),
    server.loopFigure('first questions during an import', busySince, { atMost: 50 }),
  )
  printFigures(figures)
} finally {
  await server.end()
}
