import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { containing, orderBy, type Sorting } from './list-request.ts'

export interface AdministeredOrganization {
  id: string
  name: string
  imageId: string | null
  allowsAccessTokens: boolean
  createdAt: Date
  users: number
  groups: number
}

/** Which organizations to list; null for any. */
export interface OrganizationFilter {
  organizationId: string | null
  /** Only the organization of this user. */
  userId: string | null
  searchTerm: string | null
}

export const organizationColumns = { name: 'folded', createdAt: 'createdAt', users: 'users' } as const

/** All organizations, for administrators. Also takes a transaction. */
export function createAdministeredOrganizations(kysely: Kysely<object>) {
  const matchesFilter = ({ organizationId, userId, searchTerm }: OrganizationFilter) => sql`
    (${organizationId}::text is null or id = ${organizationId})
    and (${userId}::text is null or id = (select organization_id from app_user where id = ${userId}))
    and ${containing('folded', searchTerm)}`
  const folded = sql`(select *, lower(name) as folded from organization) as organization`
  const counts = sql`
    (select count(*)::int from app_user where organization_id = organization.id and kind = 'person') as users,
    (select count(*)::int from organization_group where organization_id = organization.id) as groups`

  return {
    async list(filter: OrganizationFilter, sorting: Sorting, page: PageRequest): Promise<AdministeredOrganization[]> {
      const { rows } = await sql<AdministeredOrganization>`
        select id, name, image_id as "imageId", allows_access_tokens as "allowsAccessTokens", created_at as "createdAt", folded, ${counts}
        from ${folded} where ${matchesFilter(filter)} ${orderBy(sorting)}
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      return rows
    },

    async count(filter: OrganizationFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from ${folded} where ${matchesFilter(filter)}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    async find(id: string): Promise<AdministeredOrganization | null> {
      const { rows } = await sql<AdministeredOrganization>`
        select id, name, image_id as "imageId", allows_access_tokens as "allowsAccessTokens", created_at as "createdAt", ${counts}
        from organization where id = ${id}`.execute(kysely)
      return rows[0] ?? null
    },

    /** Serializes changes to the names of organizations, so that no two get the same name. */
    async holdName(name: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext(${`organization ${name.toLowerCase()}`}))`.execute(kysely)
    },

    async isNameTaken(name: string, exceptId: string | null): Promise<boolean> {
      const { rows } = await sql`
        select from organization where lower(name) = lower(${name}) and id is distinct from ${exceptId} limit 1`.execute(
        kysely,
      )
      return rows.length > 0
    },

    async create({ id, name, imageId, now }: { id: string; name: string; imageId: string | null; now: Date }) {
      await sql`insert into organization (id, name, created_at, named_at, image_id)
        values (${id}, ${name}, ${now}, ${now}, ${imageId})`.execute(kysely)
    },

    async rename(id: string, name: string, now: Date): Promise<void> {
      await sql`update organization set name = ${name}, named_at = ${now} where id = ${id}`.execute(kysely)
    },

    /** The given pictures that an organization uses. */
    async listImages(ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select image_id as id from organization where image_id = any(${[...ids]}::text[])`.execute(kysely)
      return rows.map(({ id }) => id)
    },

    async setAccessTokens(id: string, areAllowed: boolean): Promise<void> {
      await sql`update organization set allows_access_tokens = ${areAllowed} where id = ${id}`.execute(kysely)
    },

    async setImage(id: string, imageId: string | null): Promise<void> {
      await sql`update organization set image_id = ${imageId} where id = ${id}`.execute(kysely)
    },
  }
}
