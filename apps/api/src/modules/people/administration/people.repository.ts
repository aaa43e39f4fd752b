import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { invitedIssuer } from '../adopt-invited.ts'
import { containing, orderBy, type Sorting } from './list-request.ts'

export interface AdministeredPerson {
  id: string
  firstName: string | null
  lastName: string | null
  name: string | null
  email: string | null
  organizationId: string | null
  roles: string[]
  groupIds: string[]
  createdAt: Date
  seenAt: Date | null
  disabledAt: Date | null
  /** Modules that differ from the default for everyone. */
  ownModules: { module: string; access: boolean }[]
}

/** Which people to list; null for any. */
export interface PeopleFilter {
  organizationId: string | null
  userId: string | null
  searchTerm: string | null
  isDisabled: boolean | null
}

export const peopleColumns = {
  lastName: 'last_name',
  email: 'email',
  createdAt: 'created_at',
  lastSeenAt: 'seen_at',
} as const

/** All people, without services, for administrators. Also takes a transaction. */
export function createAdministeredPeople(kysely: Kysely<object>) {
  const matchesFilter = ({ organizationId, userId, searchTerm, isDisabled }: PeopleFilter) =>
    sql.join(
      [
        sql`kind = 'person'`,
        ...(organizationId === null ? [] : [sql`organization_id = ${organizationId}`]),
        ...(userId === null ? [] : [sql`id = ${userId}`]),
        ...(searchTerm === null ? [] : [containing('search_text', searchTerm)]),
        ...(isDisabled === null ? [] : [isDisabled ? sql`disabled_at is not null` : sql`disabled_at is null`]),
      ],
      sql` and `,
    )
  const columns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.name, u.email,
    u.organization_id as "organizationId", u.roles, u.created_at as "createdAt", u.seen_at as "seenAt",
    u.disabled_at as "disabledAt",
    array(select group_id from organization_group_member where user_id = u.id order by group_id limit 200) as "groupIds",
    (select coalesce(jsonb_agg(jsonb_build_object('module', module, 'access', access)), '[]')
      from module_access where user_id = u.id) as "ownModules"`

  return {
    async list(filter: PeopleFilter, sorting: Sorting, page: PageRequest): Promise<AdministeredPerson[]> {
      // the page first, then the details of its 20 people, not of 100,000. A search has few matches, so all are read and sorted; otherwise the
      // planner would walk an index of all people in order
      const isSearch = filter.searchTerm !== null
      const { rows } = await sql<AdministeredPerson>`
        with found as ${isSearch ? sql`materialized` : sql`not materialized`} (select * from app_user where ${matchesFilter(filter)})
        select ${columns} from (
          select id, row_number() over () as place from (
            select id from found ${orderBy(sorting)} limit ${page.perPage} offset ${pageOffset(page)}
          ) as page
        ) as page join app_user as u using (id) order by page.place`.execute(kysely)
      return rows
    },

    async count(filter: PeopleFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from app_user where ${matchesFilter(filter)}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    /** Everyone in an organization, including services. */
    async listIds(organizationId: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from app_user where organization_id = ${organizationId}`.execute(kysely)
      return rows.map(({ id }) => id)
    },

    async find(id: string): Promise<AdministeredPerson | null> {
      const { rows } = await sql<AdministeredPerson>`
        select ${columns} from app_user as u where u.id = ${id} and kind = 'person'`.execute(kysely)
      return rows[0] ?? null
    },

    /** Serializes assignments of this e-mail address. */
    async holdEmail(email: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext(${`person ${email.toLowerCase()}`}))`.execute(kysely)
    },

    async findByEmail(email: string): Promise<{ id: string; organizationId: string | null } | null> {
      const { rows } = await sql<{ id: string; organizationId: string | null }>`
        select id, organization_id as "organizationId" from app_user
        where lower(email) = lower(${email}) and kind = 'person' order by created_at, id limit 1`.execute(kysely)
      return rows[0] ?? null
    },

    /** Creates a person who has not signed in yet. */
    async invite(person: {
      id: string
      firstName: string
      lastName: string
      email: string
      organizationId: string
      now: Date
    }) {
      const { id, firstName, lastName, email, organizationId, now } = person
      await sql`insert into app_user
          (id, issuer, subject, kind, organization_id, email, name, first_name, last_name, roles, created_at, seen_at)
        values (${id}, ${invitedIssuer}, ${id}, 'person', ${organizationId}, ${email}, ${`${firstName} ${lastName}`},
          ${firstName}, ${lastName}, '{member}', ${now}, null)`.execute(kysely)
    },

    async rename(
      id: string,
      { firstName, lastName }: { firstName: string | null; lastName: string | null },
    ): Promise<void> {
      const name = [firstName, lastName].filter((part) => part !== null).join(' ')
      await sql`update app_user set first_name = ${firstName}, last_name = ${lastName}, name = ${name}
        where id = ${id}`.execute(kysely)
    },

    async setDisabled(id: string, disabledAt: Date | null): Promise<void> {
      await sql`update app_user set disabled_at = ${disabledAt} where id = ${id}`.execute(kysely)
    },
  }
}
