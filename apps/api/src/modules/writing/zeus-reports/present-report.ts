import type { ZeusReport, ZeusReportVersion } from '@auspex/sdk/types'
import type { StoredReport, StoredVersion } from './zeus-reports.types.ts'

/** Maps a report to the contract, which has no field for the owner. */
export function presentReport(report: StoredReport): ZeusReport {
  const { id, title, contents, revision, threadId, signalIds, selectedMessages, createdAt, updatedAt } = report
  return {
    id,
    title,
    contents,
    revision,
    threadId,
    signalIds: [...signalIds],
    selectedMessages: [...selectedMessages],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function presentVersion({ changedAt, ...version }: StoredVersion): ZeusReportVersion {
  return { ...version, changedAt: changedAt.toISOString() }
}
