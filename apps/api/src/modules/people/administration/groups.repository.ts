import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { containing, orderBy, type Sorting } from './list-request.ts'

export interface AdministeredGroup {
  id: string
  name: string
  organizationId: string
}

/** Which groups to list; null for any. */
export interface GroupFilter {
  organizationId: string | null
  searchTerm: string | null
}

export const groupColumns = { name: 'folded', createdAt: 'created_at', users: 'users' } as const

/** All groups of organizations, for administrators. Also takes a transaction. */
export function createAdministeredGroups(kysely: Kysely<object>) {
  const matchesFilter = ({ organizationId, searchTerm }: GroupFilter) => sql`
    (${organizationId}::text is null or organization_id = ${organizationId}) and ${containing('folded', searchTerm)}`
  const folded = sql`(select *, lower(name) as folded from organization_group) as organization_group`
  const columns = sql`id, name, organization_id as "organizationId"`

  return {
    async list(filter: GroupFilter, sorting: Sorting, page: PageRequest): Promise<AdministeredGroup[]> {
      const { rows } = await sql<AdministeredGroup>`
        select ${columns}, folded, created_at,
          (select count(*) from organization_group_member where group_id = organization_group.id) as users
        from ${folded} where ${matchesFilter(filter)} ${orderBy(sorting)}
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      return rows.map(({ id, name, organizationId }) => ({ id, name, organizationId }))
    },

    async count(filter: GroupFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from ${folded} where ${matchesFilter(filter)}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    async find(id: string): Promise<AdministeredGroup | null> {
      const { rows } = await sql<AdministeredGroup>`
        select ${columns} from organization_group where id = ${id}`.execute(kysely)
      return rows[0] ?? null
    },

    /** Serializes changes to the groups of an organization. */
    async hold(organizationId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext(${`groups of ${organizationId}`}))`.execute(kysely)
    },

    /** Also true for a name that the provider's tokens use for another group. */
    async isNameTaken({
      organizationId,
      name,
      exceptId,
    }: {
      organizationId: string
      name: string
      exceptId: string | null
    }) {
      const { rows } = await sql`
        select from organization_group
        where organization_id = ${organizationId} and (lower(name) = lower(${name}) or external_name = ${name})
          and id is distinct from ${exceptId} limit 1`.execute(kysely)
      return rows.length > 0
    },

    /** Tokens that name such a group refer to this one. */
    async create({ id, name, organizationId }: AdministeredGroup, now: Date): Promise<void> {
      await sql`insert into organization_group (id, organization_id, external_name, name, created_at)
        values (${id}, ${organizationId}, ${name}, ${name}, ${now})`.execute(kysely)
    },

    async rename(id: string, name: string): Promise<void> {
      await sql`update organization_group set name = ${name} where id = ${id}`.execute(kysely)
    },
  }
}
