import type { Database } from '../../adapters/database/database.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { UserTables } from './users.tables.ts'
import type { ContactRow } from './users.repository.ts'

/** What other modules may know of people: how they are called, and which of them are colleagues. */
export interface People {
  /** Those that are known, by their id. */
  find(ids: readonly string[]): Promise<Map<string, ContactRow>>
  /** Those of the people who belong to the organization, in the order given. */
  findColleagues(organizationId: string, ids: readonly string[]): Promise<ContactRow[]>
  /** The person with the organization that they are in now; null for nobody that is known. */
  findMember(userId: string): Promise<{ userId: string; organizationId: string | null } | null>
  /** The person as they were when they last signed in, for work that goes on without them; null for a service, and for nobody that is known. */
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
      return { userId: id, subject, organizationId, roles, scopes: [], kind: 'person' }
    },
  }
}

/** What the identity provider calls a person; null for nobody that is known. */
export async function findSubject(database: Database, userId: string): Promise<string | null> {
  const row = await database.kysely
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select('subject')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.subject ?? null
}

/** Who owns each account of the identity provider; nobody for one that nobody here has. */
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
