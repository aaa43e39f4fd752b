import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'

export interface GroupMember {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** Maximum number of people in a group. */
export const maxMembers = 1000

/** The members of groups, for administrators. Also takes a transaction. */
export function createAdministeredMembers(kysely: Kysely<object>) {
  const person = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.email`

  return {
    /** The members of the groups by last name, at most 1,000 per group. */
    async listOfGroups(groupIds: readonly string[]): Promise<Map<string, GroupMember[]>> {
      const { rows } = await sql<GroupMember & { groupId: string }>`
        select m."groupId", ${sql.raw('m.id, m."firstName", m."lastName", m.email')}
        from unnest(${[...groupIds]}::text[]) as wanted (id)
        cross join lateral (
          select g.group_id as "groupId", ${person}
          from organization_group_member as g join app_user as u on u.id = g.user_id
          where g.group_id = wanted.id order by u.last_name nulls last, u.id limit ${maxMembers}
        ) as m`.execute(kysely)
      const members = new Map<string, GroupMember[]>(groupIds.map((id) => [id, []]))
      for (const { groupId, ...member } of rows) members.get(groupId)?.push(member)
      return members
    },

    async list(groupId: string, page: PageRequest): Promise<GroupMember[]> {
      const { rows } = await sql<GroupMember>`
        select ${person} from organization_group_member as g join app_user as u on u.id = g.user_id
        where g.group_id = ${groupId} order by u.last_name nulls last, u.id
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      return rows
    },

    async count(groupId: string): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from organization_group_member where group_id = ${groupId}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    async has(groupId: string, userId: string): Promise<boolean> {
      const { rows } = await sql`
        select from organization_group_member where group_id = ${groupId} and user_id = ${userId}`.execute(kysely)
      return rows.length > 0
    },

    async add(groupId: string, userId: string): Promise<void> {
      await sql`delete from organization_group_exclusion where group_id = ${groupId} and user_id = ${userId}`.execute(
        kysely,
      )
      await sql`insert into organization_group_member (group_id, user_id, is_by_administrator)
        values (${groupId}, ${userId}, true) on conflict do nothing`.execute(kysely)
    },

    /** The person stays out, even if the provider's tokens name the group. */
    async remove(groupId: string, userId: string): Promise<void> {
      await sql`delete from organization_group_member where group_id = ${groupId} and user_id = ${userId}`.execute(
        kysely,
      )
      await sql`insert into organization_group_exclusion (group_id, user_id)
        values (${groupId}, ${userId}) on conflict do nothing`.execute(kysely)
    },
  }
}
