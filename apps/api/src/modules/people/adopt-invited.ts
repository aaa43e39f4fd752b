import { type Kysely, sql } from 'kysely'
import type { AccessToken } from '../../adapters/identity/token-verifier.port.ts'
import type { UserTables } from './users.tables.ts'

/** Issuer of a person created by an administrator who has not signed in yet; no real provider has this issuer. */
export const invitedIssuer = 'invited'

/**
 * Transfers what an administrator prepared to an account at its first sign-in. Only within the organization, and only for an e-mail address that the
 * provider verified: otherwise anyone who enters another person's address at a provider would receive what was prepared for them.
 */
export async function adoptInvited(trx: Kysely<UserTables>, token: AccessToken): Promise<void> {
  const { issuer, subject, organizationId, email, isEmailVerified, kind } = token
  if (kind !== 'person' || organizationId === null || email === null || !isEmailVerified) return
  await sql`
    update app_user set issuer = ${issuer}, subject = ${subject}
    where issuer = ${invitedIssuer} and organization_id = ${organizationId} and kind = 'person'
      and lower(email) = lower(${email})
      and not exists (select from app_user where issuer = ${issuer} and subject = ${subject})`.execute(trx)
}

/** The last word of a name is used as the last name: tokens contain no more detail. */
export function splitName(name: string | null): { first_name: string | null; last_name: string | null } {
  if (name === null) return { first_name: null, last_name: null }
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  const first = last === undefined ? words : words.slice(0, -1)
  return { first_name: truncate(first.join(' ')), last_name: last === undefined ? null : truncate(last) }
}

/** The contract's maximum length of a name. */
function truncate(name: string): string {
  return Array.from(name).slice(0, 100).join('')
}
