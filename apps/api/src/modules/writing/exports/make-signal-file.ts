import { presentReport } from '@auspex/analytics'
import { Readable } from 'node:stream'
import type { SignalReport } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { version } from '../../../kernel/version.ts'
import type { DocumentFilter, DocumentsModule } from '../../library/index.ts'
import type { ForecastsModule, NarrativesModule, Signals } from '../../reports/index.ts'
import { writeBundle } from './bundle/write-bundle.ts'
import { documentColumns, presentedDocuments } from './document-rows.ts'
import type { AnalysisTable } from './analysis/analysis.ts'
import { toSignalAnalysis, toSignalSeries } from './analysis/signal-analysis.ts'
import { isSeriesFormat, writeAnalysis, writeParquet, writeSeries } from './analysis/write-analysis.ts'
import { ExportRefusedError } from '../writing.errors.ts'
import type { FileRequest } from './exports.types.ts'
import { type ReportSupplement, nameCountry, shownStoryIds, toPrintedReport } from './print/printed-report.ts'
import { writeHtml } from './print/write-html.ts'
import { byteOrderMark, writeCsv, writeJsonLines } from './write-rows.ts'

/** More documents than this would make a file that no program opens. */
const maxDocuments = 200_000
const maxAttempts = 3
const maxSheetDocuments = 5000

type MeasuredFile = Awaited<ReturnType<Signals['remeasure']>>

export interface SignalFileDependencies {
  signals: Signals
  documents: DocumentsModule
  narratives: NarrativesModule
  forecasts: ForecastsModule
  clock: Clock
}

/** Makes the file of a signal, measured now: its report as pages, its documents as rows, or both as a bundle that can be checked. */
export async function* makeSignalFile(
  { itemId, format }: FileRequest,
  deps: SignalFileDependencies,
): AsyncGenerator<Uint8Array> {
  const { signals, documents } = deps
  if (format === 'bundle') {
    yield* await makeBundle(itemId, deps)
    return
  }
  const measured = await signals.remeasure(itemId)
  const { report, input, filter } = measured
  if (isSeriesFormat(format)) {
    yield* writeSeries(Readable.from([toSignalSeries(report)]), format)
    return
  }
  if (format === 'html' || format === 'pdf' || format === 'xlsx' || format === 'pptx') {
    const presented = presentReport(report)
    const supplement = await readSupplement({ signalId: itemId, report: presented, filter }, deps)
    const printed = toPrintedReport(presented, supplement, (source) => signals.labelOf(source))
    if (format === 'xlsx' || format === 'pptx') {
      const analysis = toSignalAnalysis({ report: presented, printed, supplement, countryOf: nameCountry })
      const tables =
        format === 'xlsx' ? [...analysis.tables, await readDocumentsTable(measured, deps)] : analysis.tables
      yield await writeAnalysis({ ...analysis, tables }, format)
    } else if (format === 'html') yield new TextEncoder().encode(writeHtml(printed))
    else {
      // fonts and layout take some 15 MB: loaded at the first PDF
      const { writePdf } = await import('./print/write-pdf.ts')
      yield* writePdf(printed)
    }
    return
  }
  const ids = await documents.lists.listIds(filter, maxDocuments + 1)
  ensureFits(ids.length)
  const batches = presentedDocuments({ ids, node: input.node, filter }, documents)
  if (format === 'csv-excel') yield byteOrderMark
  if (format === 'parquet') yield* writeParquet(batches, documentColumns)
  else yield* format === 'jsonl' ? writeJsonLines(batches) : writeCsv(batches, documentColumns)
}

/** The documents as a sheet; of more than a workbook opens quickly, the first in the order of the other files. */
async function readDocumentsTable(
  { input, filter }: MeasuredFile,
  { documents }: SignalFileDependencies,
): Promise<AnalysisTable> {
  const ids = await documents.lists.listIds(filter, maxSheetDocuments + 1)
  const rows: AnalysisTable['rows'][number][] = []
  const firstIds = ids.slice(0, maxSheetDocuments)
  for await (const batch of presentedDocuments({ ids: firstIds, node: input.node, filter }, documents))
    for (const document of batch) rows.push(documentColumns.map(([, valueOf]) => valueOf(document)))
  return {
    title: 'Documents',
    note:
      ids.length > maxSheetDocuments
        ? `The first ${maxSheetDocuments.toLocaleString('en')}. CSV, JSON lines and Parquet hold all of them.`
        : '',
    columns: documentColumns.map(([name, , kind = 'text']) => ({ name, kind })),
    rows,
  }
}

async function readSupplement(
  { signalId, report, filter }: { signalId: string; report: SignalReport; filter: DocumentFilter },
  { signals, documents, narratives, forecasts }: SignalFileDependencies,
): Promise<ReportSupplement> {
  const query = await signals.findRequest(signalId)
  return {
    narratives: await narratives.narratives(query),
    forecast: await forecasts.forecast(query),
    copies: await documents.stories.countCopies(filter, shownStoryIds(report)),
  }
}

/**
 * A bundle describes one revision of the library: if the library changes between counting and reading, it starts over. Its pieces are buffered
 * until then, so that no part of another revision is stored.
 */
async function makeBundle(signalId: string, deps: SignalFileDependencies): Promise<Uint8Array[]> {
  const { signals, documents, clock } = deps
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await readLibraryState(deps)
    const { report, input, filter } = await signals.remeasure(signalId)
    const ids = await documents.lists.listIds(filter, maxDocuments + 1)
    ensureFits(ids.length)
    const pieces: Uint8Array[] = []
    const source = { report: presentReport(report), input, filter, ids, software: version, createdAt: clock.now() }
    for await (const piece of writeBundle(source, { documents })) pieces.push(piece)
    if ((await readLibraryState(deps)) === before) return pieces
  }
  throw new ExportRefusedError(
    'The library kept changing while the bundle was made; try again when imports and collection have finished.',
  )
}

/** Equal as long as the library does not change. */
async function readLibraryState({ documents }: SignalFileDependencies): Promise<string> {
  const [{ revision }, { pending, done }] = await Promise.all([
    documents.librarySummary(),
    documents.enrichmentProgress(),
  ])
  return JSON.stringify([revision, pending, done])
}

function ensureFits(documents: number): void {
  if (documents > maxDocuments)
    throw new ExportRefusedError(
      `More than ${maxDocuments.toLocaleString('en')} documents match; narrow the search to fewer days or sources.`,
    )
}
