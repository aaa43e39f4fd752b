import { Readable } from 'node:stream'
import { CodedError } from '../../../kernel/errors.ts'
import { compareSignals } from '../../reports/index.ts'
import { ExportRefusal } from '../writing.errors.ts'
import type { AnalysisTable } from './analysis/analysis.ts'
import { toColumns } from './analysis/analysis.ts'
import { toComparisonAnalysis, toComparisonSeries } from './analysis/comparison-analysis.ts'
import { isSeriesFormat, writeAnalysis, writeSeries } from './analysis/write-analysis.ts'
import type { FileRequest } from './exports.types.ts'
import type { SignalFileDependencies } from './make-signal-file.ts'

/** Makes the file of a comparison, from the same figures as its page. */
export async function* makeComparisonFile(
  { itemId, format, comparison: choices }: FileRequest,
  { signals, clock }: SignalFileDependencies,
): AsyncGenerator<Uint8Array> {
  const compared = await compareSignals({ ids: itemId, ...choices }, { signals }).catch((error: unknown) => {
    if (error instanceof CodedError) throw new ExportRefusal(error.message)
    throw error
  })
  if (isSeriesFormat(format)) {
    yield* writeSeries(Readable.from([toComparisonSeries(compared)]), format)
    return
  }
  const rows: AnalysisTable['rows'][number][] = []
  for (const { signalId, query } of compared.signals) {
    const { coverage } = await signals.readReport(signalId)
    for (const { label, firstDay, lastDay, documents, total } of coverage.sources)
      rows.push([query.title, label, firstDay, lastDay, documents, total])
  }
  const sources: AnalysisTable = {
    title: 'Sources',
    note: 'What the library holds from the sources of each signal, over all of its days.',
    columns: toColumns({
      Signal: 'text',
      Source: 'text',
      'First day': 'day',
      'Last day': 'day',
      'Matching documents': 'count',
      'All documents': 'count',
    }),
    rows,
  }
  const createdAt = clock.now().toISOString()
  yield await writeAnalysis(
    toComparisonAnalysis({ comparison: compared, createdAt, sources }),
    format === 'pptx' ? 'pptx' : 'xlsx',
  )
}
