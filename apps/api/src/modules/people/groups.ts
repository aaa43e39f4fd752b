import type { Database } from '../../adapters/database/database.port.ts'
import type { Person } from '../../kernel/actor.ts'
import { CodedError } from '../../kernel/errors.ts'
import { maxGroups } from './group-names.ts'
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
    code: 'groups.not_found',
    title: 'Organization group not found',
    detail: 'Choose one of the groups of your profile.',
  })
}
