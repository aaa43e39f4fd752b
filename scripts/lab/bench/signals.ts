/**
 * Usage: npm run bench:signals [-- --documents N]. Measures reports on a million documents, imports on both engines, the processing after them and a
 * fan-out; prints a Markdown table and exits with 1 if a bar is missed. Takes about ten minutes. DATABASE_URL names the PostgreSQL that is measured;
 * its database is filled. AUSPEX_SHARED_DATA names the folder that contains `corpora`; without it all documents are generated.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient, getQueryStatus, getSignalReport, getStatus, topicQuery } from '@auspex/sdk'
import { nodeFlags } from '@auspex/server/node-flags'
import { capture, makeTemporaryFolder } from '../../checks/harness/process.ts'
import { type Figure, hashReferenceMs, median, printFigures, quantile, sharedData } from '../figures.ts'
import { benchDocuments, type ImportedDocument, plantedTerms, rareWord } from './corpus.ts'
import {
  createLoopProbe,
  importBatches,
  measureReport,
  measureTerms,
  type ProbedServer,
  startProbed,
  type TermFigures,
  timeStored,
  toBatches,
} from './probed-server.ts'

const { values } = parseArgs({ options: { documents: { type: 'string', default: '1000000' } } })
const documents = Number(values.documents)
if (!Number.isSafeInteger(documents) || documents < 20_000) throw new RangeError('--documents is a number from 20000')
const files = ['forum_reddit_2006_2013', 'news_gdelt_2017_2021', 'forum_hn_stackexchange'].flatMap(
  (name) => sharedData.path(`corpora/${name}.jsonl.gz`) ?? [],
)
/** Enough for a report of the usual size. */
const importedDocuments = 60_000
const importedBesideReports = 40_000
const rounds = 15
/** Ranks of generated words that occur in some hundred to some thousand documents. */
const parallelRanks = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144]

const startedAt = performance.now()
function log(text: string): void {
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s  ${text}\n`)
}

const hashMs = hashReferenceMs()
const loads: number[] = []
const watch = setInterval(() => loads.push(loadavg()[0] ?? 0), 5_000)
const figures: Figure[] = []
for (const part of [importFigures, postgresFigures, fanOutFigures, reportFigures]) {
  figures.push(...(await part()))
  log(part.name)
}
clearInterval(watch)
console.log(
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(1)} GB, ` +
    `Node ${process.versions.node}, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} (this run alone makes about 2), ` +
    `hashing 256 MB ${hashMs.toFixed(0)} ms, ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes.\n`,
)
printFigures(figures)

async function measureImport(server: ProbedServer, name: string, count: number, skip = 0): Promise<number> {
  const allDocuments: ImportedDocument[] = []
  for await (const document of benchDocuments(skip === 0 ? files : [], skip + count)) allDocuments.push(document)
  const seconds = await importBatches(server, name, toBatches(allDocuments.slice(skip), 1_000))
  return count / seconds
}

/** Import, reports during it, and the processing after it, on the embedded engine. */
async function importFigures(): Promise<Figure[]> {
  const server = await startProbed()
  try {
    const aloneSince = Date.now()
    const alone = await measureImport(server, 'alone', importedDocuments)
    const loopAlone = server.loopFigure('import', aloneSince)
    // occurs in about one document in a hundred
    const term = files.length > 0 ? 'game' : rareWord(5)
    await measureReport(server, term)
    const besideSince = Date.now()
    const rest = measureImport(server, 'beside reports', importedBesideReports, importedDocuments)
    const { uncached, stored } = await reportsDuring(server, rest, term)
    const beside = await rest
    const loopBeside = server.loopFigure('import and reports', besideSince)
    const enrichmentSince = Date.now()
    const enrichment = await measureEnrichment(server)
    return [
      {
        what: 'import until searchable, embedded',
        value: alone,
        unit: 'documents/s',
        bar: { atLeast: 2_000 },
        note: `${importedDocuments} documents through the API, ${files.length > 0 ? 'real' : 'generated'}`,
      },
      {
        what: 'stored report during an import, p95',
        value: quantile(stored, 0.95),
        unit: 'ms',
        bar: { atMost: 250 },
        note: `whole request, ${stored.length} requests`,
      },
      {
        what: 'new report during an import, p95',
        value: quantile(uncached, 0.95),
        unit: 'ms',
        bar: { atMost: 250 },
        note: `server time, ${uncached.length} reports in sequence; the import continued at ${beside.toFixed(0)} documents/s`,
      },
      loopAlone,
      loopBeside,
      { ...enrichment, bar: { atLeast: 600 } },
      server.loopFigure('enrichment', enrichmentSince),
      {
        what: 'peak resident memory of that server',
        value: server.server().peakMemoryMb(),
        unit: 'MB',
        bar: { atMost: 1_200 },
        note: `${importedDocuments + importedBesideReports} documents`,
      },
    ]
  } finally {
    await server.end()
  }
}

