/**
 * Usage: npm run bench:signals [-- [--documents N] [--library FOLDER] [FILE.jsonl.gz…]]. Measures reports on a million documents next to SQLite FTS5,
 * imports on both engines, the processing after them and a fan-out; prints a Markdown table and exits with 1 if a threshold is missed. Takes about
 * ten minutes. With files, it also measures reports of a library of those files alone, for terms chosen by their frequency; that library is created
 * in FOLDER and kept for the next run, or otherwise deleted with the rest. AUSPEX_SHARED_DATA names the folder that contains `corpora`; without it
 * all documents are generated.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hashReferenceMs } from './reference.ts'
import { type Figure, isReached, toTable } from './signals/figures.ts'
import { fanOutFigures, importFigures, postgresFigures } from './signals/library-figures.ts'
import { realFigures } from './signals/real-figures.ts'
import { reportFigures } from './signals/report-figures.ts'

const { values, positionals } = parseArgs({
  options: { documents: { type: 'string', default: '1000000' }, library: { type: 'string' } },
  allowPositionals: true,
})
const documents = Number(values.documents)
if (!Number.isSafeInteger(documents) || documents < 20_000) throw new RangeError('--documents is a number from 20000')
const data = process.env.AUSPEX_SHARED_DATA ?? join(import.meta.dirname, '../../../../shared/data')
const files = ['forum_reddit_2006_2013', 'news_gdelt_2017_2021', 'forum_hn_stackexchange']
  .map((name) => join(data, 'corpora', `${name}.jsonl.gz`))
  .filter((path) => existsSync(path))
const missing = positionals.find((path) => !existsSync(path))
if (missing !== undefined) throw new RangeError(`There is no file ${missing}`)

function say(text: string): void {
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s  ${text}\n`)
}

const startedAt = performance.now()
const hashMs = hashReferenceMs()
const loads: number[] = []
const watch = setInterval(() => loads.push(loadavg()[0] ?? 0), 5_000)
const folder = mkdtempSync(join(tmpdir(), 'auspex-bench-'))
const figures: Figure[] = []
try {
  // The files come first: after ten minutes of generated documents, the page cache and a shared core are slower.
  if (positionals.length > 0)
    figures.push(...(await realFigures({ library: values.library ?? join(folder, 'real'), files: positionals, say })))
  for (const part of [importFigures, postgresFigures, fanOutFigures, reportFigures])
    figures.push(...(await part({ folder, documents, files, say })))
} finally {
  clearInterval(watch)
  rmSync(folder, { recursive: true, force: true })
}

const load = loads.toSorted((a, b) => a - b)
console.log(
  [
    `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(1)} GB,`,
    `Node ${process.versions.node}, load ${load[0]?.toFixed(1) ?? '?'} to ${load.at(-1)?.toFixed(1) ?? '?'} (this run alone makes about 2),`,
    `hashing 256 MB ${hashMs.toFixed(0)} ms, ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes.`,
  ].join(' '),
)
console.log(`\n${toTable(figures)}\n`)
const missedFigures = figures.filter((figure) => isReached(figure) === false)
console.log(
  missedFigures.length === 0
    ? 'Every bar is reached.'
    : `${missedFigures.length} of ${figures.filter(({ bar }) => bar !== null).length} bars are not reached.`,
)
if (missedFigures.length > 0) process.exit(1)
