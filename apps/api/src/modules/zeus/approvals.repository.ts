import type { Approval } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

export interface StoredApproval {
  id: string
  messageId: string
  threadId: string
  userId: string
  /** The tool that makes the change. */
  tool: string
  approval: Approval
  /** `deciding` while the change is being made. */
  state: 'pending' | 'deciding' | 'approved' | 'refused' | 'failed'
  expiresAt: Date
}

interface ApprovalRow {
  id: string
  message_id: string
  thread_id: string
  user_id: string
  tool: string
  approval: Approval
  state: StoredApproval['state']
  expires_at: Date
}

/** All SQL of proposed changes. */
export function createApprovalsRepository(kysely: Database['kysely']) {
  return {
    async insert(stored: StoredApproval): Promise<void> {
      await sql`
        insert into zeus_approval (id, message_id, thread_id, user_id, tool, approval, state, expires_at)
        values (${stored.id}, ${stored.messageId}, ${stored.threadId}, ${stored.userId}, ${stored.tool},
          ${JSON.stringify(stored.approval)}::jsonb, ${stored.state}, ${stored.expiresAt})`.execute(kysely)
    },

    async find(id: string, userId: string): Promise<StoredApproval | null> {
      const { rows } = await sql<ApprovalRow>`
        select * from zeus_approval where id = ${id} and user_id = ${userId}`.execute(kysely)
      return rows[0] === undefined ? null : toApproval(rows[0])
    },

    async listOf(messageIds: readonly string[]): Promise<StoredApproval[]> {
      const { rows } = await sql<ApprovalRow>`
        select * from zeus_approval where message_id = any(${[...messageIds]})
        order by approval ->> 'requestedAt', id`.execute(kysely)
      return rows.map(toApproval)
    },

    /** Claims the decision for a single caller; returns whether this one got it. */
    async begin(id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update zeus_approval set state = 'deciding' where id = ${id} and state = 'pending'`.execute(kysely)
      return numAffectedRows === 1n
    },

    async settle(id: string, state: StoredApproval['state'], approval: Approval): Promise<void> {
      await sql`
        update zeus_approval set state = ${state}, approval = ${JSON.stringify(approval)}::jsonb where id = ${id}`.execute(
        kysely,
      )
    },
  }
}

function toApproval(row: ApprovalRow): StoredApproval {
  return {
    id: row.id,
    messageId: row.message_id,
    threadId: row.thread_id,
    userId: row.user_id,
    tool: row.tool,
    approval: row.approval,
    state: row.state,
    expiresAt: row.expires_at,
  }
}
