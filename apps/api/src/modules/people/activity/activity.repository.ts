import type { EventData } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'

export interface ActivityRow {
  id: string
  userId: string
  organizationId: string | null
  data: EventData
  at: Date
  userAgent: string
  receivedAt: Date
}

export type StoredActivity = Omit<ActivityRow, 'organizationId'> & { position: string }

/** Whose activity to list; null for anyone's. */
export interface ActivityFilter {
  organizationId: string | null
  userId: string | null
  searchTerm: string | null
}

/** The event at the end of a page. */
export interface ActivityPlace {
  at: Date
  position: string
}

export type ActivityRepository = ReturnType<typeof createActivityRepository>

/** All SQL of activity. */
export function createActivityRepository({ kysely }: { kysely: Kysely<object> }) {
  const matchesFilter = ({ organizationId, userId, searchTerm }: ActivityFilter) =>
    sql.join(
      [
        sql`true`,
        ...(organizationId === null ? [] : [sql`organization_id = ${organizationId}`]),
        ...(userId === null ? [] : [sql`user_id = ${userId}`]),
        ...(searchTerm === null ? [] : [sql`position(lower(${searchTerm.trim()}) in search_text) > 0`]),
      ],
      sql` and `,
    )

  return {
    /** A single statement, so that either all rows are stored or none. */
    async insert(rows: readonly ActivityRow[]): Promise<void> {
      const values = rows.map(
        ({ id, userId, organizationId, data, at, userAgent, receivedAt }) => sql`(${id}, ${userId}, ${organizationId},
          ${JSON.stringify(data)}::jsonb, ${at}::timestamptz, ${userAgent}, ${receivedAt}::timestamptz,
          ${`${data.category_broad} ${data.category_narrow} ${data.event}`.toLowerCase()})`,
      )
      await sql`insert into activity_event
        (id, user_id, organization_id, data, at, user_agent, received_at, search_text) values ${sql.join(values)}`.execute(
        kysely,
      )
    },

    /** One page, newest first: a numbered one, or what follows a position. */
    async list(filter: ActivityFilter, page: PageRequest, behind: ActivityPlace | null): Promise<StoredActivity[]> {
      const order = sql`order by at desc, activity_event.position desc limit ${page.perPage}`
      const slice =
        behind === null
          ? sql`${order} offset ${pageOffset(page)}`
          : sql`and (at, position) < (${behind.at}::timestamptz, ${behind.position}::bigint) ${order}`
      const { rows } = await sql<StoredActivity>`
        select id, position::text, user_id as "userId", data, at, user_agent as "userAgent", received_at as "receivedAt"
        from activity_event where ${matchesFilter(filter)} ${slice}`.execute(kysely)
      return rows
    },

    async count(filter: ActivityFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from activity_event where ${matchesFilter(filter)}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    /** Events by ISO weekday and hour in UTC, from one instant to before another. */
    async countByHour(filter: ActivityFilter, { from, to }: { from: Date; to: Date }) {
      const { rows } = await sql<{ weekday: number; hour: number; events: number }>`
        select extract(isodow from at at time zone 'UTC')::int as weekday,
          extract(hour from at at time zone 'UTC')::int as hour, count(*)::int as events
        from activity_event where ${matchesFilter(filter)} and at >= ${from}::timestamptz and at < ${to}::timestamptz
        group by 1, 2 order by 1, 2`.execute(kysely)
      return rows
    },

    /** Deletes at most `maxRows` events from before an instant; returns how many. */
    async deleteBefore(instant: Date, maxRows: number): Promise<number> {
      const { numAffectedRows } = await sql`delete from activity_event where id in (
        select id from activity_event where received_at < ${instant}::timestamptz limit ${maxRows})`.execute(kysely)
      return Number(numAffectedRows ?? 0n)
    },

    /** Deletes at most `most` of the oldest events beyond the `newest` ones; returns how many. */
    async deleteBeyond(newest: number, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`delete from activity_event where id in (
        select id from activity_event order by received_at desc offset ${newest} limit ${limit})`.execute(kysely)
      return Number(numAffectedRows ?? 0n)
    },
  }
}
