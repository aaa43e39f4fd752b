import { type Kysely, sql } from 'kysely'
import type { AccessToken } from '../../adapters/identity/token-verifier.port.ts'
import type { UserTables } from './users.tables.ts'

/** Stands for the provider of a person whom an administrator made and who has not signed in yet; no provider has such an address. */
export const invitedIssuer = 'invited'

/**
 * Gives an account at its first sign-in what an administrator prepared for it. Only within the organization, and only for an e-mail address that
 * the provider verified: otherwise whoever types somebody's address at a provider would get what was prepared for them.
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

/** The last word of a name is taken as the last name: tokens say no more of it. */
export function splitName(name: string | null): { first_name: string | null; last_name: string | null } {
  if (name === null) return { first_name: null, last_name: null }
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  const first = last === undefined ? words : words.slice(0, -1)
  return { first_name: cut(first.join(' ')), last_name: last === undefined ? null : cut(last) }
}

/** As many characters as the contract gives a name. */
function cut(name: string): string {
  return Array.from(name).slice(0, 100).join('')
}
