import { type Kysely, type Selectable, sql } from 'kysely'
import type { AccessToken } from '../../adapters/identity/token-verifier.port.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { adoptInvited, splitName } from './adopt-invited.ts'
import { type GroupRow, listGroups, saveMembership } from './organization-groups.repository.ts'
import type { UserTables } from './users.tables.ts'

export type UserRow = Selectable<UserTables['app_user']>
export type OrganizationRow = Selectable<UserTables['organization']>
export interface ContactRow {
  id: string
  email: string | null
  name: string | null
}

export interface UsersRepositoryOptions {
  database: Database
  clock: Clock
  createId: CreateId
  /** Issuer of the embedded provider; null when another one is used. */
  embeddedIssuer: string | null
}

export interface SavedOwner {
  userId: string
  /** Null for a new person. */
  rolesBefore: readonly string[] | null
}

/** Path of the embedded provider, below the URL of the installation. */
const embeddedPath = '/identity'

/**
 * Lets an account keep its data when the installation moved to another URL, which changes the issuer of the embedded provider. Its subjects are
 * random, so the same subject is the same account.
 */
async function adoptAccount(db: Kysely<UserTables>, subject: string, issuer: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ issuer })
    .where('subject', '=', subject)
    .where('issuer', '<>', issuer)
    .where('issuer', 'like', `%${embeddedPath}`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('app_user').select('id').where('subject', '=', subject).where('issuer', '=', issuer))),
    )
    .execute()
}

/** Maximum number of contacts in a profile. */
const maxContacts = 1000

export type UsersRepository = ReturnType<typeof createUsersRepository>

export function createUsersRepository({ database, clock, createId, embeddedIssuer }: UsersRepositoryOptions) {
  const kysely = database.kysely.withTables<UserTables>()
  return {
    /** Creates the token's owner if new, and updates their data from the provider. */
    async saveTokenOwner(token: AccessToken): Promise<SavedOwner> {
      const now = clock.now()
      if (token.organizationId !== null)
        await saveOrganization({ id: token.organizationId, name: token.organizationName }, now)
      const facts = {
        kind: token.kind,
        organization_id: token.organizationId,
        email: token.email,
        name: token.name,
        ...splitName(token.name),
        roles: [...token.roles],
        seen_at: now,
      }
      return kysely.transaction().execute(async (trx) => {
        if (token.issuer === embeddedIssuer) await adoptAccount(trx, token.subject, embeddedIssuer)
        await adoptInvited(trx, token)
        const { id, before } = await trx
          // as it was before this statement
          .with('known', (db) =>
            db
              .selectFrom('app_user')
              .select('roles')
              .where('issuer', '=', token.issuer)
              .where('subject', '=', token.subject),
          )
          .insertInto('app_user')
          .values({ id: createId('usr'), issuer: token.issuer, subject: token.subject, created_at: now, ...facts })
          .onConflict((conflict) =>
            conflict.columns(['issuer', 'subject']).doUpdateSet({
              ...facts,
              // a name that an administrator entered stays while the token's name does not change
              first_name: sql`case when app_user.name is distinct from excluded.name then excluded.first_name else app_user.first_name end`,
              last_name: sql`case when app_user.name is distinct from excluded.name then excluded.last_name else app_user.last_name end`,
            }),
          )
          .returning(['id', (row) => row.selectFrom('known').select('roles').as('before')])
          .executeTakeFirstOrThrow()
        const { organizationId, groups: claimed } = token
        await saveMembership(trx, { userId: id, organizationId, claimed, now, createId })
        return { userId: id, rolesBefore: before }
      })
    },

    async findUser(userId: string): Promise<UserRow | undefined> {
      return kysely.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirst()
    },

    async findOrganization(organizationId: string): Promise<OrganizationRow | undefined> {
      return kysely.selectFrom('organization').selectAll().where('id', '=', organizationId).executeTakeFirst()
    },

    /** The person's groups in their organization, by name. */
    listGroups: (member: { organizationId: string; userId: string }): Promise<GroupRow[]> =>
      listGroups(database, member),

    /** The other people of the organization, by name. */
    async listContacts({ organizationId, userId }: { organizationId: string; userId: string }): Promise<ContactRow[]> {
      return kysely
        .selectFrom('app_user')
        .select(['id', 'email', 'name'])
        .where('organization_id', '=', organizationId)
        .where('kind', '=', 'person')
        .where('seen_at', 'is not', null)
        .where('disabled_at', 'is', null)
        .where('id', '<>', userId)
        .orderBy('name')
        .orderBy('id')
        .limit(maxContacts)
        .execute()
    },
  }

  /** A token without the organization's name keeps the name from an earlier one, and no token changes a name that an administrator entered. */
  async function saveOrganization({ id, name }: { id: string; name: string | null }, now: Date): Promise<void> {
    const insert = kysely.insertInto('organization').values({ id, name: name ?? id, created_at: now })
    await insert
      .onConflict((conflict) =>
        name === null
          ? conflict.doNothing()
          : conflict.column('id').doUpdateSet({ name }).where('organization.named_at', 'is', null),
      )
      .execute()
  }
}
