import { doTasks } from '../../../../kernel/thread-tasks.ts'
import type { Analysis } from './analysis.ts'
import type { AnalysisTasks } from './write-analysis.ts'
import type { createParquetWriter } from './write-parquet.ts'

/** A thread writes one file. */
let parquet: ReturnType<typeof createParquetWriter> | undefined

doTasks<AnalysisTasks>({
  // each format loads its library alone
  workbook: async (analysis: Analysis) => (await import('./write-workbook.ts')).writeWorkbook(analysis),
  slides: async (analysis: Analysis) => (await import('./write-slides.ts')).writeSlides(analysis),
  parquetRows: async (columns) => {
    parquet ??= (await import('./write-parquet.ts')).createParquetWriter()
    return parquet.write(columns)
  },
  parquetEnd: () => parquet?.finish() ?? new Uint8Array(),
})
