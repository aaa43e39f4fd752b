import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nodeFlags } from '@auspex/server/node-flags'
import { median } from '../reference.ts'
import { plantedTerms, rareWord } from './corpus.ts'
import { type Figure, quantile } from './figures.ts'
import type { BenchInput } from './library-figures.ts'
import { measureParallel, measureTerms, type TermFigures } from './measure-reports.ts'
import { startProbed } from './probed-server.ts'
import { createSqliteReport } from './sqlite.ts'

const run = promisify(execFile)
const rounds = 15
/** Ranks of generated words that occur in some hundred to some thousand documents. */
const parallelRanks = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144]

/** Reports of the large library, and the same queries in SQLite. */
export async function reportFigures({ folder, documents, files, say }: BenchInput): Promise<Figure[]> {
  const [library, sqliteFile] = [join(folder, 'library'), join(folder, 'words.sqlite')]
  const build = async (program: string, target: string) => {
    const { stdout } = await run(process.execPath, [
      ...nodeFlags,
      join(import.meta.dirname, program),
      target,
      String(documents),
      ...files,
    ])
    const built = JSON.parse(stdout) as { documents: number; seconds: number } // the program's only output
    say(`${program}: ${built.documents} documents in ${built.seconds.toFixed(0)} s`)
    return built
  }
  // nothing is measured meanwhile, so both may use the entire machine
  const [built, sqliteBuilt] = await Promise.all([
    build('build-library.main.ts', library),
    build('build-sqlite.main.ts', sqliteFile),
  ])
  const server = await startProbed({}, library)
  const sqlite = createSqliteReport(sqliteFile)
  try {
    const since = Date.now()
    const terms = [plantedTerms.rare, plantedTerms.common]
    const [rare, common] = (await measureTerms(server, { terms, rounds })) as [TermFigures, TermFigures]
    const loop = server.seconds(since)
    say(`reports: ${median(rare.uncached).toFixed(0)} and ${median(common.uncached).toFixed(0)} ms`)
    const ofSqlite = (term: string) => {
      sqlite.ask(term)
      const answers = Array.from({ length: rounds }, () => sqlite.ask(term))
      return { documents: answers[0]?.documents ?? 0, ms: median(answers.map(({ ms }) => ms)) }
    }
    const parallel = await measureParallel(server, parallelRanks.map(rareWord))
    const largest = Math.max(...loop.map(({ maxMs }) => maxMs))
    const blockedSeconds = loop.filter(({ maxMs }) => maxMs > 50).length
    const compared = [rare, common].map((figure) => ({ figure, sqlite: ofSqlite(figure.term) }))
    const size = `${built.documents.toLocaleString('en')} documents`
    return [
      uncachedFigure('1 %', { figure: rare, atMost: 120 }),
      uncachedFigure('5 %', { figure: common, atMost: 400 }),
      {
        what: 'stored report, whole request, median',
        value: median(rare.stored),
        unit: 'ms',
        bar: { atMost: 15 },
        note: `p95 ${quantile(rare.stored, 0.95).toFixed(0)} ms, 5 % term ${median(common.stored).toFixed(0)} ms`,
      },
      {
        what: '10 searches at once, with the count of each alone',
        value: parallel.equal,
        unit: 'of 10',
        bar: { atLeast: parallel.searches },
        note: `slowest ${parallel.slowestMs.toFixed(0)} ms, fastest ${parallel.fastestMs.toFixed(0)} ms`,
      },
      {
        what: '10 searches at once, slowest / fastest',
        value: parallel.slowestMs / parallel.fastestMs,
        unit: '',
        bar: null,
        note: 'until each one has its report',
      },
      ...compared.flatMap(({ figure, sqlite: other }): Figure[] => [
        {
          what: `SQLite FTS5, the same questions, ${figure.term}`,
          value: other.ms,
          unit: 'ms',
          bar: null,
          note: `count, days, outlets, tone, newest 50, terms of 500; median, ${other.documents} documents`,
        },
        {
          what: `Auspex / SQLite, ${figure.term}`,
          value: median(figure.uncached) / other.ms,
          unit: '',
          bar: null,
          note: 'a report answers more questions: people, places, kinds, names, stories, changes, summary',
        },
      ]),
      {
        what: 'documents that both count of the 1 % term',
        value: rare.documents === compared[0]?.sqlite.documents ? 1 : 0,
        unit: 'equal',
        bar: { atLeast: 1 },
        note: `${rare.documents} and ${compared[0]?.sqlite.documents ?? 0}`,
      },
      {
        what: 'event loop held at most, reports',
        value: largest,
        unit: 'ms',
        bar: null,
        note: `${blockedSeconds} of ${loop.length} seconds above 50 ms; median of the seconds' longest ${quantile(
          loop.map(({ maxMs }) => maxMs),
          0.5,
        ).toFixed(0)} ms`,
      },
      { what: 'peak resident memory of that server', value: server.peakMemoryMb(), unit: 'MB', bar: null, note: size },
      { what: 'start with that library', value: server.readyMs, unit: 'ms', bar: { atMost: 5_000 }, note: size },
      {
        what: 'making it, in one process',
        value: built.documents / built.seconds,
        unit: 'documents/s',
        bar: null,
        note: `${sqliteBuilt.seconds.toFixed(0)} s for SQLite beside it`,
      },
    ]
  } finally {
    sqlite.close()
    await server.stop()
  }
}

function uncachedFigure(share: string, { figure, atMost }: { figure: TermFigures; atMost: number }): Figure {
  const exact = figure.sampled ? 'counts estimated from the 1/8 sample' : 'every document counted'
  return {
    what: `report of a ${share} term, uncached, median`,
    value: median(figure.uncached),
    unit: 'ms',
    bar: { atMost },
    note: `${figure.documents.toLocaleString('en')} documents, ${exact}; server time, ${rounds} rounds in turns, p95 ${quantile(figure.uncached, 0.95).toFixed(0)} ms`,
  }
}
