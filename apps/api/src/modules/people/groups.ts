import { refusal } from '@auspex/contract/refusals'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Person } from '../../kernel/actor.ts'
import { CodedError } from '../../kernel/errors.ts'
import type { UserTables } from './users.tables.ts'

/** Access by group: a thing is visible to its creator, and if it has a group, to the group's members. */
export interface Groups {
  /** Ids of the organization groups of the person. */
  ofActor(actor: Person): Promise<string[]>
  /** Throws `groups.not_found` for a group that the person is not in, as for one that does not exist. */
  requireOne(actor: Person, groupId: string): Promise<void>
}

export function createGroups(database: Database): Groups {
  const kysely = database.kysely.withTables<UserTables>()
  const ofPerson = ({ userId, organizationId }: { userId: string; organizationId: string }) =>
    kysely
      .selectFrom('organization_group_member as m')
      .innerJoin('organization_group as g', 'g.id', 'm.group_id')
      .select('g.id')
      .where('m.user_id', '=', userId)
      .where('g.organization_id', '=', organizationId)
  return {
    async ofActor({ userId, organizationId }) {
      if (organizationId === null) return []
      const rows = await ofPerson({ userId, organizationId }).orderBy('g.id').limit(maxGroups).execute()
      return rows.map(({ id }) => id)
    },

    async requireOne({ userId, organizationId }, groupId) {
      const row =
        organizationId === null
          ? undefined
          : await ofPerson({ userId, organizationId }).where('g.id', '=', groupId).executeTakeFirst()
      if (row === undefined) throw groupNotFound()
    },
  }
}

function groupNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('groups.not_found'),
  })
}

/** Maximum number of groups in a profile. Entra puts no more into a token either. */
export const maxGroups = 200

/** Maximum length of a group name at any provider; longer names are ignored and would not fit into the index. */
const maxExternalLength = 255

/** The contract's maximum length of a group name. */
const maxNameLength = 200

export interface GroupNames {
  /** As written in the token. */
  externalName: string
  /** The display name. */
  name: string
}

/** The accepted groups of a token, without duplicates and always in the same order: two sign-ins that create the same groups must not deadlock. */
export function takeGroupNames(claimed: readonly string[]): GroupNames[] {
  // the database rejects unpaired surrogates
  const names = new Set(
    claimed.map((name) => name.toWellFormed()).filter((name) => Array.from(name).length <= maxExternalLength),
  )
  return [...names]
    .slice(0, maxGroups)
    .toSorted()
    .map((externalName) => ({ externalName, name: Array.from(externalName).slice(0, maxNameLength).join('') }))
}
