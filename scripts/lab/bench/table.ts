/**
 * Usage: npm run bench:table [-- --parts PART,…] [--scale N]. Measures how fast the product is where people notice it and prints a Markdown table of
 * the figures with their bars; exits with 1 if one is missed. All parts take about fifty minutes, in which nothing else should run; npm run bench:first
 * is the part `real`, of eight minutes. `--scale 0.01` measures a hundredth of the documents, to try the program. A part that this machine cannot run
 * says what it lacks: AUSPEX_SHARED_DATA names the folder with the archives (corpora/*.jsonl.gz), DATABASE_URL a PostgreSQL whose database is filled,
 * AUSPEX_CHDB the folder of the npm package `chdb`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getStatus } from '@auspex/sdk'
import { nodeFlags } from '@auspex/server/node-flags'
import { capture, makeTemporaryFolder } from '../../checks/harness/process.ts'
import { type Figure, median, printFigures, quantile, sharedData } from '../figures.ts'
import { benchDocuments, type ImportedDocument, plantedTerms } from './corpus.ts'
import {
  importBatches,
  measureReport,
  measureTerms,
  type ProbedServer,
  startProbed,
  toBatches,
  waitForEnrichment,
} from './probed-server.ts'
import { executablePath, timeFirstScreens } from './first-screen.ts'
import { buildSqlite, openSqliteReport } from './sqlite.ts'

/** The documents of each part, before `--scale`. */
const sizes = {
  sqlite: 200_000,
  real: 425_000,
  during: 100_000,
  copies: 1_500_000,
  postgres: 60_000,
  chdb: 250_000,
}
const batchSize = 1_000
const rounds = 15
/** What a server allocates while it starts is free again by then. */
const restMs = 10_000
const [quietTopics = [], busyTopics = [], shownTopics = []] = [
  'bitcoin salmon coronavirus "steve jobs" wikileaks minecraft obama romney lobster "new york" egypt "climate change" marijuana "gun control" brexit iphone android python netflix vaccine olympics tesla google facebook school police election football guitar bread beer coffee cycling diabetes hurricane earthquake starcraft skyrim linux nasa mars higgs snowden drone trump "hong kong" whale oil gold tax',
  'kindle vegan syria occupy ubuntu pizza dog cat camera canon lens running yoga wine chess piano tea canada texas florida boston london paris mexico brazil india china korea japan water fire train flight boeing samsung nokia twitter youtube reddit "game of thrones" "star wars" doctor lawyer pirate ebola opera radio garden bike knife',
  'apple amazon microsoft disney batman zombie cancer abortion immigration pope hockey soccer baseball basketball beatles firefox wikipedia scientology libertarian christmas',
].map((line) => line.match(/"[^"]+"|\S+/g) ?? [])

const warmUpTopics = ['weather']

const parts = { sqlite: compareWithSqlite, real, copies: measureCopies, postgres, chdb }
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: Object.keys(parts).join(',') },
    scale: { type: 'string', default: '1' },
  },
})
const scale = Number(values.scale)
if (!(scale > 0 && scale <= 1)) throw new RangeError('--scale is a number above 0, and 1 at most')
const files = ['forum_reddit_2006_2013', 'news_gdelt_2017_2021', 'forum_hn_stackexchange'].flatMap(
  (name) => sharedData.path(`corpora/${name}.jsonl.gz`) ?? [],
)

const figures: Figure[] = []
for (const name of values.parts.split(',')) {
  if (!(name in parts)) throw new RangeError(`--parts names some of ${Object.keys(parts).join(', ')}`)
  const measure = parts[name as keyof typeof parts] // the line above compared the name
  figures.push(...(await measure().catch((error: unknown) => fail(`part ${name}`, error))))
  log(`part ${name}`)
}
printFigures(figures)