/** Requests reports until `work` ends: one uncached, then stored ones, with pauses in which the import continues. */
async function reportsDuring(server: ProbedServer, work: Promise<unknown>, term: string) {
  const over = work.then(
    () => true,
    () => true,
  )
  const [uncached, stored]: [number[], number[]] = [[], []]
  while (!(await Promise.race([over, delay(150, false)]))) {
    const report = await measureReport(server, term)
    uncached.push(report.computeMs)
    for (let time = 0; time < 4; time += 1) {
      await delay(150)
      stored.push(await timeStored(server, report.signalId))
    }
  }
  return { uncached, stored }
}

/** Names and stories processed a second, until all are or 90 seconds are over. */
async function measureEnrichment({ client }: ProbedServer): Promise<Figure> {
  const began = performance.now()
  let { enrichment } = await getStatus({ client })
  const first = enrichment.done
  while (enrichment.pending > 0 && performance.now() - began < 90_000) {
    await delay(250)
    enrichment = (await getStatus({ client })).enrichment
  }
  const count = enrichment.done - first
  return {
    what: 'background enrichment',
    value: count / ((performance.now() - began) / 1000),
    unit: 'documents/s',
    note: `names, stories and term backgrounds of ${count} documents`,
  }
}

async function postgresFigures(): Promise<Figure[]> {
  const databaseUrl = process.env['DATABASE_URL'] ?? ''
  const figure = { what: 'import until searchable, PostgreSQL', unit: 'documents/s', bar: { atLeast: 5_000 } }
  if (databaseUrl === '') return [{ ...figure, value: null, note: 'DATABASE_URL names no PostgreSQL' }]
  const server = await startProbed({ DATABASE_URL: databaseUrl })
  try {
    const since = Date.now()
    const value = await measureImport(server, 'alone', importedDocuments)
    const note = `${importedDocuments} documents through the API`
    return [{ ...figure, value, note }, server.loopFigure('that import', since)]
  } finally {
    await server.end()
  }
}

/** Searches for new topics in sources that take 0.3 to 3 seconds, and records what a page would show. */
async function fanOutFigures(): Promise<Figure[]> {
  const loop = createLoopProbe()
  const program = join(import.meta.dirname, '../../checks/harness/library-api.main.ts')
  const args = [...nodeFlags, program, makeTemporaryFolder('fan-out'), '0', 'slow-sources']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...loop.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const client = createClient({ baseUrl: `${line.toString().trim()}/api`, auth: { getToken: () => 'mira' } })
    const search = async (topic: string) => {
      const began = performance.now()
      let state = await topicQuery({ query_term: topic, force: true }, { client })
      let firstMs: number | null = null
      while (state.status === 'queued' || state.status === 'running') {
        if (performance.now() - began > 20_000) throw new Error(`The search for ${topic} does not end`)
        await delay(50)
        state = await getQueryStatus({ request_id: state.request_id }, { client })
        if (firstMs !== null || state.sources.every(({ documentsStored }) => documentsStored === 0)) continue
        const { counts } = await getSignalReport(state.signal_id, {}, { client })
        if (counts.documents > 0) firstMs = performance.now() - began
      }
      const completeMs = performance.now() - began
      return { firstMs: firstMs ?? completeMs, completeMs }
    }
    await search('warm up')
    const since = Date.now()
    const searches = []
    for (const topic of ['solar roofs', 'night trains', 'oat milk', 'heat pumps', 'cargo bikes', 'sea walls'])
      searches.push(await search(topic))
    await delay(1_100)
    return [
      {
        what: 'fan-out until a report shows documents, worst',
        value: Math.max(...searches.map(({ firstMs }) => firstMs)),
        unit: 'ms',
        bar: { atMost: 1_500 },
        note: `four sources that answer after 0.3, 0.6, 1.2 and 3 s; complete after ${median(searches.map(({ completeMs }) => completeMs)).toFixed(0)} ms`,
      },
      loop.figure('fan-out', since, { atMost: 50 }),
    ]
  } finally {
    child.kill('SIGKILL')
  }
}

