import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { currentWork, type Tenant } from '../../../kernel/work.ts'
import type { DatabaseLog } from '../database.port.ts'
import { ensureTenantRole } from './tenant-role.ts'

/** Lets the policies of the database bind what requests ask, as a second line behind each repository's own conditions (decision 0169). */
export interface TenantGuard {
  /** To be called with a connection outside of any transaction before the first statement of a tenant. */
  prepare(client: ClientBase): Promise<void>
  /** Whose rows the statement may touch: `none` when it names no table with policies. */
  tenantOf(text: string): Tenant | null | 'none'
  /** What binds the transaction to a tenant, or to nobody again; to be sent without values. */
  bind(tenant: Tenant | null): string
}

export function createTenantGuard(log: Pick<DatabaseLog, 'warn'>): TenantGuard {
  let guarded: RegExp | null = null
  let role: string | null = null
  let preparing: Promise<void> | null = null

  async function prepare(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relrowsecurity and relkind = 'r'`,
    )
    role = await ensureTenantRole(client, log)
    guarded = new RegExp(String.raw`\b(?:${rows.map(({ name }) => name).join('|') || '$^'})\b`)
  }

  return {
    async prepare(client) {
      // one that failed is tried again by whoever asks next
      await (preparing ??= prepare(client).catch((error: unknown) => {
        preparing = null
        throw error
      }))
    },
    tenantOf: (text) => (guarded?.test(text) ? currentWork().tenant : 'none'),
    bind(tenant) {
      const { userId, organizationId } = tenant ?? { userId: '', organizationId: null }
      return [
        ...(role === null ? [] : [`set local role ${tenant === null ? 'none' : escapeIdentifier(role)}`]),
        `set local auspex.user_id = ${escapeLiteral(userId)}`,
        `set local auspex.organization_id = ${escapeLiteral(organizationId ?? '')}`,
      ].join('; ')
    },
  }
}
