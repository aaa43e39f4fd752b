import type { SelectedMessage, ZeusReportVersion } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'

/** Somebody signed in. */
export type Person = Pick<Actor, 'userId' | 'organizationId'>

/** What a person writes in a report. */
export interface ReportText {
  title: string
  /** Markdown. */
  contents: string
  signalIds: readonly string[]
  selectedMessages: readonly SelectedMessage[]
}

/** A report as it is stored. */
export interface StoredReport extends ReportText {
  id: string
  ownerId: string
  organizationId: string | null
  revision: number
  threadId: string | null
  createdAt: Date
  updatedAt: Date
}

/** What was done to a report. */
export interface ReportChange extends Pick<ZeusReportVersion, 'change' | 'restoredFrom'> {
  changedAt: Date
}

/** What is known of a version without its text. */
export interface StoredVersion extends ReportChange {
  reportId: string
  revision: number
  title: string
  characters: number
}

/** Versions that a report keeps. */
export const keptVersions = 100

/** How long a deleted report can be brought back, in milliseconds. */
export const restorableMs = 30 * 86_400_000
