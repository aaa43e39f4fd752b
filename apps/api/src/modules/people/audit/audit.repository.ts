import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'

export type TargetKind = 'organization' | 'group' | 'user' | 'module' | 'cache' | 'job' | 'token' | 'client'

/** A field before and after, as text; null where it is absent. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

/** What was changed, and how. */
export interface AuditedChange {
  operation: string
  targetKind: TargetKind
  targetId: string
  targetName: string | null
  organizationId: string | null
  changes: FieldChange[]
}

/** A change made by an administrator. */
export interface AuditRecord extends AuditedChange {
  id: string
  at: Date
  userId: string
  userName: string | null
  requestId: string
}

/** Which entries to list; null for any. */
export interface AuditFilter {
  organizationId: string | null
  userId: string | null
  searchTerm: string | null
  /** At or after. */
  from: Date | null
  /** Before. */
  to: Date | null
}

export type StoredAuditRecord = AuditRecord & { position: string }

/** All SQL of the audit trail: it inserts and reads, and the database refuses everything else. Also takes a transaction. */
export function createAuditRepository(kysely: Kysely<object>) {
  const matchesFilter = ({ organizationId, userId, searchTerm, from, to }: AuditFilter) =>
    sql.join(
      [
        sql`true`,
        ...(organizationId === null ? [] : [sql`organization_id = ${organizationId}`]),
        ...(userId === null ? [] : [sql`user_id = ${userId}`]),
        ...(searchTerm === null ? [] : [sql`position(lower(${searchTerm.trim()}) in search_text) > 0`]),
        ...(from === null ? [] : [sql`at >= ${from}`]),
        ...(to === null ? [] : [sql`at < ${to}`]),
      ],
      sql` and `,
    )

  return {
    async insert(entry: AuditRecord): Promise<void> {
      await sql`insert into audit_entry
          (id, at, user_id, user_name, operation, target_kind, target_id, target_name, organization_id, changes, request_id)
        values (${entry.id}, ${entry.at}, ${entry.userId}, ${entry.userName}, ${entry.operation}, ${entry.targetKind},
          ${entry.targetId}, ${entry.targetName}, ${entry.organizationId}, ${JSON.stringify(entry.changes)}::jsonb,
          ${entry.requestId})`.execute(kysely)
    },

    /** One page, newest first: a numbered one, or what was stored before a position. */
    async list(filter: AuditFilter, page: PageRequest, before: string | null): Promise<StoredAuditRecord[]> {
      const slice =
        before === null
          ? sql`order by audit_entry.position desc limit ${page.perPage} offset ${pageOffset(page)}`
          : sql`and position < ${before}::bigint order by audit_entry.position desc limit ${page.perPage}`
      const { rows } = await sql<StoredAuditRecord>`
        select id, position::text, at, user_id as "userId", user_name as "userName", operation,
          target_kind as "targetKind", target_id as "targetId", target_name as "targetName",
          organization_id as "organizationId", changes, request_id as "requestId"
        from audit_entry where ${matchesFilter(filter)} ${slice}`.execute(kysely)
      return rows
    },

    async count(filter: AuditFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from audit_entry where ${matchesFilter(filter)}`.execute(kysely)
      return rows[0]?.total ?? 0
    },
  }
}
