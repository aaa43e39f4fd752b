import type { ExportFormat } from '@auspex/sdk/types'
import { createThread } from '../../../../kernel/thread.ts'
import { type Column, writeJsonLines } from '../write-rows.ts'
import type { Analysis, SeriesRow } from './analysis.ts'
import type { ParquetColumn } from './write-parquet.ts'

/** What is done in a thread of its own: large files take seconds. */
export interface AnalysisTasks {
  workbook: (analysis: Analysis) => Promise<Uint8Array>
  slides: (analysis: Analysis) => Promise<Uint8Array>
  parquetRows: (columns: readonly ParquetColumn[]) => Promise<Uint8Array>
  parquetEnd: (end: null) => Uint8Array
}

/** Rows of a Parquet file that are in memory at once. */
const rowGroupSize = 10_000

function startThread() {
  return createThread<AnalysisTasks>(new URL('./analysis.worker.ts', import.meta.url), {
    name: 'file-writer',
    idleMs: 10_000,
  })
}

/** Writes a workbook (`xlsx`) or slides. */
export async function writeAnalysis(analysis: Analysis, format: 'xlsx' | 'pptx'): Promise<Uint8Array> {
  const thread = startThread()
  try {
    return await thread.ask({ kind: format === 'xlsx' ? 'workbook' : 'slides', input: analysis })
  } finally {
    await thread.close()
  }
}

/** Writes rows as Parquet, which reads one column without the others; unknown is null. */
export async function* writeParquet<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
): AsyncGenerator<Uint8Array> {
  const thread = startThread()
  const encode = (rows: readonly Row[]) =>
    thread.ask({
      kind: 'parquetRows',
      input: columns.map(([name, of, kind = 'text']) => ({ name, kind, values: rows.map(of) })),
    })
  try {
    let rows: Row[] = []
    let isEmpty = true
    for await (const batch of batches) {
      for (const row of batch) rows.push(row)
      if (rows.length < rowGroupSize) continue
      yield await encode(rows)
      rows = []
      isEmpty = false
    }
    // a file without rows has its columns all the same
    if (rows.length > 0 || isEmpty) yield await encode(rows)
    yield await thread.ask({ kind: 'parquetEnd', input: null })
  } finally {
    await thread.close()
  }
}

export const seriesColumns: readonly Column<SeriesRow>[] = [
  ['signalId', ({ signalId }) => signalId],
  ['title', ({ title }) => title],
  ['measure', ({ measure }) => measure],
  ['firstDay', ({ firstDay }) => firstDay, 'day'],
  ['lastDay', ({ lastDay }) => lastDay, 'day'],
  ['value', ({ value }) => value, 'decimal'],
]

/** Whether a format is one row for each day and measure. */
export function isSeriesFormat(format: ExportFormat): format is 'series-jsonl' | 'series-parquet' {
  return format === 'series-jsonl' || format === 'series-parquet'
}

/** Writes what is drawn over time, one row for each day and measure. */
export function writeSeries(
  batches: AsyncIterable<readonly SeriesRow[]>,
  format: 'series-jsonl' | 'series-parquet',
): AsyncGenerator<Uint8Array> {
  return format === 'series-jsonl' ? writeJsonLines(batches) : writeParquet(batches, seriesColumns)
}
