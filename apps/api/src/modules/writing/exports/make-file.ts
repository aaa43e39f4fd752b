import type { Clock } from '../../../kernel/clock.ts'
import { version } from '../../../kernel/version.ts'
import type { DocumentFilter, DocumentsModule } from '../../library/index.ts'
import type { ForecastsModule } from '../../reports/index.ts'
import type { NarrativesModule } from '../../reports/index.ts'
import { presentReport, type SignalsModule } from '../../reports/index.ts'
import { writeBundle } from './bundle/write-bundle.ts'
import { documentColumns, presentedDocuments } from './document-rows.ts'
import type { createMakeCollectionFile } from './make-collection-file.ts'
import type { createMakeReportFile } from './make-report-file.ts'
import type { createMakeStoryFile } from './make-story-file.ts'
import type { createMakeThreadFile } from './make-thread-file.ts'
import type { MakeFile } from './write-file.ts'
import { byteOrderMark, writeCsv, writeJsonLines } from './write-rows.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { SignalReport } from '@auspex/sdk/types'
import { type BesideReport, storiesShown, toPrintedReport } from './print/printed-report.ts'
import { writeHtml } from './print/write-html.ts'
import { writePdf } from './print/write-pdf.ts'

/** A longer file is no longer readable. */
const maxDocuments = 200_000
const tries = 3

export interface MakeFileDependencies {
  makeStoryFile: ReturnType<typeof createMakeStoryFile>
  makeReportFile: ReturnType<typeof createMakeReportFile>
  makeThreadFile: ReturnType<typeof createMakeThreadFile>
  makeCollectionFile: ReturnType<typeof createMakeCollectionFile>
  signals: Pick<SignalsModule['signals'], 'remeasure' | 'labelOf' | 'questionOf'>
  documents: DocumentsModule
  narratives: NarrativesModule
  forecasts: ForecastsModule
  clock: Clock
}

/** Makes the file of an export, measuring what it needs. */
export function createMakeFile({
  signals,
  documents,
  narratives,
  forecasts,
  makeStoryFile,
  makeReportFile,
  makeThreadFile,
  makeCollectionFile,
  clock,
}: MakeFileDependencies): MakeFile {
  return async function* makeFile({ userId, kind, itemId, format }) {
    if (kind === 'story') {
      yield* makeStoryFile({ userId, itemId, format })
      return
    }
    if (kind === 'report') {
      yield* makeReportFile({ userId, itemId, format })
      return
    }
    if (kind === 'thread') {
      yield* makeThreadFile({ userId, itemId, format })
      return
    }
    if (kind === 'portfolio' || kind === 'project') {
      yield* makeCollectionFile({ userId, kind, itemId, format })
      return
    }
    if (format === 'bundle') {
      yield* await makeBundle(itemId)
      return
    }
    const { report, input, filter } = await signals.remeasure(itemId)
    if (format === 'html' || format === 'pdf') {
      const shown = presentReport(report)
      const beside = await readBeside(itemId, shown, filter)
      const printed = toPrintedReport(shown, beside, (source) => signals.labelOf(source))
      yield* format === 'html' ? [new TextEncoder().encode(writeHtml(printed))] : writePdf(printed)
      return
    }
    const ids = await documents.lists.listIds(filter, maxDocuments + 1)
    ensureFits(ids.length)
    const batches = presentedDocuments({ ids, node: input.node, filter }, documents)
    if (format === 'csv-excel') yield byteOrderMark
    yield* format === 'jsonl' ? writeJsonLines(batches) : writeCsv(batches, documentColumns)
  }

  async function readBeside(signalId: string, report: SignalReport, filter: DocumentFilter): Promise<BesideReport> {
    const question = await signals.questionOf(signalId)
    return {
      narratives: await narratives.narratives(question),
      forecast: await forecasts.forecast(question),
      copies: await documents.stories.countCopies(filter, storiesShown(report)),
    }
  }

  /**
   * A bundle describes one revision of the library: if the library changes between counting and reading, it starts over. Its pieces are buffered
   * until then, so that no part of another revision is stored.
   */
  async function makeBundle(signalId: string): Promise<Uint8Array[]> {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const before = await momentOf()
      const { report, input, filter } = await signals.remeasure(signalId)
      const ids = await documents.lists.listIds(filter, maxDocuments + 1)
      ensureFits(ids.length)
      const pieces: Uint8Array[] = []
      const source = { report: presentReport(report), input, filter, ids, software: version, createdAt: clock.now() }
      for await (const piece of writeBundle(source, { documents })) pieces.push(piece)
      if ((await momentOf()) === before) return pieces
    }
    throw new ExportRefusal(
      'The library kept changing while the bundle was made; try again when imports and reading have ended.',
    )
  }

  async function momentOf(): Promise<string> {
    const [{ revision }, { pending, done }] = await Promise.all([
      documents.librarySummary(),
      documents.enrichmentProgress(),
    ])
    return JSON.stringify([revision, pending, done])
  }
}

function ensureFits(documents: number): void {
  if (documents > maxDocuments)
    throw new ExportRefusal(
      `More than ${maxDocuments.toLocaleString('en')} documents match; narrow the search to fewer days or sources.`,
    )
}
