import type { Database } from '../../adapters/database/database.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { UserTables } from './users.tables.ts'
import type { ContactRow } from './users.repository.ts'

/** What other modules may know about people: their names, and which of them are colleagues. */
export interface People {
  /** The known people, by id. */
  find(ids: readonly string[]): Promise<Map<string, ContactRow>>
  /** The given people who belong to the organization, in the order given. */
  findColleagues(organizationId: string, ids: readonly string[]): Promise<ContactRow[]>
  /** The person with their current organization; null when unknown. */
  findMember(userId: string): Promise<{ userId: string; organizationId: string | null } | null>
  /** The person as of their last sign-in, for work in the background; null for a service, or when unknown. */
  findActor(userId: string): Promise<Actor | null>
}

export function createPeople(database: Database): People {
  const kysely = database.kysely.withTables<UserTables>()
  return {
    async find(ids) {
      if (ids.length === 0) return new Map()
      const rows = await kysely
        .selectFrom('app_user')
        .select(['id', 'email', 'name'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map((row) => [row.id, row]))
    },

    async findColleagues(organizationId, ids) {
      if (ids.length === 0) return []
      const rows = await kysely
        .selectFrom('app_user')
        .select(['id', 'email', 'name'])
        .where('organization_id', '=', organizationId)
        .where('kind', '=', 'person')
        .where('disabled_at', 'is', null)
        .where('id', 'in', [...ids])
        .execute()
      return ids.flatMap((id) => rows.find((person) => person.id === id) ?? [])
    },

    async findMember(userId) {
      const row = await kysely
        .selectFrom('app_user')
        .select(['id as userId', 'organization_id as organizationId'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return row ?? null
    },

    async findActor(userId) {
      const row = await kysely
        .selectFrom('app_user')
        .select(['id', 'subject', 'organization_id', 'roles'])
        .where('id', '=', userId)
        .where('kind', '=', 'person')
        .executeTakeFirst()
      if (row === undefined) return null
      const { id, subject, organization_id: organizationId, roles } = row
      const self = { accessScopes: null, credentialId: null }
      return { userId: id, subject, organizationId, roles, scopes: [], kind: 'person', ...self }
    },
  }
}

/** The person's subject at the identity provider; null when unknown. */
export async function findSubject(database: Database, userId: string): Promise<string | null> {
  const row = await database.kysely
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select('subject')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.subject ?? null
}

/** The owners of accounts of the identity provider; omits accounts without one. */
export async function findAccountOwners(
  database: Database,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subjects.length === 0) return new Map()
  const rows = await database.kysely
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select(['subject', 'id'])
    .where('subject', 'in', [...new Set(subjects)])
    .where('kind', '=', 'person')
    .execute()
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}
