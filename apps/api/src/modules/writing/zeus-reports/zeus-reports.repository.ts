import type { SelectedMessage } from '@auspex/sdk/types'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from '../../../adapters/database/database.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { maxVersions, type ReportChange, type StoredReport } from './zeus-reports.types.ts'

interface ReportRow {
  id: string
  owner_id: string
  organization_id: string | null
  revision: number
  thread_id: string | null
  title: string
  contents: string
  signal_ids: string[]
  selected_messages: SelectedMessage[]
  created_at: Date
  updated_at: Date
}

const columns = sql`id, owner_id, organization_id, revision, thread_id, title, contents, signal_ids, selected_messages,
  created_at, updated_at`

/** Old versions are deleted after this many changes. */
const pruneEvery = 20

function isOwn({ userId, organizationId }: Person): RawBuilder<boolean> {
  return sql`owner_id = ${userId} and organization_id is not distinct from ${organizationId}::text`
}

export interface ReportFilter {
  id: string | null
  threadId: string | null
  /** In lower case; empty for all. */
  search: string
}

export type ZeusReportsRepository = ReturnType<typeof createZeusReportsRepository>

/** All SQL of reports except their versions. Reports are only accessible to their author. */
export function createZeusReportsRepository({ kysely }: Database) {
  return {
    ...createReportReader(kysely),

    /** Stores a new report with its first version. */
    insert: (report: StoredReport): Promise<void> =>
      kysely.transaction().execute(async (trx) => {
        await sql`
          insert into zeus_report (${columns})
          values (${report.id}, ${report.ownerId}, ${report.organizationId}, ${report.revision}, ${report.threadId},
            ${report.title}, ${report.contents}, ${JSON.stringify(report.signalIds)}::jsonb,
            ${JSON.stringify(report.selectedMessages)}::jsonb, ${report.createdAt}::timestamptz,
            ${report.updatedAt}::timestamptz)`.execute(trx)
        await insertVersion(trx, report, { change: 'create', restoredFrom: null, changedAt: report.createdAt })
      }),

    /**
     * Changes a report under a lock: `write` gets the stored report and returns the new one, or null for no change. Resolves with the report as
     * stored afterwards; null when it is not the person's.
     */
    change: (
      { person, id }: { person: Person; id: string },
      write: (stored: StoredReport) => { report: StoredReport; change: ReportChange } | null,
    ): Promise<StoredReport | null> =>
      kysely.transaction().execute(async (trx) => {
        const { rows } = await sql<ReportRow>`
          select ${columns} from zeus_report where id = ${id} and deleted_at is null and ${isOwn(person)} for update`.execute(
          trx,
        )
        if (rows[0] === undefined) return null
        const stored = toReport(rows[0])
        const written = write(stored)
        if (written === null) return stored
        const { report, change } = written
        await sql`
          update zeus_report set revision = ${report.revision}, title = ${report.title}, contents = ${report.contents},
            signal_ids = ${JSON.stringify(report.signalIds)}::jsonb,
            selected_messages = ${JSON.stringify(report.selectedMessages)}::jsonb,
            updated_at = ${report.updatedAt}::timestamptz where id = ${id}`.execute(trx)
        await insertVersion(trx, report, change)
        if (report.revision % pruneEvery === 0)
          await sql`
            delete from zeus_report_version
            where report_id = ${id} and revision <= ${report.revision - maxVersions}`.execute(trx)
        return report
      }),

    /** Marks a report as deleted; returns whether it existed. */
    async remove(person: Person, id: string, at: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update zeus_report set deleted_at = ${at}::timestamptz
        where id = ${id} and deleted_at is null and ${isOwn(person)}`.execute(kysely)
      return numAffectedRows === 1n
    },

    /** Restores a report that was deleted after `since`; null when there is nothing to restore. */
    async restore(person: Person, id: string, since: Date): Promise<StoredReport | null> {
      const { rows } = await sql<ReportRow>`
        update zeus_report set deleted_at = null
        where id = ${id} and (deleted_at is null or deleted_at > ${since}::timestamptz) and ${isOwn(person)}
        returning ${columns}`.execute(kysely)
      return rows[0] === undefined ? null : toReport(rows[0])
    },

    /** Deletes a report for good, if it was deleted before `until`. */
    async purge(id: string, until: Date): Promise<void> {
      await sql`delete from zeus_report where id = ${id} and deleted_at <= ${until}::timestamptz`.execute(kysely)
    },

    /** Unlinks a deleted thread. */
    async forgetThread(threadId: string): Promise<void> {
      await sql`update zeus_report set thread_id = null where thread_id = ${threadId}`.execute(kysely)
    },
  }
}

function createReportReader(kysely: Kysely<Tables>) {
  return {
    async find(person: Person, id: string): Promise<StoredReport | null> {
      const { rows } = await sql<ReportRow>`
        select ${columns} from zeus_report where id = ${id} and deleted_at is null and ${isOwn(person)}`.execute(kysely)
      return rows[0] === undefined ? null : toReport(rows[0])
    },

    /** One page, the last changed first. */
    async list({
      person,
      filter: { id, threadId, search },
      page,
    }: {
      person: Person
      filter: ReportFilter
      page: PageRequest
    }): Promise<{ items: StoredReport[]; total: number }> {
      const matching = sql`from zeus_report where deleted_at is null and ${isOwn(person)}
        and (${id}::text is null or id = ${id}) and (${threadId}::text is null or thread_id = ${threadId})
        and (strpos(lower(title), ${search}) > 0 or strpos(lower(contents), ${search}) > 0)`
      const { rows } = await sql<ReportRow>`
        select ${columns} ${matching} order by updated_at desc, id limit ${page.perPage} offset ${pageOffset(page)}`.execute(
        kysely,
      )
      const countResult = await sql<{ total: string }>`select count(*) as total ${matching}`.execute(kysely)
      return { items: rows.map(toReport), total: Number(countResult.rows[0]?.total ?? 0) }
    },

    /** The given reports that the person wrote and that are not deleted. */
    async listOwn(person: Person, ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from zeus_report where id = any(${[...ids]}::text[]) and deleted_at is null and ${isOwn(person)}`.execute(
        kysely,
      )
      return rows.map(({ id }) => id)
    },

    /** Reports deleted before `until`, which can no longer be restored. */
    async listDeleted(until: Date): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from zeus_report where deleted_at <= ${until}::timestamptz order by deleted_at, id`.execute(kysely)
      return rows.map(({ id }) => id)
    },
  }
}

async function insertVersion(trx: Kysely<Tables>, report: StoredReport, change: ReportChange): Promise<void> {
  await sql`
    insert into zeus_report_version (report_id, revision, change, restored_from, changed_at, title, contents, signal_ids,
      selected_messages)
    values (${report.id}, ${report.revision}, ${change.change}, ${change.restoredFrom}, ${change.changedAt}::timestamptz,
      ${report.title}, ${report.contents}, ${JSON.stringify(report.signalIds)}::jsonb,
      ${JSON.stringify(report.selectedMessages)}::jsonb)`.execute(trx)
}

function toReport(row: ReportRow): StoredReport {
  return {
    id: row.id,
    ownerId: row.owner_id,
    organizationId: row.organization_id,
    revision: row.revision,
    threadId: row.thread_id,
    title: row.title,
    contents: row.contents,
    signalIds: row.signal_ids,
    selectedMessages: row.selected_messages,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
