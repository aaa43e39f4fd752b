import { type DailyReport, presentReport } from '@auspex/analytics'
import type { SignalReport } from '@auspex/sdk/types'
import type { WrittenReport } from './signal-reports.repository.ts'
import { serializeSeries } from './stored-series.ts'

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

const fresh = '{"stale":false,'
const stale = '{"stale":true,'

/** Serializes a report with `stale` first, so that the stored text can be marked as stale without parsing it. */
function serializeReport({ stale: _stale, ...report }: SignalReport): string {
  return fresh + JSON.stringify(report).slice(1)
}

/** The same text, marked as measured before the library changed. */
export function staleText(text: string): string {
  if (!text.startsWith(fresh)) throw new RangeError('this text is no stored report')
  return stale + text.slice(fresh.length)
}