/** Reports of the large library. */
async function reportFigures(): Promise<Figure[]> {
  const library = join(makeTemporaryFolder('signals'), 'data')
  const builder = join(import.meta.dirname, 'build-library.main.ts')
  const args = [...nodeFlags, builder, library, String(documents), ...files]
  const seconds = Number(await capture(process.execPath, args, { timeoutMs: 3_600_000 }))
  log('library')
  const server = await startProbed({}, library)
  try {
    const since = Date.now()
    const [rare, common] = await measureTerms(server, [plantedTerms.rare, plantedTerms.common], rounds)
    if (rare === undefined || common === undefined) throw new Error('Two terms were measured')
    const loop = server.loopFigure('reports', since)
    const parallel = await measureParallel(server, parallelRanks.map(rareWord))
    const note = `${documents.toLocaleString('en')} documents`
    return [
      uncachedFigure('1 %', rare, 120),
      uncachedFigure('5 %', common, 400),
      {
        what: 'stored report, whole request, median',
        value: median(rare.stored),
        unit: 'ms',
        bar: { atMost: 15 },
        note: `p95 ${quantile(rare.stored, 0.95).toFixed(0)} ms, 5 % term ${median(common.stored).toFixed(0)} ms`,
      },
      parallel,
      {
        what: 'documents of the 1 % term, as many as were planted',
        value: rare.documents / Math.round(documents / 100),
        unit: '',
        bar: { atLeast: 1, atMost: 1 },
        note: `${rare.documents} and ${Math.round(documents / 100)}`,
      },
      loop,
      { what: 'peak resident memory of that server', value: server.server().peakMemoryMb(), unit: 'MB', note },
      { what: 'start with that library', value: server.server().readyMs, unit: 'ms', bar: { atMost: 5_000 }, note },
      { what: 'generating the library, in one process', value: documents / seconds, unit: 'documents/s' },
    ]
  } finally {
    await server.end()
  }
}

function uncachedFigure(
  share: string,
  { documents: counted, isSampled, uncached }: TermFigures,
  atMost: number,
): Figure {
  return {
    what: `report of a ${share} term, uncached, median`,
    value: median(uncached),
    unit: 'ms',
    bar: { atMost },
    note: `${counted.toLocaleString('en')} documents, ${isSampled ? 'estimated from a sample' : 'all counted'}; server time, ${rounds} rounds, p95 ${quantile(uncached, 0.95).toFixed(0)} ms`,
  }
}

/** Starts all searches at once and compares their counts with those of the same searches run one at a time. */
async function measureParallel(server: ProbedServer, terms: readonly string[]): Promise<Figure> {
  const count = async (term: string) => (await measureReport(server, term)).counts.documents
  const alone: number[] = []
  for (const term of terms) alone.push(await count(term))
  const began = performance.now()
  const results = await Promise.all(
    terms.map(async (term) => ({ documents: await count(term), ms: performance.now() - began })),
  )
  const times = results.map(({ ms }) => ms)
  return {
    what: 'ten searches at once, each with its own count',
    value: results.filter((result, at) => result.documents === alone[at]).length,
    unit: `of ${terms.length}`,
    bar: { atLeast: terms.length },
    note: `slowest ${Math.max(...times).toFixed(0)} ms, fastest ${Math.min(...times).toFixed(0)} ms`,
  }
}
