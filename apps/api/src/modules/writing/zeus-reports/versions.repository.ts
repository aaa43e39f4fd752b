import type { SelectedMessage, ZeusReportVersion } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { maxVersions, type ReportText, type StoredReport, type StoredVersion } from './zeus-reports.types.ts'

interface VersionRow {
  report_id: string
  revision: number
  change: ZeusReportVersion['change']
  restored_from: number | null
  changed_at: Date
  title: string
  characters: number
}

interface TextRow extends VersionRow {
  contents: string
  signal_ids: string[]
  selected_messages: SelectedMessage[]
}

const columns = sql`report_id, revision, change, restored_from, changed_at, title, char_length(contents) as characters`

/** All SQL that reads the versions of a report. Callers check the owner first. */
export function createVersionsRepository({ kysely }: Database) {
  return {
    /** One page of the retained versions, newest first. */
    async list({ id, revision }: StoredReport, page: PageRequest): Promise<{ items: StoredVersion[]; total: number }> {
      const isRetained = sql`report_id = ${id} and revision > ${revision - maxVersions}`
      const { rows } = await sql<VersionRow>`
        select ${columns} from zeus_report_version where ${isRetained}
        order by revision desc limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      const countResult = await sql<{ total: string }>`
        select count(*) as total from zeus_report_version where ${isRetained}`.execute(kysely)
      return { items: rows.map(toVersion), total: Number(countResult.rows[0]?.total ?? 0) }
    },

    /** The text of the report after a change; null when that version is not retained. */
    async find(report: StoredReport, revision: number): Promise<{ version: StoredVersion; text: ReportText } | null> {
      if (revision <= report.revision - maxVersions) return null
      const { rows } = await sql<TextRow>`
        select ${columns}, contents, signal_ids, selected_messages from zeus_report_version
        where report_id = ${report.id} and revision = ${revision}`.execute(kysely)
      const [row] = rows
      if (row === undefined) return null
      const { title, contents, signal_ids: signalIds, selected_messages: selectedMessages } = row
      return { version: toVersion(row), text: { title, contents, signalIds, selectedMessages } }
    },
  }
}

function toVersion(row: VersionRow): StoredVersion {
  return {
    reportId: row.report_id,
    revision: row.revision,
    change: row.change,
    restoredFrom: row.restored_from,
    changedAt: row.changed_at,
    title: row.title,
    characters: row.characters,
  }
}
