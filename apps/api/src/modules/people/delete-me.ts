import { refusal } from '@auspex/contract/refusals'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { RequestContext } from '../../http/handlers.ts'
import type { Person } from '../../kernel/actor.ts'
import { CodedError } from '../../kernel/errors.ts'
import { runForTenant } from '../../kernel/work.ts'
import type { AccessReader } from './module-access.ts'

export interface DeleteMeDependencies {
  database: Database
  access: AccessReader
  providerAccounts: ProviderAccounts
}

/** A person as their OpenID provider knows them. */
export interface ProviderAccount {
  issuer: string
  subject: string
}

/** Accounts of the embedded provider. Accounts of other providers are never changed. */
export interface ProviderAccounts {
  remove(account: ProviderAccount): Promise<void>
  /** A disabled account gets no tokens. */
  setDisabled(account: ProviderAccount, isDisabled: boolean): Promise<void>
  /** Whether the account is disabled or gone. Other providers cannot be asked: false. */
  isSuspended(account: ProviderAccount): Promise<boolean>
}

/** What would be deleted with a person's own account. */
export async function previewMyDeletion({ userId }: Person, { database }: DeleteMeDependencies) {
  return { userId, things: await createDeletion(database.kysely).countThings(userId), isDeleted: false }
}

/** Deletes the person's own account with everything that belongs to it; returns what that was. */
export async function deleteMe(
  { confirmation }: { confirmation: string },
  { actor: { userId }, recordSecurityEvent }: RequestContext,
  { database, access, providerAccounts }: DeleteMeDependencies,
) {
  const deletion = createDeletion(database.kysely)
  const account = await deletion.findAccount(userId)
  const isConfirmed = account?.email?.toLowerCase() === confirmation.trim().toLowerCase()
  if (account === null || !isConfirmed) throw notConfirmed()
  if (await deletion.isLastAdministrator(userId)) throw lastAdministrator()
  const counts = await deletion.countThings(userId)
  // first: if interrupted afterwards, the person can no longer sign in, and an administrator can delete them
  await providerAccounts.remove(account)
  // the person's policies cover their data in a group, but may not cover the rows that a cascade deletes
  await runForTenant(null, () => deletion.remove(userId))
  access.forget(userId)
  recordSecurityEvent('user.deleted', { ofUser: userId })
  return { userId, things: counts, isDeleted: true }
}

function notConfirmed(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('users.deletion_not_confirmed'),
    fields: [{ in: 'body', pointer: '/confirmation', message: 'must be your e-mail address' }],
  })
}

function lastAdministrator(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'users.last_administrator',
    title: 'You are the only administrator',
    detail: 'Give the role godmode to someone else first. Nothing was deleted.',
  })
}

/** How many things of a kind belong to a person. */
export interface ThingsOfPerson {
  kind: string
  count: number
}

/** A person and all their data. Also takes a transaction. */
export function createDeletion(kysely: Kysely<object>) {
  return {
    async countThings(userId: string): Promise<ThingsOfPerson[]> {
      const { rows } = await sql<ThingsOfPerson>`
        select kind, things::float8 as count from count_things_of(${userId}) as owned`.execute(kysely)
      return rows
    },

    /** Deleting the row deletes everything: by foreign keys, and by the trigger of the migration "deletion". */
    async remove(userId: string): Promise<void> {
      await sql`delete from app_user where id = ${userId}`.execute(kysely)
    },

    /** The person's account at their identity provider; null when unknown. */
    async findAccount(userId: string): Promise<{ issuer: string; subject: string; email: string | null } | null> {
      const { rows } = await sql<{ issuer: string; subject: string; email: string | null }>`
        select issuer, subject, email from app_user where id = ${userId} and kind = 'person'`.execute(kysely)
      return rows[0] ?? null
    },

    /** Whether deleting this person would leave an installation that has an administrator without one. */
    async isLastAdministrator(userId: string): Promise<boolean> {
      const { rows } = await sql<{ own: boolean; others: number }>`
        select coalesce(bool_or(id = ${userId}), false) as own, count(*) filter (where id <> ${userId})::int as others
        from app_user where kind = 'person' and disabled_at is null and 'godmode' = any (roles)`.execute(kysely)
      return rows[0]?.own === true && rows[0].others === 0
    },
  }
}
