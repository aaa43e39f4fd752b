import type { SelectedMessage, ZeusReportVersion } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'

/** A signed-in person. */
export type Person = Pick<Actor, 'userId' | 'organizationId'>

/** The part of a report that a person writes. */
export interface ReportText {
  title: string
  /** Markdown. */
  contents: string
  signalIds: readonly string[]
  selectedMessages: readonly SelectedMessage[]
}

/** A report as stored. */
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
export interface ReportChange extends Pick<ZeusReportVersion, 'change' | 'restoredFrom'> {
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
export const keptVersions = 100

/** How long a deleted report can be restored, in milliseconds. */
export const restorableMs = 30 * 86_400_000
