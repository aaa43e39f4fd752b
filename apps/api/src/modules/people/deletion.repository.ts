import { type Kysely, sql } from 'kysely'

/** How many things of a kind belong to a person. */
export interface ThingsOfPerson {
  kind: string
  count: number
}

/** A person and all their data. Also takes a transaction. */
export function createDeletion(kysely: Kysely<object>) {
  return {
    async countThings(userId: string): Promise<ThingsOfPerson[]> {
      const { rows } = await sql<ThingsOfPerson>`
        select kind, things::float8 as count from count_things_of(${userId}) as owned`.execute(kysely)
      return rows
    },

    /** Deleting the row deletes everything: by foreign keys, and by the trigger of the migration "deletion". */
    async remove(userId: string): Promise<void> {
      await sql`delete from app_user where id = ${userId}`.execute(kysely)
    },

    /** The person's account at their identity provider; null when unknown. */
    async findAccount(userId: string): Promise<{ issuer: string; subject: string; email: string | null } | null> {
      const { rows } = await sql<{ issuer: string; subject: string; email: string | null }>`
        select issuer, subject, email from app_user where id = ${userId} and kind = 'person'`.execute(kysely)
      return rows[0] ?? null
    },

    /** Whether deleting this person would leave an installation that has an administrator without one. */
    async isLastAdministrator(userId: string): Promise<boolean> {
      const { rows } = await sql<{ own: boolean; others: number }>`
        select coalesce(bool_or(id = ${userId}), false) as own, count(*) filter (where id <> ${userId})::int as others
        from app_user where kind = 'person' and disabled_at is null and 'godmode' = any (roles)`.execute(kysely)
      return rows[0]?.own === true && rows[0].others === 0
    },
  }
}
