import type { Kysely } from 'kysely'
import { createAdministeredMembers } from './group-members.repository.ts'
import { createAdministeredGroups } from './groups.repository.ts'
import { createAdministeredModules } from './modules.repository.ts'
import { createAdministeredOrganizations } from './organizations.repository.ts'
import { createAdministeredPeople } from './people.repository.ts'

export type { GroupMember } from './group-members.repository.ts'
export type { AdministeredGroup, GroupFilter } from './groups.repository.ts'
export type { AdministeredOrganization, OrganizationFilter } from './organizations.repository.ts'
export type { AdministeredPerson, PeopleFilter } from './people.repository.ts'
export type { Sorting } from './sorting.ts'

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
