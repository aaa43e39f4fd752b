import { removeData } from '@auspex/server/testing'
import { rareWord } from './corpus.ts'
import { measureFanOut } from './fan-out.ts'
import { type Figure, quantile } from './figures.ts'
import { measureEnrichment, measureImport, reportsDuring } from './measure-import.ts'
import { measureAnew } from './measure-reports.ts'
import { startPostgres } from './postgres.ts'
import { type ProbedSecond, startProbed } from './probed-server.ts'

export interface BenchInput {
  /** Contains the libraries; deleted at the end. */
  folder: string
  /** Number of documents in the large library. */
  documents: number
  files: readonly string[]
  say: (text: string) => void
}

/** Number of documents in the library for import measurements: enough for a report of the usual size. */
const importedDocuments = 60_000
const importedBesideReports = 40_000
const enrichmentAtMostMs = 90_000
const blockBar = { atMost: 50 }

function worst(seconds: readonly ProbedSecond[]): number {
  return Math.max(...seconds.map(({ maxMs }) => maxMs))
}

/**
 * The longest block of the event loop, and in how many seconds it was blocked beyond the threshold. The threshold itself only applies to
 * the fan-out, where people watch documents arrive; elsewhere the figure is for information.
 */
function loopFigure(what: string, seconds: readonly ProbedSecond[], bar: Figure['bar'] = null): Figure {
  const blockedSeconds = seconds.filter(({ maxMs }) => maxMs > blockBar.atMost)
  return {
    what: `event loop held at most, ${what}`,
    value: seconds.length === 0 ? null : worst(seconds),
    unit: 'ms',
    bar,
    note: `${blockedSeconds.length} of ${seconds.length} seconds above ${blockBar.atMost} ms; median of the seconds' longest ${quantile(
      seconds.map(({ maxMs }) => maxMs),
      0.5,
    ).toFixed(0)} ms`,
  }
}

/** Import, reports during it, and the processing after it, on the embedded engine. */
export async function importFigures({ files, say }: BenchInput): Promise<Figure[]> {
  const server = await startProbed({})
  try {
    let since = Date.now()
    const importAlone = await measureImport(server, { name: 'alone', files, documents: importedDocuments })
    const importLoop = server.seconds(since)
    say(`embedded import: ${importAlone.perSecond.toFixed(0)} documents/s`)
    // occurs in about one document in a hundred
    const term = files.length > 0 ? 'game' : rareWord(5)
    await measureAnew(server, term)
    const remainingImport = measureImport(server, {
      name: 'beside reports',
      files: [],
      documents: importedBesideReports,
      skip: importedDocuments,
    })
    since = Date.now()
    const reports = await reportsDuring(server, { work: remainingImport, term })
    const beside = await remainingImport
    const besideLoop = server.seconds(since)
    say(`reports beside an import: ${reports.anew.length}`)
    since = Date.now()
    const enrichment = await measureEnrichment(server, enrichmentAtMostMs)
    const enrichmentLoop = server.seconds(since)
    say(`enrichment: ${enrichment.perSecond.toFixed(0)} documents/s`)
    const peakMb = server.peakMemoryMb()
    return [
      {
        what: 'import until searchable, embedded',
        value: importAlone.perSecond,
        unit: 'documents/s',
        bar: { atLeast: 2_000 },
        note: `${importAlone.documents} documents through the API, ${files.length > 0 ? 'real' : 'generated'}`,
      },
      {
        what: 'stored report during an import, p95',
        value: quantile(reports.stored, 0.95),
        unit: 'ms',
        bar: { atMost: 250 },
        note: `whole request, ${reports.stored.length} requests`,
      },
      {
        what: 'report measured anew during an import, p95',
        value: quantile(reports.anew, 0.95),
        unit: 'ms',
        bar: { atMost: 250 },
        note: `server time, ${reports.anew.length} reports one after the other; the import went on at ${beside.perSecond.toFixed(0)} documents/s`,
      },
      loopFigure('import', importLoop),
      loopFigure('import and reports', besideLoop),
      {
        what: 'background enrichment',
        value: enrichment.perSecond,
        unit: 'documents/s',
        bar: { atLeast: 600 },
        note: `names, stories and term backgrounds of ${enrichment.documents} documents; progress was seen at ${enrichment.steps} counts`,
      },
      loopFigure('enrichment', enrichmentLoop),
      {
        what: 'peak resident memory of that server',
        value: peakMb,
        unit: 'MB',
        bar: { atMost: 1_200 },
        note: `${importAlone.documents + beside.documents} documents`,
      },
    ]
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

/** Import on PostgreSQL. */
export async function postgresFigures({ files, say }: BenchInput): Promise<Figure[]> {
  const what = 'import until searchable, PostgreSQL'
  const bar = { atLeast: 5_000 }
  const postgres = await startPostgres()
  if (postgres === null) return [{ what, value: null, unit: 'documents/s', bar, note: 'no PostgreSQL is installed' }]
  try {
    const server = await startProbed({ DATABASE_URL: postgres.databaseUrl })
    try {
      const since = Date.now()
      const { perSecond, documents } = await measureImport(server, {
        name: 'alone',
        files,
        documents: importedDocuments,
      })
      say(`PostgreSQL import: ${perSecond.toFixed(0)} documents/s`)
      const note = `${documents} documents through the API, PostgreSQL ${postgres.version} on the same machine`
      return [
        { what, value: perSecond, unit: 'documents/s', bar, note },
        loopFigure('import on PostgreSQL', server.seconds(since)),
      ]
    } finally {
      await server.stop()
      removeData(server.dataDir)
    }
  } finally {
    await postgres.stop()
  }
}

/** Sources that take between 0.3 and 3 seconds. */
export async function fanOutFigures({ say }: BenchInput): Promise<Figure[]> {
  const { firstDocumentsMs, completeMs, loop } = await measureFanOut()
  say(`fan-out: first documents after ${firstDocumentsMs.toFixed(0)} ms`)
  return [
    {
      what: 'fan-out until a report shows documents, worst',
      value: firstDocumentsMs,
      unit: 'ms',
      bar: { atMost: 1_500 },
      note: `four sources of this benchmark that answer after 0.3, 0.6, 1.2 and 3 s; complete after ${completeMs.toFixed(0)} ms`,
    },
    loopFigure('fan-out', loop, blockBar),
  ]
}
