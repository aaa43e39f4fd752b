import { type Kysely, sql } from 'kysely'

/** A person views a project. */
export interface Visit {
  projectId: string
  userId: string
  now: Date
  /** Requests less than this apart are one visit. */
  visitMs: number
}

/** Records a visit, and resolves with the end of the person's previous one; null during the first. */
export async function recordVisit(
  { projectId, userId, now, visitMs }: Visit,
  db: Kysely<object>,
): Promise<Date | null> {
  const isNewVisit = sql`v.seen_at < ${new Date(now.getTime() - visitMs)}::timestamptz`
  const { rows } = await sql<{ previousAt: Date | null }>`
    insert into project_visit as v (project_id, user_id, seen_at) values (${projectId}, ${userId}, ${now}::timestamptz)
    on conflict (project_id, user_id) do update set
      previous_at = case when ${isNewVisit} then v.seen_at else v.previous_at end,
      seen_at = greatest(v.seen_at, excluded.seen_at)
    returning previous_at as "previousAt"`.execute(db)
  return rows[0]?.previousAt ?? null
}