function log(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0)} s  ${text}\n`)
}

function toScale(count: number): number {
  return Math.max(2 * batchSize, Math.round((count * scale) / batchSize) * batchSize)
}

/** A part that broke must not cost the figures of the others. */
function fail(what: string, error: unknown): Figure[] {
  console.error(error)
  process.exitCode = 1
  return [{ what, value: null, unit: '', note: String(error).split('\n')[0] ?? '' }]
}

/** Figures that this machine cannot measure, and what it lacks. */
function skip(why: string, skipped: readonly Omit<Figure, 'value'>[]): Figure[] {
  return skipped.map((figure) => ({ ...figure, value: null, note: why }))
}

function timeFigures(
  what: string,
  ms: readonly number[],
  bars: { median?: number; p95?: number; worst?: number },
): Figure[] {
  const bar = (atMost: number | undefined) => (atMost === undefined ? undefined : { atMost })
  // a topic may be missing from a small library, and an import may end before the first question
  const value = (figure: number) => (Number.isFinite(figure) ? figure : null)
  const note = `server time of ${ms.length} topics, each asked once`
  return [
    { what: `${what}, median`, value: value(median(ms)), unit: 'ms', bar: bar(bars.median), note },
    { what: `${what}, p95`, value: value(quantile(ms, 0.95)), unit: 'ms', bar: bar(bars.p95) },
    { what: `${what}, worst`, value: value(Math.max(...ms)), unit: 'ms', bar: bar(bars.worst) },
  ]
}

/** Server time of the first report of each topic, until `isOver`. */
async function askOnce(
  server: ProbedServer,
  topics: readonly string[],
  isOver: () => boolean | Promise<boolean> = () => false,
): Promise<number[]> {
  const ms: number[] = []
  for (const topic of topics) {
    if (await isOver()) break
    try {
      const { computeMs, counts } = await measureReport(server, topic)
      log(`${topic}: ${counts.documents} documents, ${computeMs} ms`)
      ms.push(computeMs)
    } catch (error) {
      // a part of the library may have too few documents of a topic
      if (scale === 1) throw error
    }
  }
  return ms
}

/** Resident memory of the server's process now, in MB; null if the system does not report it. */
function readMemoryMb(server: ProbedServer): number | null {
  try {
    const status = readFileSync(`/proc/${server.server().pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
  } catch {
    return null
  }
}

async function measureRest(server: ProbedServer, what: string): Promise<Figure> {
  await delay(restMs)
  return { what: `memory at rest, ${what}`, value: readMemoryMb(server), unit: 'MB', bar: { atMost: 350 } }
}

async function isEnriching({ client }: ProbedServer): Promise<boolean> {
  return (await getStatus({ client })).enrichment.pending > 0
}

/** Names and stories of all documents, also those that are queued only after a pause. */
async function waitUntilEnriched(server: ProbedServer): Promise<void> {
  while (await isEnriching(server)) await waitForEnrichment(server)
}

async function readArchives(count: number): Promise<ImportedDocument[]> {
  const documents: ImportedDocument[] = []
  for await (const document of benchDocuments(files, count)) documents.push(document)
  return documents
}

const noArchives = 'AUSPEX_SHARED_DATA names no folder with the archives'

/** First questions to a real library: alone, during an import, and while names are read. */
async function real(): Promise<Figure[]> {
  if (files.length === 0) return skip(noArchives, [{ what: 'first question, median', unit: 'ms', bar: { atMost: 90 } }])
  const [size, during] = [toScale(sizes.real), toScale(sizes.during)]
  const all = await readArchives(size + during)
  const server = await startProbed()
  try {
    const startOfNone = { what: 'start with no documents', value: server.server().readyMs, unit: 'ms' }
    const measured: Figure[] = [{ ...startOfNone, bar: { atMost: 2_000 }, note: 'creates the database' }]
    measured.push(await measureRest(server, 'no documents'))
    const importSince = Date.now()
    const first = await importBatches(server, 'first archives', toBatches(all.slice(0, during), batchSize))
    const peakMb = server.server().peakMemoryMb()
    measured.push({ what: `peak memory, ${during} imported`, value: peakMb, unit: 'MB', bar: { atMost: 800 } })
    const rest = await importBatches(server, 'archives', toBatches(all.slice(during, size), batchSize))
    measured.push(importFigure('embedded', size / (first + rest), 5_000))
    measured.push(server.loopFigure('import', importSince, { atMost: 50 }))
    log('imported')
    await waitUntilEnriched(server)
    measured.push(peakFigure(server, `${size} documents imported and enriched`))
    await server.server().stop()
    await server.startAgain()
    measured.push({ what: 'start', value: server.server().readyMs, unit: 'ms', bar: { atMost: 2_500 } })
    measured.push(await measureRest(server, `${size} documents`))
    await waitUntilEnriched(server)
    await askOnce(server, warmUpTopics) // the server's own warm-up precedes it
    measured.push(...(await measureQuiet(server, { median: 90, p95: 180, worst: 350 })))
    measured.push(...(await measureFirstScreens(server).catch((error: unknown) => fail('first screen', error))))
    measured.push(...(await measureDuring(server, all.slice(size))))
    return measured
  } finally {
    await server.end()
  }
}

