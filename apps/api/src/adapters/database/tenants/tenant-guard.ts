import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { currentWork, type Tenant } from '../../../kernel/work.ts'
import type { DatabaseLog } from '../database.port.ts'
import { ensureTenantRole } from './tenant-role.ts'

/** Applies the database's row-level policies to requests, as a second line of defence behind repository conditions (docs/decisions/tenancy.md). */
export interface TenantGuard {
  /** Call with a connection outside of any transaction before a tenant's first statement. */
  prepare(client: ClientBase): Promise<void>
  /** The tenant whose rows the statement may touch: `none` when it names no table with policies. */
  tenantOf(text: string): Tenant | null | 'none'
  /** SQL that binds the transaction to a tenant, or unbinds it; send it without parameters. */
  bind(tenant: Tenant | null): string
}

export function createTenantGuard(log: DatabaseLog): TenantGuard {
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
      // after a failure the next caller tries again
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
