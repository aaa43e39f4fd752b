/**
 * Usage: npm run bench -- FILE.jsonl.gz [TERM…]. Imports the file into a new embedded library and measures import, reports and memory; prints JSON.
 * Without terms it measures words of the file's titles, from common to rare.
 */
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { DataTooSparseError } from '@auspex/sdk'
import { importFile } from '@auspex/server'
import { readDocuments } from '@auspex/sources'
import { hashReferenceMs, median, readJsonLines } from '../figures.ts'
import { measureReport, measureTerms, type ProbedServer, startProbed, waitForEnrichment } from './probed-server.ts'

const [file, ...requestedTerms] = process.argv.slice(2)
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

/** Shares of the documents that have the measured words in their titles. */
const titleShares = [0.05, 0.02, 0.005, 0.002, 0.0005]
/** A search for a word of fewer titles might end as too sparse. */
const minTitles = 30

/** The words whose numbers of titles are nearest to `titleShares`. */
async function chooseTerms(): Promise<string[]> {
  const titlesOf = new Map<string, number>()
  let documents = 0
  for await (const row of readDocuments({ path, clock: () => new Date() })) {
    if (!('document' in row)) continue
    documents += 1
    for (const word of new Set(row.document.title?.toLowerCase().match(/\p{L}{5,}/gu)))
      titlesOf.set(word, (titlesOf.get(word) ?? 0) + 1)
  }
  const words = [...titlesOf].filter(([, titles]) => titles >= minTitles)
  const terms = titleShares.map((share) => {
    const distance = ([, titles]: (typeof words)[number]) => Math.abs(Math.log(titles / (share * documents)))
    return words.reduce<(typeof words)[number] | null>(
      (nearest, word) => (nearest === null || distance(word) < distance(nearest) ? word : nearest),
      null,
    )?.[0]
  })
  return [...new Set(terms)].filter((term) => term !== undefined)
}

/** The terms with enough documents for a report; the others are named on standard error. */
async function skipSparse(server: ProbedServer, terms: readonly string[]): Promise<string[]> {
  const measurable: string[] = []
  for (const term of terms)
    try {
      await measureReport(server, term)
      measurable.push(term)
    } catch (error) {
      if (!(error instanceof DataTooSparseError)) throw error
      console.error(`${term} is not measured: too few documents of the file match it`)
    }
  return measurable
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
  const terms = await skipSparse(server, requestedTerms.length > 0 ? requestedTerms : await chooseTerms())
  const reports = await measureTerms(server, terms, 7)
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
