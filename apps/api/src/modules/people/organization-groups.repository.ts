import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Person } from '../../kernel/actor.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { runForTenant } from '../../kernel/work.ts'
import { type Groups, maxGroups, takeGroupNames } from './groups.ts'
import type { UserTables } from './users.tables.ts'

export interface GroupRow {
  id: string
  name: string
}

export interface MembershipOptions {
  userId: string
  organizationId: string | null
  /** The names of the groups in the token. */
  claimed: readonly string[]
  now: Date
  createId: CreateId
}

/** Puts a person into the groups of their token, creating new ones, and removes them from all others. */
export async function saveMembership(trx: QueryExecutorProvider, options: MembershipOptions): Promise<void> {
  const { userId, organizationId, claimed, now, createId } = options
  const names = organizationId === null ? [] : takeGroupNames(claimed)
  const column = <K extends keyof (typeof names)[number]>(key: K) => names.map((name) => name[key])
  if (names.length > 0) {
    await sql`
      insert into organization_group (id, organization_id, external_name, name, created_at)
      select id, ${organizationId}, external_name, name, ${now}::timestamptz
      from unnest(${names.map(() => createId('grp'))}::text[], ${column('externalName')}::text[], ${column('name')}::text[])
        as claimed (id, external_name, name)
      on conflict (organization_id, external_name) do nothing`.execute(trx)
  }
  const claimedGroups = sql`
    select id from organization_group
    where organization_id = ${organizationId} and external_name = any(${column('externalName')}::text[])
      and id not in (select group_id from organization_group_exclusion where user_id = ${userId})`
  // a person whom an administrator put into a group stays in it as long as they belong to its organization
  await sql`
    delete from organization_group_member where user_id = ${userId} and group_id not in (${claimedGroups})
      and (not is_by_administrator
        or group_id in (select id from organization_group where organization_id is distinct from ${organizationId}))`.execute(
    trx,
  )
  await sql`
    insert into organization_group_member (group_id, user_id) select id, ${userId} from (${claimedGroups}) as wanted
    on conflict do nothing`.execute(trx)
}

/** The groups of a person in their organization, by name. */
export async function listGroups(
  { kysely }: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<GroupRow[]> {
  return kysely
    .withTables<UserTables>()
    .selectFrom('organization_group as g')
    .innerJoin('organization_group_member as m', 'm.group_id', 'g.id')
    .select(['g.id', 'g.name'])
    .where('m.user_id', '=', userId)
    .where('g.organization_id', '=', organizationId)
    .orderBy('g.name')
    .orderBy('g.id')
    .limit(maxGroups)
    .execute()
}

/** Whether a person of a provider is in one of the groups; somebody who never came here is in none. */
export async function isGroupMember(
  { kysely }: Database,
  { issuer, subject }: { issuer: string; subject: string },
  groupIds: readonly string[],
): Promise<boolean> {
  const find = () =>
    sql`
    select from organization_group_member as member join app_user as person on person.id = member.user_id
    where person.issuer = ${issuer} and person.subject = ${subject} and person.disabled_at is null
      and member.group_id = any(${[...groupIds]}::text[])
    limit 1`.execute(kysely)
  // nobody has signed in yet
  return (await runForTenant(null, find)).rows.length > 0
}

/** The person who reads, with their organization groups: sees their own things, and those shared with their groups. */
export interface Viewer extends Person {
  groupIds: readonly string[]
}

export async function findViewer({ userId, organizationId }: Person, { groups }: { groups: Groups }): Promise<Viewer> {
  return { userId, organizationId, groupIds: await groups.ofActor({ userId, organizationId }) }
}
