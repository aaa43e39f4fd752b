import { type Kysely, sql } from 'kysely'
import type { SetKey, VideoSet } from './hashtags.types.ts'

export type SetsRepository = ReturnType<typeof createSetsRepository>

const columns = sql`
  set_no as "setNo", origin, as_of as "asOf", is_complete as "isComplete",
  to_char(counted_from, 'YYYY-MM-DD') as "countedFrom", notice`

/** SQL of sets of videos; also works within a transaction. */
export function createSetsRepository(kysely: Kysely<object>) {
  return {
    async find({ owner, origin, tag, geo, period }: SetKey): Promise<VideoSet | null> {
      const { rows } = await sql<VideoSet>`
        select ${columns} from hashtag_set
        where owner = ${owner} and origin = ${origin} and tag = ${tag} and geo = ${geo} and period = ${period}`.execute(
        kysely,
      )
      return rows[0] ?? null
    },

    /** Creates the set, or updates its state; its videos stay. */
    async save(key: SetKey, set: Omit<VideoSet, 'setNo' | 'origin'>): Promise<number> {
      const { rows } = await sql<{ setNo: number }>`
        insert into hashtag_set (owner, origin, tag, geo, period, as_of, is_complete, counted_from, notice)
        values (${key.owner}, ${key.origin}, ${key.tag}, ${key.geo}, ${key.period},
          ${set.asOf}::timestamptz, ${set.isComplete}, ${set.countedFrom}::date, ${set.notice})
        on conflict (owner, origin, tag, geo, period) do update set
          as_of = excluded.as_of, is_complete = excluded.is_complete, counted_from = excluded.counted_from, notice = excluded.notice
        returning set_no as "setNo"`.execute(kysely)
      const [row] = rows
      if (row === undefined) throw new Error('a set of videos was not stored')
      return row.setNo
    },

    async delete(key: SetKey): Promise<void> {
      await sql`
        delete from hashtag_set
        where owner = ${key.owner} and origin = ${key.origin} and tag = ${key.tag} and geo = ${key.geo}
          and period = ${key.period}`.execute(kysely)
    },

    /** Deletes old readings of sources: what was deleted at the source must be deleted here. */
    async forgetReadings(before: Date): Promise<void> {
      await sql`
        delete from hashtag_set
        where origin in ('research_api', 'mastodon', 'bluesky') and as_of < ${before}::timestamptz`.execute(kysely)
    },
  }
}