function importFigure(engine: string, value: number, atLeast: number): Figure {
  return { what: `import until searchable, ${engine}`, value, unit: 'documents/s', bar: { atLeast } }
}

function peakFigure(server: ProbedServer, what: string): Figure {
  return { what: `peak memory, ${what}`, value: server.server().peakMemoryMb(), unit: 'MB', bar: { atMost: 1_000 } }
}

async function measureQuiet(server: ProbedServer, bars: Parameters<typeof timeFigures>[2]): Promise<Figure[]> {
  const since = Date.now()
  const ms = await askOnce(server, quietTopics)
  return [...timeFigures('first question', ms, bars), server.loopFigure('first questions', since, { atMost: 50 })]
}

async function measureFirstScreens(server: ProbedServer): Promise<Figure[]> {
  const ms = await timeFirstScreens(server, shownTopics)
  const figure = { what: 'first screen of a new topic, p95', unit: 'ms', bar: { atMost: 500 } }
  if (ms === null) return skip(`there is no browser at ${executablePath}; AUSPEX_CHROMIUM names another`, [figure])
  if (ms.length === 0) return skip('no topic had enough documents', [figure])
  const note = `click to chart, ${ms.length} topics, median ${median(ms).toFixed(0)} ms`
  return [{ ...figure, value: quantile(ms, 0.95), note }]
}

/** Questions during an import, and others while the names of the documents and of a copy of them are read. */
async function measureDuring(server: ProbedServer, documents: readonly ImportedDocument[]): Promise<Figure[]> {
  let isImported = false
  const busySince = Date.now()
  const importing = importBatches(server, 'more', toBatches(documents, batchSize)).finally(() => {
    isImported = true
  })
  const duringImport = await askOnce(server, busyTopics, () => isImported)
  await importing
  const importLoop = server.loopFigure('first questions during an import', busySince, { atMost: 50 })
  await importCopies(server, documents, { from: documents.length, to: 2 * documents.length })
  const enrichmentSince = Date.now()
  const otherTopics = busyTopics.slice(duringImport.length)
  const duringEnrichment = await askOnce(server, otherTopics, async () => !(await isEnriching(server)))
  return [
    ...timeFigures('first question during an import', duringImport, { p95: 250 }),
    importLoop,
    ...timeFigures('first question during enrichment', duringEnrichment, { p95: 220 }),
    server.loopFigure('first questions during enrichment', enrichmentSince, { atMost: 50 }),
  ]
}

/** First questions to a library of the archives, repeated with other ids, outlets and days. */
async function measureCopies(): Promise<Figure[]> {
  const size = toScale(sizes.copies)
  const what = `first question, ${size} documents`
  if (files.length === 0) return skip(noArchives, [{ what: `${what}, median`, unit: 'ms', bar: { atMost: 150 } }])
  const archives = await readArchives(toScale(sizes.real))
  const server = await startProbed()
  try {
    const million = toScale(1_000_000)
    await importCopies(server, archives, { from: 0, to: million })
    const measured = [peakFigure(server, `${million} imported`)]
    await importCopies(server, archives, { from: million, to: size })
    log('imported')
    await waitUntilEnriched(server)
    await server.server().stop()
    await server.startAgain()
    await waitUntilEnriched(server)
    await askOnce(server, warmUpTopics)
    measured.push(...timeFigures(what, await askOnce(server, quietTopics), { median: 150, p95: 300, worst: 500 }))
    return measured
  } finally {
    await server.end()
  }
}

