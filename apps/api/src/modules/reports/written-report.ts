import { type DailyReport, presentReport } from '@auspex/analytics'
import type { WrittenReport } from './signal-reports.repository.ts'
import { serializeSeries } from './stored-series.ts'
import { serializeReport } from './stored-text.ts'

/** A report in its stored form. */
export function toWritten(report: DailyReport, isSettled: boolean): WrittenReport {
  const { title, subject } = report.query
  return {
    computedAt: new Date(report.computedAt),
    libraryRevision: report.libraryRevision,
    provenance: report.provenance,
    documents: report.counts.documents,
    isSettled,
    naming: { title, ...(subject !== undefined && { subject }) },
    body: serializeReport(presentReport(report)),
    series: serializeSeries(report),
  }
}
