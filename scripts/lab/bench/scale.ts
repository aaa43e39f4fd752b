/**
 * Usage: npm run bench:scale [-- --engine chdb|postgresql] [--documents N] [--imported N] [--keep FOLDER]. Imports generated documents, repeats
 * them with new ids and shifted dates up to the requested number, and prints how long storing and complete reports took. Documents are in ClickHouse
 * (npm `chdb`, AUSPEX_CHDB names its folder) or in a PostgreSQL on this machine. `--keep` leaves the library there, or measures the one already
 * there. Nothing else should run on the machine.
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { parseQuery } from '@auspex/analytics'
import { toMatching } from '@auspex/api'
import { makeTemporaryFolder } from '../../checks/harness/process.ts'
import { type Figure, printFigures, quantile } from '../figures.ts'
import { generateDocument, plantedTerms, toPlan } from './corpus.ts'
import { openScaleLibrary } from './scale-tables.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'chdb' },
    documents: { type: 'string', default: '1000000' },
    imported: { type: 'string', default: '100000' },
    keep: { type: 'string' },
  },
})
const [documents, imported] = [Number(values.documents), Number(values.imported)]
if (!(imported > 0 && documents >= imported)) throw new TypeError('--documents must be at least --imported, above 0')
if (values.engine !== 'chdb' && values.engine !== 'postgresql') throw new TypeError('--engine is chdb or postgresql')

const runs = 20
const warmRuns = 5

const questions = [
  { what: 'a 1 % term', query: plantedTerms.rare, atMost: 150 },
  { what: 'a 5 % term', query: plantedTerms.common, atMost: 250 },
  { what: 'a common phrase', query: '"of the"', atMost: 400 },
  { what: 'a beginning', query: 'velm*', atMost: 300 },
  { what: 'a beginning of many words', query: 'ster*', atMost: 300 },
] as const

/** The same batch size as `npm run import` with documents in ClickHouse, which also prepares the next batch while one is stored. */
const batchLines = 10_000

const library = await openScaleLibrary(values.engine, values.keep ?? makeTemporaryFolder('scale'))
const { documents: module } = library
try {
  const figures: Figure[] = []
  const storedCount = await library.count()
  if (storedCount === 0) figures.push(await importGenerated('import until searchable', 0))
  if (storedCount < documents) {
    figures.push(await library.grow({ first: imported, from: Math.max(storedCount, imported), to: documents }))
    // word frequencies of the entire library, with which reports compare their own
    await module.enrich.countTerms()
  }
  figures.push(...(await library.measureDisk(documents)))
  figures.push(...(await measureReports(values.engine === 'postgresql' ? 800 : undefined)))
  figures.push(...(await measureParallel()))
  figures.push(await importGenerated('the same into the whole library', storedCount + documents))
  figures.push(await library.measureMemory())
  console.log(
    `${values.engine}, ${documents.toLocaleString('en')} documents, ${cpus().length} cores, ${new Date().toISOString()}\n`,
  )
  printFigures(figures)
} finally {
  await library.close()
}

/**
 * Imports generated documents, starting at a number, as if from a file; they are generated before the timing starts, because a real import does not
 * generate its documents.
 */
async function importGenerated(what: string, from: number): Promise<Figure> {
  const { imports } = module
  const count = imported
  const plan = toPlan(count, count)
  const generatedDocuments = Array.from({ length: count }, (_, at) => generateDocument(from + at, plan))
  const start = performance.now()
  const { importId } = await imports.startImport({ name: 'generated.jsonl', sha256: `${from}`, bytes: count })
  let storing: Promise<unknown> = Promise.resolve()
  for (let at = 0; at < generatedDocuments.length; at += batchLines) {
    const batch = generatedDocuments.slice(at, at + batchLines)
    const previousBatch = storing
    storing = imports.storeImportBatch({
      importId,
      firstLine: at + 1,
      lastLine: at + batch.length,
      documents: batch,
      rejected: [],
    })
    await previousBatch
  }
  await storing
  const seconds = (performance.now() - start) / 1_000
  return {
    what,
    value: count / seconds,
    unit: 'documents/s',
    bar: { atLeast: 15_000 },
    note: `${count.toLocaleString('en')} documents in batches of ${batchLines.toLocaleString('en')}, read, counted and stored with fsync`,
  }
}

/** Reads all sections of a report: counts, days, places, voices with their names, distinctive words and names. */
async function readReport(text: string): Promise<{ sampleFraction: number; documents: number }> {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.message)
  const { counted, voicesAndContexts } = await module.reportFacts({ world: 'real', ...toMatching(parsed.query) })
  await voicesAndContexts
  return counted
}

/** `bar` is one time limit in milliseconds for all reports; without it, each query has its own. */
async function measureReports(bar?: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { what, query, atMost } of questions) {
    const times: number[] = []
    let last = await readReport(query)
    // a server that has answered before, as most have: its code is compiled and its disk pages are cached
    for (let run = 1; run < warmRuns; run += 1) last = await readReport(query)
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now()
      last = await readReport(query)
      times.push(performance.now() - start)
    }
    figures.push({
      what: `report of ${what}, p95`,
      value: quantile(times, 0.95),
      unit: 'ms',
      bar: { atMost: bar ?? atMost },
      note: `\`${query}\`: ${last.documents.toLocaleString('en')} documents${last.sampleFraction < 1 ? `, one in ${1 / last.sampleFraction} read` : ''}; median ${Math.round(quantile(times, 0.5))} ms`,
    })
  }
  return figures
}

/** Runs ten at once, and measures how long this process's event loop was blocked. */
async function measureParallel(): Promise<Figure[]> {
  let last = performance.now()
  let maxBlockedMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    maxBlockedMs = Math.max(maxBlockedMs, now - last - 5)
    last = now
  }, 5)
  const times = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const start = performance.now()
      await readReport(plantedTerms.common)
      return performance.now() - start
    }),
  )
  clearInterval(timer)
  return [
    {
      what: 'ten at once of a 5 % term, slowest',
      value: Math.max(...times),
      unit: 'ms',
      bar: { atMost: 2_000 },
      note: '',
    },
    { what: 'event loop blocked meanwhile', value: maxBlockedMs, unit: 'ms', bar: { atMost: 50 }, note: '' },
  ]
}