/** Imports a part of the repeated documents, a hundred thousand at a time: more copies at once would not fit in this program's memory. */
async function importCopies(
  server: ProbedServer,
  archives: readonly ImportedDocument[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  const step = 100_000
  for (let first = from; first < to; first += step) {
    const documents = repeat(archives, first, Math.min(first + step, to))
    await importBatches(server, `copies ${first}`, toBatches(documents, batchSize))
  }
}

/** Documents `from` to `to` of an endless repetition, of which each round has outlets of its own and begins some weeks earlier. */
function repeat(archives: readonly ImportedDocument[], from: number, to: number): ImportedDocument[] {
  return Array.from({ length: to - from }, (_, index) => {
    const round = Math.floor((from + index) / archives.length)
    const document = archives[(from + index) % archives.length] as ImportedDocument // the index is below the length
    if (round === 0) return document
    const publishedAt = new Date(Date.parse(document.publishedAt) - round * 45 * 86_400_000).toISOString()
    const nativeId = document.nativeId === null ? null : `${document.nativeId} ${round}`
    return { ...document, nativeId, url: null, outlet: `${round}.${document.outlet}`, publishedAt }
  })
}

/** The same questions to the product and to SQLite, of which the planted terms have 1 % and 5 % of the documents. */
async function compareWithSqlite(): Promise<Figure[]> {
  const size = Math.max(20_000, toScale(sizes.sqlite))
  const folder = makeTemporaryFolder('sqlite')
  const library = join(folder, 'data')
  const builder = join(import.meta.dirname, 'build-library.main.ts')
  await capture(process.execPath, [...nodeFlags, builder, library, String(size), ...files], { timeoutMs: 3_600_000 })
  const sqliteFile = join(folder, 'documents.sqlite')
  await buildSqlite(sqliteFile, benchDocuments(files, size, size / 2))
  log('libraries')
  const terms = [plantedTerms.rare, plantedTerms.common]
  const server = await startProbed({}, library)
  const sqlite = openSqliteReport(sqliteFile)
  try {
    const reports = await measureTerms(server, terms, rounds)
    return reports.map(({ term, documents, uncached }, index): Figure => {
      const answers = Array.from({ length: rounds }, () => sqlite.ask(term))
      const sqliteMs = median(answers.map(({ ms }) => ms))
      return {
        what: `report of a ${index === 0 ? 1 : 5} % term, uncached, against SQLite FTS5`,
        value: median(uncached) / sqliteMs,
        unit: '×',
        bar: { atMost: 2 },
        note: `medians ${median(uncached).toFixed(0)} and ${sqliteMs.toFixed(0)} ms; ${documents} and ${answers[0]?.documents} of ${size} documents`,
      }
    })
  } finally {
    sqlite.close()
    await server.end()
  }
}

async function postgres(): Promise<Figure[]> {
  const databaseUrl = process.env['DATABASE_URL'] ?? ''
  if (databaseUrl !== '')
    return measureImport('PostgreSQL', { DATABASE_URL: databaseUrl }, toScale(sizes.postgres), 6_000)
  return skip('DATABASE_URL names no PostgreSQL', [importFigure('PostgreSQL', 0, 6_000)])
}

async function chdb(): Promise<Figure[]> {
  const location = `chdb:${join(makeTemporaryFolder('chdb'), 'documents')}`
  if ((process.env['AUSPEX_CHDB'] ?? '') !== '')
    return measureImport('chdb', { AUSPEX_DOCUMENTS: location }, toScale(sizes.chdb), 15_000)
  return skip('AUSPEX_CHDB names no folder of chdb', [importFigure('chdb', 0, 15_000)])
}

async function measureImport(
  engine: string,
  environment: Record<string, string>,
  count: number,
  atLeast: number,
): Promise<Figure[]> {
  const documents = await readArchives(count)
  const server = await startProbed(environment)
  try {
    const since = Date.now()
    const seconds = await importBatches(server, engine, toBatches(documents, batchSize))
    return [
      importFigure(engine, count / seconds, atLeast),
      server.loopFigure(`import into ${engine}`, since, { atMost: 50 }),
    ]
  } finally {
    await server.end()
  }
}
