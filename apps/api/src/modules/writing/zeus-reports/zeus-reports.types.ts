import type { ReportBlock, ReportBlockContent, SelectedMessage, ZeusReport, ZeusReportVersion } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Signals } from '../../reports/index.ts'

/** What the use cases of reports and their versions need. */
export interface ReportDependencies {
  database: Database
  signals: Signals
  /** Whether a thread belongs to the person. */
  isOwnThread: (person: Person, threadId: string) => Promise<boolean>
  /** Measures what a block shows. */
  measureBlock: (person: Person, content: ReportBlockContent) => Promise<ReportBlock>
  clock: Clock
  createId: CreateId
}

/** The part of a report that a person writes. */
export interface ReportText {
  title: string
  /** Markdown. */
  contents: string
  signalIds: readonly string[]
  selectedMessages: readonly SelectedMessage[]
}

export interface StoredReport extends ReportText {
  id: string
  ownerId: string
  organizationId: string | null
  revision: number
  threadId: string | null
  createdAt: Date
  updatedAt: Date
}

/** The kind of change made to a report. */
export interface ReportChange {
  change: ZeusReportVersion['change']
  restoredFrom: ZeusReportVersion['restoredFrom']
  changedAt: Date
}

/** A version without its text. */
export interface StoredVersion extends ReportChange {
  reportId: string
  revision: number
  title: string
  characters: number
}

/** Number of versions retained per report. */
export const maxVersions = 100

/** How long a deleted report can be restored, in milliseconds. */
export const restorableMs = 30 * 86_400_000

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
