import { type Kysely, sql } from 'kysely'
import { createAdministeredMembers } from './group-members.repository.ts'
import { createAdministeredGroups } from './groups.repository.ts'
import { createAdministeredOrganizations } from './organizations.repository.ts'
import { createAdministeredPeople } from './people.repository.ts'

/** Which modules are switched on, for everyone and for single people. Also takes a transaction. */
function createAdministeredModules(kysely: Kysely<object>) {
  return {
    /** The defaults of modules that were switched for everyone. */
    async readDefaults(): Promise<Map<string, boolean>> {
      const { rows } = await sql<{ module: string; access: boolean }>`
        select module, access from module_default`.execute(kysely)
      return new Map(rows.map(({ module, access }) => [module, access]))
    },

    async set(change: { userId: string; module: string; access: boolean; now: Date }): Promise<void> {
      const { userId, module, access, now } = change
      await sql`insert into module_access (user_id, module, access, updated_at) values (${userId}, ${module}, ${access}, ${now})
        on conflict (user_id, module) do update set access = excluded.access, updated_at = excluded.updated_at`.execute(
        kysely,
      )
    },

    /** For everyone, including people with a different setting. */
    async setForAll({ module, access, now }: { module: string; access: boolean; now: Date }): Promise<void> {
      await sql`delete from module_access where module = ${module}`.execute(kysely)
      await sql`insert into module_default (module, access, updated_at) values (${module}, ${access}, ${now})
        on conflict (module) do update set access = excluded.access, updated_at = excluded.updated_at`.execute(kysely)
    },
  }
}

export type { GroupMember } from './group-members.repository.ts'
export type { AdministeredGroup, GroupFilter } from './groups.repository.ts'
export type { AdministeredOrganization, OrganizationFilter } from './organizations.repository.ts'
export type { AdministeredPerson, PeopleFilter } from './people.repository.ts'
export type { Sorting } from './list-request.ts'

export type AdministrationStore = ReturnType<typeof createAdministered>

/** What administrators may see and change across all organizations. Takes a transaction, so that the audit trail is written with the change. */
export function createAdministered(kysely: Kysely<object>) {
  return {
    organizations: createAdministeredOrganizations(kysely),
    groups: createAdministeredGroups(kysely),
    members: createAdministeredMembers(kysely),
    people: createAdministeredPeople(kysely),
    modules: createAdministeredModules(kysely),
  }
}
